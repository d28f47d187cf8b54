/** Checks all nodes: marks those that are lost, and those whose pods are to be evicted. */
import { conditionOf, Lease, Node, type Tools } from 'converge/sdk';
import { unknownConditions } from './conditions.ts';
import { isLost, type Sighting, sightingOf, sightingOfLost } from './freshness.ts';
import { markPodsNotReady } from './pods.ts';
import { isEvicting, noExecuteKey } from './taints.ts';
import { setNoExecute } from './write-taints.ts';
import { evictionIntervalMs, zonesOf } from './zones.ts';

/** What is remembered between passes. */
export interface Memory {
  readonly sightings: Map<string, Sighting>;
  /** Each node as last seen: its removal is said of that one. */
  readonly known: Map<string, Node>;
  /** Nodes whose pods could not all be marked yet. */
  readonly unmarked: Set<string>;
  /** Zone -> earliest time of its next eviction, milliseconds. */
  readonly nextEvictionMs: Map<string, number>;
  /** Every node of every zone was lost. */
  allLost: boolean;
}

export function createMemory(): Memory {
  return { sightings: new Map(), known: new Map(), unmarked: new Set(), nextEvictionMs: new Map(), allLost: false };
}

/** One pass. Goes on to the next node when a write is refused; the last refusal is thrown in the end. */
export async function monitor(memory: Memory, tools: Tools): Promise<void> {
  const listed = tools.lister(Node).list();
  noteMembers(memory, listed, tools);
  let refusal: unknown;
  const nodes: Node[] = [];
  for (const node of listed) {
    try {
      nodes.push(await examine(node, memory, tools));
    } catch (error) {
      nodes.push(node);
      refusal = error;
    }
  }
  try {
    await evict(nodes, memory, tools);
  } catch (error) {
    refusal = error;
  }
  if (refusal !== undefined) throw refusal;
}

function noteMembers({ sightings, known, unmarked }: Memory, nodes: readonly Node[], { events }: Tools): void {
  const present = new Set(nodes.map(({ metadata }) => metadata.name));
  for (const node of nodes) {
    const { name } = node.metadata;
    if (!known.has(name)) events.normal(node, 'RegisteredNode', `Node ${name} event: Registered Node ${name} in Controller`);
    known.set(name, node);
  }
  for (const [name, node] of known) {
    if (present.has(name)) continue;
    events.normal(node, 'RemovingNode', `Node ${name} event: Removing Node ${name} from Controller`);
    known.delete(name);
    sightings.delete(name);
    unmarked.delete(name);
  }
}

/** Returns the node as it is afterwards. */
async function examine(node: Node, memory: Memory, tools: Tools): Promise<Node> {
  const { name } = node.metadata;
  const lease = tools.lister(Lease).get(`kube-node-lease/${name}`);
  const sighting = sightingOf(node, lease, memory.sightings.get(name), tools.now());
  memory.sightings.set(name, sighting);
  let now = node;
  if (isLost(node, sighting, tools.now())) {
    const conditions = unknownConditions(node, tools.now());
    if (conditions !== node.status.conditions) {
      now = await tools.client.updateStatus(Node, { ...node, status: { ...node.status, conditions } });
      memory.sightings.set(name, sightingOfLost(sighting, now, lease));
    }
  }
  const wasReady = conditionOf(node.status.conditions, 'Ready')?.status === 'True';
  const isReady = conditionOf(now.status.conditions, 'Ready')?.status === 'True';
  if (isReady) memory.unmarked.delete(name);
  else if (wasReady) {
    memory.unmarked.add(name);
    tools.events.normal(node, 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
  }
  if (memory.unmarked.has(name)) {
    await markPodsNotReady(name, tools);
    memory.unmarked.delete(name);
  }
  return now;
}

/** Taints lost nodes NoExecute, one in ten seconds a zone; none while every node is lost. */
async function evict(nodes: readonly Node[], memory: Memory, tools: Tools): Promise<void> {
  const zones = zonesOf(nodes);
  const judged = zones.filter(({ counted }) => counted > 0);
  const allLost = judged.length > 0 && judged.every(({ state }) => state === 'FullDisruption');
  if (memory.allLost && !allLost) forgetSilence(memory, tools.now());
  memory.allLost = allLost;
  for (const node of nodes) {
    const shouldStay = allLost || noExecuteKey(node) === undefined;
    // A node that is tainted already only changes from one taint to the other.
    if (shouldStay || isEvicting(node)) await setNoExecute(node, !shouldStay, tools);
  }
  if (allLost) return;
  for (const zone of zones) {
    const next = memory.nextEvictionMs.get(zone.name) ?? 0;
    const node = zone.nodes.find((each) => noExecuteKey(each) !== undefined && !isEvicting(each));
    const intervalMs = evictionIntervalMs(zone);
    if (node === undefined || tools.now() < next || intervalMs === Number.POSITIVE_INFINITY) continue;
    await setNoExecute(node, true, tools);
    memory.nextEvictionMs.set(zone.name, tools.now() + intervalMs);
  }
}

/** After all were lost, it was the master that was cut off: every node gets its full time again. */
function forgetSilence({ sightings }: Memory, nowMs: number): void {
  for (const [name, sighting] of sightings) sightings.set(name, { ...sighting, atMs: nowMs });
}
