/** One scheduling cycle up to the choice of a node. Reads the cache, writes nothing. */
import type { Random } from '../kernel/index.ts';
import { fitErrorMessage, type NodeInfo, noNodes, type PodInfo, type Rejection } from '../sdk/index.ts';
import type { Framework, PreFiltered, Refused, RunningFilter } from './framework.ts';

export type Choice =
  | { readonly type: 'node'; readonly nodeName: string }
  | {
      readonly type: 'unschedulable';
      readonly message: string;
      readonly rejectedBy: readonly string[];
      /** See PostFiltered. */
      readonly nominated?: string | undefined;
    };

/** Pods for which room is being made, and where (upstream backend/queue/nominator.go). */
export interface Nominations {
  /** Name of the node where room is being made for this pod. */
  nodeFor(pod: PodInfo): string | undefined;
  /** The rejection if the other pods that are nominated to this node, and come first, were there already. */
  refused(pod: PodInfo, node: NodeInfo): Refused | undefined;
}

export interface Selector {
  /** The node for a pod among these (in the cache's order), or why there is none. */
  select(pod: PodInfo, nodes: readonly NodeInfo[]): Choice;
}

/** Nodes that must be found fit before the search stops (percentageOfNodesToScore = 0, adaptive). */
export function feasibleNodesToFind(nodeCount: number): number {
  if (nodeCount < 100) return nodeCount;
  const percentage = Math.max(5, 50 - Math.trunc(nodeCount / 125));
  return Math.max(100, Math.trunc((nodeCount * percentage) / 100));
}

interface Found {
  readonly feasible: readonly NodeInfo[];
  readonly rejections: Map<string, Rejection>;
  readonly rejectedBy: ReadonlySet<string>;
}

/**
 * Each pod's search starts where the one before stopped, so that all nodes get their turn. Where room is being made for a pod, that
 * node is tried first.
 */
export function createSelector(framework: Framework, random: Random, nominations?: Nominations): Selector {
  let nextStart = 0;
  const feasible: NodeInfo[] = [];

  const refusedBy = (pod: PodInfo, node: NodeInfo, filters: readonly RunningFilter[]): Refused | undefined =>
    nominations?.refused(pod, node) ?? framework.filter(filters, pod, node);

  function findFeasible(pod: PodInfo, nodes: readonly NodeInfo[], prepared: PreFiltered): Found {
    const { filters, only } = prepared;
    const candidates = only === undefined ? nodes : nodes.filter((node) => only.has(node.name));
    const count = candidates.length;
    const wanted = feasibleNodesToFind(count);
    const rejections = new Map<string, Rejection>();
    const rejectedBy = new Set<string>();
    feasible.length = 0;
    let looked = 0;
    for (; looked < count && feasible.length < wanted; looked += 1) {
      const node = candidates[(nextStart + looked) % count];
      if (node === undefined) continue;
      const refused = refusedBy(pod, node, filters);
      if (refused === undefined) feasible.push(node);
      else {
        rejections.set(node.name, refused.rejection);
        rejectedBy.add(refused.plugin);
      }
    }
    if (nodes.length > 0) nextStart = (nextStart + looked) % nodes.length;
    return { feasible, rejections, rejectedBy };
  }

  return {
    select(pod, nodes) {
      if (nodes.length === 0) return { type: 'unschedulable', message: noNodes, rejectedBy: [] };
      const nodeCount = nodes.length;
      const prepared = framework.preFilter(pod, nodes);
      if ('rejection' in prepared) {
        const preFilter = prepared.rejection.reasons.join(', ');
        const { message: postFilter, nominated } = framework.postFilter(pod, nodes, new Map());
        const message = fitErrorMessage({ nodeCount, rejections: new Map(), preFilter, postFilter });
        return { type: 'unschedulable', message, rejectedBy: [prepared.plugin], nominated };
      }
      const first = nominations?.nodeFor(pod);
      const there = first === undefined ? undefined : nodes.find(({ name }) => name === first);
      const isOpen = there !== undefined && prepared.only?.has(there.name) !== false;
      if (isOpen && refusedBy(pod, there, prepared.filters) === undefined) return { type: 'node', nodeName: there.name };
      const found = findFeasible(pod, nodes, prepared);
      if (found.feasible.length > 0) return { type: 'node', nodeName: best(framework, random, pod, found.feasible) };
      const { message: postFilter, nominated } = framework.postFilter(pod, nodes, found.rejections);
      const { rejections } = found;
      const message = fitErrorMessage({ nodeCount, rejections, absent: notNarrowed(prepared), postFilter });
      return { type: 'unschedulable', message, rejectedBy: [...found.rejectedBy, ...prepared.narrowedBy], nominated };
    },
  };
}

/** Name of the node with the highest score; ties are drawn. */
function best(framework: Framework, random: Random, pod: PodInfo, nodes: readonly NodeInfo[]): string {
  const first = nodes[0];
  if (first !== undefined && nodes.length === 1) return first.name;
  const totals = framework.score(pod, nodes);
  let chosen = 0;
  let top = totals[0] ?? 0;
  let ties = 1;
  for (let index = 1; index < nodes.length; index += 1) {
    const total = totals[index] ?? 0;
    if (total > top) {
      top = total;
      chosen = index;
      ties = 1;
    } else if (total === top) {
      // Reservoir sampling: each of the ties is equally likely.
      ties += 1;
      if (random.int(ties) === 0) chosen = index;
    }
  }
  return nodes[chosen]?.name ?? '';
}

/** What is said of the nodes that PreFilter plugins have ruled out by name. */
export function notNarrowed({ narrowedBy }: Pick<PreFiltered, 'narrowedBy'>): string {
  const together = narrowedBy.length > 1 ? ' simultaneously' : '';
  return `node(s) didn't satisfy plugin(s) [${narrowedBy.join(' ')}]${together}`;
}
