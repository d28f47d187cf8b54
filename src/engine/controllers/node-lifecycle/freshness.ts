/** Is the kubelet alive? Judged by when its signs of life were seen here, never by the clock it writes into them. */
import { conditionOf, type Lease, type Node, timeMsOf } from 'converge/sdk';

/** A node that says nothing for so long counts as lost; milliseconds. */
const gracePeriodMs = 50_000;
/** A new node has longer until its first word. */
const startupGracePeriodMs = 60_000;

/** What was last seen of a node. */
export interface Sighting {
  /** Of its condition Ready; '' where that has none, undefined where there is no such condition. */
  readonly heartbeat: string | undefined;
  /** Of the lease that the next one must be newer than; undefined where any counts. */
  readonly renewTime: string | undefined;
  /** When it last gave a sign of life, by this controller's clock; milliseconds. */
  readonly atMs: number;
}

/** The sighting after another pass: signs of life are another heartbeat, and a lease that was renewed later. (upstream tryUpdateNodeHealth) */
export function sightingOf(node: Node, lease: Lease | undefined, last: Sighting | undefined, nowMs: number): Sighting {
  const reported = sightingOfStatus(node, last, nowMs);
  if (lease === undefined) return reported;
  const { renewTime = '' } = lease.spec;
  const isRenewed = last?.renewTime === undefined || isBefore(last.renewTime, renewTime);
  return isRenewed ? { ...reported, renewTime, atMs: nowMs } : reported;
}

/** Another heartbeat makes the next lease count, whatever its time: the node's clock may have been set back. */
function sightingOfStatus(node: Node, last: Sighting | undefined, nowMs: number): Sighting {
  const heartbeat = heartbeatOf(node);
  if (last !== undefined && last.heartbeat === heartbeat) return last;
  const isNew = last === undefined && heartbeat === undefined;
  return { heartbeat, renewTime: undefined, atMs: isNew ? timeMsOf(node.metadata.creationTimestamp) : nowMs };
}

/** After a node was marked as lost: only a lease that is newer than this one is a sign of life. */
export function sightingOfLost(sighting: Sighting, node: Node, lease: Lease | undefined): Sighting {
  return { ...sighting, heartbeat: heartbeatOf(node), renewTime: lease && (lease.spec.renewTime ?? '') };
}

function heartbeatOf(node: Node): string | undefined {
  const ready = conditionOf(node.status.conditions, 'Ready');
  return ready && (ready.lastHeartbeatTime ?? '');
}

function isBefore(a: string, b: string): boolean {
  return a !== '' && b !== '' && timeMsOf(a) < timeMsOf(b);
}

/** Whether the node has been silent for too long. */
export function isLost(node: Node, sighting: Sighting, nowMs: number): boolean {
  const known = conditionOf(node.status.conditions, 'Ready') !== undefined;
  return nowMs > sighting.atMs + (known ? gracePeriodMs : startupGracePeriodMs);
}
