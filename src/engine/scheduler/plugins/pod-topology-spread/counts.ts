/** How many pods of a node a selector matches. Counted once a node and selector, and again only when the node's pods have changed. */
import type { NodeInfo } from 'converge/sdk';
import type { Constraint } from './constraints.ts';

interface Counted {
  generation: number;
  /** By namespace and selector. */
  readonly bySelector: Map<string, number>;
}

const remembered = new WeakMap<NodeInfo, Counted>();

/** Pods on their way out don't count (upstream issue 87621). */
export function countMatching(node: NodeInfo, constraint: Constraint): number {
  let counted = remembered.get(node);
  if (counted === undefined) {
    counted = { generation: node.generation, bySelector: new Map() };
    remembered.set(node, counted);
  } else if (counted.generation !== node.generation) {
    counted.generation = node.generation;
    counted.bySelector.clear();
  }
  const { countsId } = constraint;
  let count = counted.bySelector.get(countsId);
  if (count === undefined) {
    count = countNow(node, constraint);
    counted.bySelector.set(countsId, count);
  }
  return count;
}

function countNow({ pods }: NodeInfo, { matches, namespace }: Constraint): number {
  let count = 0;
  for (const { pod } of pods.values()) {
    const { metadata } = pod;
    if (metadata.namespace === namespace && metadata.deletionTimestamp === undefined && matches(metadata.labels)) count += 1;
  }
  return count;
}
