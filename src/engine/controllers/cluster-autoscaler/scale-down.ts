/** Which nodes aren't needed (upstream core/scaledown/eligibility, simulator/drainability). Pure. */
import { controllerOf, labelSelectorMatcher, mirrorPodAnnotation, type Node, type Pod, type PodDisruptionBudget } from 'converge/sdk';
import { placeFirst, type Space, spaceOf, utilizationOf } from './space.ts';

/** scale-down-utilization-threshold */
const neededFrom = 0.5;
const safe = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
const disabled = 'cluster-autoscaler.kubernetes.io/scale-down-disabled';

/** Pods that would be elsewhere then: not those of DaemonSets and manifests, nor those that have ended. */
export function movingPods(pods: readonly Pod[]): readonly Pod[] {
  return pods.filter((pod) => {
    const { phase } = pod.status;
    const isMirror = pod.metadata.annotations?.[mirrorPodAnnotation] !== undefined;
    return !isMirror && phase !== 'Succeeded' && phase !== 'Failed' && controllerOf(pod)?.kind !== 'DaemonSet';
  });
}

/** Whether a Pod keeps its node from being removed. */
export function blocks(pod: Pod, budgets: readonly PodDisruptionBudget[]): boolean {
  const { metadata, spec } = pod;
  const own = budgets.filter((budget) => budget.metadata.namespace === metadata.namespace && labelSelectorMatcher(budget.spec.selector)(metadata.labels));
  if (own.some(({ status }) => (status?.disruptionsAllowed ?? 0) < 1)) return true;
  const said = metadata.annotations?.[safe];
  if (said !== undefined) return said !== 'true';
  if (controllerOf(pod) === undefined) return true;
  if (metadata.namespace === 'kube-system' && own.length === 0) return true;
  return (spec.volumes ?? []).some(({ emptyDir, hostPath }) => hostPath !== undefined || (emptyDir !== undefined && emptyDir.medium !== 'Memory'));
}

export interface NodeWithPods {
  readonly node: Node;
  readonly pods: readonly Pod[];
}

/** Of these candidates, those whose Pods all fit on other nodes. Pods that would come there from others before count as there. */
export function unneededNodes(candidates: readonly NodeWithPods[], all: readonly NodeWithPods[], budgets: readonly PodDisruptionBudget[]): readonly NodeWithPods[] {
  let nodes = all;
  return candidates.filter(({ node, pods }) => {
    if (node.metadata.annotations?.[disabled] === 'true' || utilizationOf(spaceOf(node, pods)) >= neededFrom) return false;
    const moving = movingPods(nodes.find((each) => each.node === node)?.pods ?? []);
    const without = nodes.filter((each) => each.node !== node);
    const moved = moving.some((pod) => blocks(pod, budgets)) ? undefined : placedOn(without, moving);
    nodes = moved ?? nodes;
    return moved !== undefined;
  });
}

/** The nodes with these Pods as well; undefined where they don't all fit. */
function placedOn(nodes: readonly NodeWithPods[], moving: readonly Pod[]): readonly NodeWithPods[] | undefined {
  const spaces = nodes.map(({ node, pods }) => spaceOf(node, pods));
  const added = new Map<Space, Pod[]>(spaces.map((space) => [space, []]));
  for (const pod of moving) {
    const space = placeFirst(spaces, pod);
    if (space === undefined) return undefined;
    added.get(space)?.push(pod);
  }
  return spaces.map((space, index) => ({ node: space.node, pods: [...(nodes[index]?.pods ?? []), ...(added.get(space) ?? [])] }));
}
