/** Which group is to grow, for Pods that fit nowhere (upstream core/scaleup/orchestrator, estimator/binpacking_estimator.go). Pure. */
import type { Node, Pod } from 'converge/sdk';
import type { NodeGroup } from './groups.ts';
import { placeFirst, problemsOf, type Space, spaceOf } from './space.ts';

/** A group as it is. */
export interface GroupState {
  readonly group: NodeGroup;
  readonly size: number;
  readonly template: Node;
  /** Its last growth was refused, and it is left alone for a while. */
  readonly backsOff: boolean;
}

export interface ScaleUpPlan {
  readonly growth: { readonly group: NodeGroup; readonly from: number; readonly count: number } | undefined;
  /** Pods that the growth is for. */
  readonly triggered: readonly Pod[];
  /** Pods that no group helps, and why; empty where one grows. */
  readonly refused: readonly { readonly pod: Pod; readonly reasons: readonly string[] }[];
}

/** @param spaces Nodes that are there, and those that are on their way. @param random Uniform in [0, 1): which of several groups grows. */
export function planScaleUp(pods: readonly Pod[], spaces: readonly Space[], groups: readonly GroupState[], random: () => number): ScaleUpPlan {
  const left = pods.filter((pod) => placeFirst(spaces, pod) === undefined);
  const options = groups
    .filter(({ size, group, backsOff }) => size < group.max && !backsOff)
    .map((state) => ({ state, ...estimate(state.template, left, state.group.max - state.size) }))
    .filter(({ fitting }) => fitting.length > 0);
  const chosen = options[Math.floor(random() * options.length)];
  if (chosen === undefined) return { growth: undefined, triggered: [], refused: left.map((pod) => ({ pod, reasons: groups.flatMap((each) => whyNot(each, pod)) })) };
  const { group, size } = chosen.state;
  return { growth: { group, from: size, count: chosen.count }, triggered: chosen.fitting, refused: [] };
}

/** How many nodes like this the Pods need, largest first, and which of them fit. */
export function estimate(template: Node, pods: readonly Pod[], most: number): { readonly count: number; readonly fitting: readonly Pod[] } {
  const added: Space[] = [];
  const empty = spaceOf(template);
  const share = (pod: Pod): number => {
    const { milliCpu, memoryBytes } = spaceOf(template, [pod]);
    return milliCpu / empty.allocatable.milliCpu + memoryBytes / empty.allocatable.memoryBytes;
  };
  const fitting = pods
    .map((pod) => ({ pod, share: share(pod) }))
    .sort((a, b) => b.share - a.share || (a.pod.metadata.uid < b.pod.metadata.uid ? -1 : 1))
    .flatMap(({ pod }) => {
      if (placeFirst(added, pod) !== undefined) return [pod];
      if (added.length >= most || problemsOf(empty, pod).length > 0) return [];
      added.push(spaceOf(template, [pod]));
      return [pod];
    });
  return { count: added.length, fitting };
}

/** (upstream core/scaleup/orchestrator/skippedreasons.go, and what the scheduler's plugins say of the group's node) */
function whyNot({ group, size, template, backsOff }: GroupState, pod: Pod): readonly string[] {
  if (backsOff) return ['in backoff after failed scale-up'];
  const problems = size >= group.max ? [] : problemsOf(spaceOf(template), pod);
  return problems.length > 0 ? problems : ['max node group size reached'];
}

/** `1 Insufficient cpu, 1 max node group size reached`; upstream goes through a map (processors/status/eventing_scale_up_processor.go, ReasonsMessage). */
export function reasonsText(reasons: readonly string[]): string {
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => `${all.length} ${reason}`);
  return counts.sort().join(', ');
}
