/** How many pods of a node a selector matches. Counted once a node and selector, and again only when the node's pods have changed. */
import type { NodeInfo } from 'converge/sdk';

/** What was counted for one selector: every pod to be placed asks for hundreds of nodes. */
export type Counted = WeakMap<NodeInfo, { generation: number; count: number }>;

export type Matcher = (labels: Readonly<Record<string, string>> | undefined) => boolean;

/** Whose pods are counted. */
export interface Countable {
  readonly matches: Matcher;
  readonly namespace: string;
  /** What was counted for it, the same for the same namespace and selector. */
  readonly counted: Counted;
}

/** By namespace and selector. One entry for each stays; what was counted goes with the nodes. */
const remembered = new Map<string, Counted>();

/** What was counted for the selector of this text. */
export function countedFor(selector: string): Counted {
  let counted = remembered.get(selector);
  if (counted === undefined) {
    counted = new WeakMap();
    remembered.set(selector, counted);
  }
  return counted;
}

/** Pods on their way out don't count (upstream issue 87621). */
export function countMatching(node: NodeInfo, countable: Countable): number {
  const { generation } = node;
  const { counted } = countable;
  const known = counted.get(node);
  if (known?.generation === generation) return known.count;
  const count = countNow(node, countable);
  if (known === undefined) counted.set(node, { generation, count });
  else {
    known.generation = generation;
    known.count = count;
  }
  return count;
}

function countNow({ pods }: NodeInfo, { matches, namespace }: Countable): number {
  let count = 0;
  for (const { pod } of pods.values()) {
    const { metadata } = pod;
    if (metadata.namespace === namespace && metadata.deletionTimestamp === undefined && matches(metadata.labels)) count += 1;
  }
  return count;
}
