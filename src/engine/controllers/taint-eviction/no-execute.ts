import type { Node, Taint } from 'converge/sdk';

/** The taints of a node that drive pods away; none for a node that isn't there. */
export function noExecuteTaints(node: Node | undefined): readonly Taint[] {
  return node?.spec.taints?.filter(({ effect }) => effect === 'NoExecute') ?? [];
}
