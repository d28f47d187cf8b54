/** How bad is it? When too many nodes are lost at once, the fault is more likely here than there. Pure. */
import { isTrue, type Node } from 'converge/sdk';

export type ZoneState = 'Normal' | 'PartialDisruption' | 'FullDisruption';

export interface Zone {
  readonly name: string;
  readonly nodes: readonly Node[];
  /** How many of them its state and its rate go by. */
  readonly counted: number;
  readonly state: ZoneState;
}

/** A node with this label isn't counted, whatever its value: its loss says nothing of the zone. */
const excluded = 'node.kubernetes.io/exclude-disruption';

const evictionsPerSecond = 0.1;
const secondaryEvictionsPerSecond = 0.01;
const unhealthyShare = 0.55;
const largeZone = 50;

/** The nodes by region and zone, each judged by how many of its nodes are ready. */
export function zonesOf(nodes: readonly Node[]): readonly Zone[] {
  const byName = new Map<string, Node[]>();
  for (const node of nodes) {
    const labels = node.metadata.labels ?? {};
    const name = `${labels['topology.kubernetes.io/region'] ?? ''}:${labels['topology.kubernetes.io/zone'] ?? ''}`;
    const zone = byName.get(name);
    if (zone === undefined) byName.set(name, [node]);
    else zone.push(node);
  }
  return [...byName].map(([name, members]) => {
    const counted = members.filter(({ metadata }) => metadata.labels?.[excluded] === undefined);
    return { name, nodes: members, counted: counted.length, state: stateOf(counted) };
  });
}

function stateOf(nodes: readonly Node[]): ZoneState {
  const notReady = nodes.filter(({ status }) => !isTrue(status.conditions, 'Ready')).length;
  if (notReady > 0 && notReady === nodes.length) return 'FullDisruption';
  if (notReady > 2 && notReady / nodes.length >= unhealthyShare) return 'PartialDisruption';
  return 'Normal';
}

/** Milliseconds from one node's eviction to the next one's in this zone; Infinity: none. */
export function evictionIntervalMs({ state, counted }: Zone): number {
  if (state !== 'PartialDisruption') return 1000 / evictionsPerSecond;
  return counted > largeZone ? 1000 / secondaryEvictionsPerSecond : Number.POSITIVE_INFINITY;
}
