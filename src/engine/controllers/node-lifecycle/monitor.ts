/** Checks all nodes: marks those that are lost, and those whose pods are to be evicted. */
import { conditionOf, Lease, Node, type Tools } from 'converge/sdk';
import { unknownConditions } from './conditions.ts';
import { isLost, type Sighting, sightingOf, sightingOfLost } from './freshness.ts';
import { afterOne, type Limiter, limiterOf } from './limiter.ts';
import { markPodsNotReady } from './pods.ts';
import { isEvicting } from './taints.ts';
import { setNoExecute } from './write-taints.ts';
import { evictionIntervalMs, zonesOf } from './zones.ts';

/** What is remembered between passes. */
export interface Memory {
  readonly sightings: Map<string, Sighting>;
  /** Each node as last seen: its removal is said of that one. */
  readonly known: Map<string, Node>;
  /** Nodes whose pods could not all be marked yet. */
  readonly unmarked: Set<string>;
  /** By zone. */
  readonly limiters: Map<string, Limiter>;
  /** Every node of every zone was lost. */
  allLost: boolean;
}

export function createMemory(): Memory {
  return { sightings: new Map(), known: new Map(), unmarked: new Set(), limiters: new Map(), allLost: false };
}

/** A node after it was examined. */
interface Examined {
  readonly node: Node;
  /** By its condition Ready as it was before this pass: whether Pods stay there. Undefined: it has none, or couldn't be written. */
  readonly stays: boolean | undefined;
}

/** A limiter may be so early: upstream looks at its own every so often, and passes here may begin a little late. */
const nodeEvictionPeriodMs = 100;

/** One pass. Goes on to the next node when a write is refused; the last refusal is thrown in the end. */
export async function monitor(memory: Memory, tools: Tools): Promise<void> {
  const startedMs = tools.now();
  const listed = tools.lister(Node).list();
  noteMembers(memory, listed, tools);
  let refusal: unknown;
  const examined: Examined[] = [];
  for (const node of listed) {
    try {
      examined.push(await examine(node, memory, tools));
    } catch (error) {
      examined.push({ node, stays: undefined });
      refusal = error;
    }
  }
  try {
    await evict(examined, memory, startedMs, tools);
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

/** Marks a node that is lost. Its Pods are to go from the next pass on, when all nodes have been judged. */
async function examine(node: Node, memory: Memory, tools: Tools): Promise<Examined> {
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
  return { node: now, stays: conditionOf(now.status.conditions, 'Ready') === undefined ? undefined : wasReady };
}

/** Taints lost nodes NoExecute, one in ten seconds a zone; none while every node is lost. */
async function evict(examined: readonly Examined[], memory: Memory, startedMs: number, tools: Tools): Promise<void> {
  const zones = zonesOf(examined.map(({ node }) => node));
  const judged = zones.filter(({ counted }) => counted > 0);
  const allLost = judged.length > 0 && judged.every(({ state }) => state === 'FullDisruption');
  if (memory.allLost && !allLost) forgetSilence(memory, tools.now());
  memory.allLost = allLost;
  for (const { node, stays } of examined) {
    if (allLost || stays === true) await setNoExecute(node, false, tools);
    // A node that is tainted already only changes from one taint to the other.
    else if (stays === false && isEvicting(node)) await setNoExecute(node, true, tools);
  }
  const leaving = new Set(examined.filter(({ stays }) => stays === false).map(({ node }) => node));
  for (const zone of zones) {
    const intervalMs = allLost ? Number.POSITIVE_INFINITY : evictionIntervalMs(zone);
    const limiter = limiterOf(memory.limiters.get(zone.name), intervalMs, startedMs);
    memory.limiters.set(zone.name, limiter);
    const node = zone.nodes.find((each) => leaving.has(each) && !isEvicting(each));
    if (node === undefined || startedMs + nodeEvictionPeriodMs < limiter.nextMs) continue;
    memory.limiters.set(zone.name, afterOne(limiter, startedMs));
    await setNoExecute(node, true, tools);
  }
}

/** After all were lost, it was the master that was cut off: every node gets its full time again. */
function forgetSilence({ sightings }: Memory, nowMs: number): void {
  for (const [name, sighting] of sightings) sightings.set(name, { ...sighting, atMs: nowMs });
}
