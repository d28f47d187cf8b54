/** What is true of each node, whatever a cache shows: when it was last heard of, and how many of its zone are lost. */
import { conditionOf, isOfKind, Node, timeMsOf } from 'converge/sdk';
import type { World } from '../../../../lesson/universes/types.ts';

export const graceMs = 50_000;
export const startupGraceMs = 60_000;
/** Conditions that the kubelet reports. */
export const reported = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;
/** How old a cache may be where something goes wrong: what is younger isn't held against a loop. */
export const slackMs = 20_000;

const evictionKeys = { False: 'node.kubernetes.io/not-ready', Unknown: 'node.kubernetes.io/unreachable' } as const;

/** The key of the NoExecute taint that its condition Ready asks for; undefined: none. */
export function keyFor(node: Node): string | undefined {
  const status = conditionOf(node.status.conditions, 'Ready')?.status ?? 'Unknown';
  return status === 'True' ? undefined : evictionKeys[status === 'False' ? 'False' : 'Unknown'];
}

/** Keys of the NoExecute taints that it has of this loop. */
export const ownKeys = ({ spec }: Node): readonly string[] =>
  (spec.taints ?? []).filter(({ key, effect }) => effect === 'NoExecute' && Object.values(evictionKeys).some((own) => own === key)).map(({ key }) => key);

export const isReadyNode = (node: Node): boolean => keyFor(node) === undefined;

/** By topology labels. */
export function zoneOf({ metadata: { labels = {} } }: Node): string {
  return `${labels['topology.kubernetes.io/region'] ?? ''}:${labels['topology.kubernetes.io/zone'] ?? ''}`;
}

export interface ZoneTruth {
  readonly nodes: readonly Node[];
  /** From one node emptied to the next; Infinity: none is. */
  readonly intervalMs: number;
  readonly isAllLost: boolean;
}

/** Upstream's ComputeZoneState and its rates. */
export function zoneTruths(nodes: readonly Node[]): ReadonlyMap<string, ZoneTruth> {
  const names = [...new Set(nodes.map(zoneOf))];
  return new Map(
    names.map((name) => {
      const members = nodes.filter((node) => zoneOf(node) === name);
      const lost = members.filter((node) => !isReadyNode(node)).length;
      const isPartial = lost < members.length && lost > 2 && lost / members.length >= 0.55;
      const slowMs = members.length > 50 ? 100_000 : Number.POSITIVE_INFINITY;
      return [name, { nodes: members, intervalMs: isPartial ? slowMs : 10_000, isAllLost: lost === members.length }];
    }),
  );
}

/** What the kubelet has written, not what was written about its silence. */
function heartbeatIn({ conditions }: Node['status']): string | undefined {
  const ready = conditionOf(conditions, 'Ready');
  return ready?.reason === 'NodeStatusNeverUpdated' ? undefined : ready?.lastHeartbeatTime;
}

interface Heard {
  readonly uid: string;
  readonly heartbeat: string | undefined;
  readonly t: number;
}

/** What has been noted of one universe. */
class SignsOfLife {
  readonly #heard = new Map<string, Heard>();
  /** Zone -> since when its interval has been what it is. */
  readonly #paces = new Map<string, { readonly intervalMs: number; readonly since: number }>();
  #allLostSince: number | undefined;
  #allLostAt = Number.NEGATIVE_INFINITY;

  note(world: World): void {
    const nodes = world.objects(Node);
    for (const { desired } of world.owners) {
      if (!isOfKind(Node, desired)) continue;
      const { metadata, status } = desired;
      const heartbeat = heartbeatIn(status);
      const before = this.#heard.get(metadata.name);
      if (before?.uid === metadata.uid && before.heartbeat === heartbeat) continue;
      this.#heard.set(metadata.name, { uid: metadata.uid, heartbeat, t: world.t });
    }
    const zones = zoneTruths(nodes);
    for (const [name, { intervalMs }] of zones) {
      if (this.#paces.get(name)?.intervalMs !== intervalMs) this.#paces.set(name, { intervalMs, since: world.t });
    }
    const isAllLost = zones.size > 0 && [...zones.values()].every((zone) => zone.isAllLost);
    if (isAllLost) this.#allLostAt = world.t;
    this.#allLostSince = isAllLost ? (this.#allLostSince ?? world.t) : undefined;
  }

  /** Milliseconds for which nothing has been heard of the node, as one knows who has seen the Leases that were stored up to `seenAt`. */
  silentMs({ metadata: { name, creationTimestamp } }: Node, world: World, seenAt = world.t): number {
    const { heartbeat, t } = this.#heard.get(name) ?? { heartbeat: undefined, t: world.t };
    const lease = `leases/kube-node-lease/${name}`;
    if (heartbeat === undefined && world.heardAt(lease) === undefined) return world.nowMs - timeMsOf(creationTimestamp);
    return world.t - Math.max(t, world.heardAt(lease, seenAt) ?? 0);
  }

  /** For how long a zone's pace has been what it is, milliseconds. */
  sameMs(zone: string, world: World): number {
    return world.t - (this.#paces.get(zone)?.since ?? world.t);
  }

  /** Since every node was lost for the last time, milliseconds. */
  sinceAllLostMs(world: World): number {
    return world.t - this.#allLostAt;
  }

  /** For how long every node has been lost, milliseconds; undefined: not every node is. */
  allLostMs(world: World): number | undefined {
    return this.#allLostSince === undefined ? undefined : world.t - this.#allLostSince;
  }
}

/** Whether others than the kubelet and the loop have written to it since it fell silent. */
export const isWrittenByOthers = (name: string, silentMs: number, world: World): boolean => (world.heardAt(`nodes/${name}`) ?? 0) > world.t - silentMs;

export const writtenByOthers = 'Others write to a node and its Lease as well, and that is no sign of life. Which fields does its kubelet alone write?';

const universes = new WeakMap<World, SignsOfLife>();

/** As noted up to now. */
export function signsOfLife(world: World): SignsOfLife {
  const known = universes.get(world) ?? new SignsOfLife();
  universes.set(world, known);
  known.note(world);
  return known;
}
