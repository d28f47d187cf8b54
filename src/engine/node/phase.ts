/** A pod's phase from its containers (upstream kubelet_pods.go getPhase). */
import type { Container, ContainerStatus, PodSpec } from '../sdk/index.ts';

export type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/** What the statuses say. `terminal`: the pod is being deleted, was evicted or ran out of time, and nothing starts any more. */
export function podPhase(
  spec: PodSpec,
  initStatuses: readonly ContainerStatus[],
  statuses: readonly ContainerStatus[],
  terminal: boolean,
): Phase {
  const init = countInit(spec.initContainers ?? [], initStatuses);
  const main = countMain(spec.containers, statuses);
  if (init.failed > 0 && spec.restartPolicy === 'Never') return 'Failed';
  const begun = main.running + main.stopped > 0;
  if (!begun && init.pending > 0 && !(terminal && main.waiting + main.unknown === 0)) return 'Pending';
  if (main.waiting > 0) return 'Pending';
  if (main.running + init.sidecars > 0 && main.unknown === 0) return 'Running';
  if (main.stopped === 0 || main.unknown > 0) return 'Pending';
  if (terminal) return main.stopped === main.succeeded ? 'Succeeded' : 'Failed';
  if ((spec.restartPolicy ?? 'Always') === 'Always') return 'Running';
  if (main.stopped === main.succeeded) return 'Succeeded';
  return spec.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

function countInit(containers: readonly Container[], statuses: readonly ContainerStatus[]) {
  let pending = 0;
  let failed = 0;
  /** That run: while one does, the pod hasn't ended. */
  let sidecars = 0;
  for (const container of containers) {
    const status = statuses.find((each) => each.name === container.name);
    if (container.restartPolicy === 'Always') {
      if (status?.state?.running !== undefined) sidecars += 1;
      if (status?.started !== true) pending += 1;
      continue;
    }
    const end = status?.state?.terminated ?? status?.lastState?.terminated;
    if (status?.state?.running !== undefined || end === undefined) pending += 1;
    else if (end.exitCode !== 0) failed += 1;
  }
  return { pending: pending + failed, failed, sidecars };
}

function countMain(containers: readonly Container[], statuses: readonly ContainerStatus[]) {
  const counts = { unknown: 0, running: 0, waiting: 0, stopped: 0, succeeded: 0 };
  for (const container of containers) {
    const state = statuses.find((each) => each.name === container.name);
    if (state?.state?.running !== undefined) counts.running += 1;
    else if (state?.state?.terminated !== undefined) {
      counts.stopped += 1;
      if (state.state.terminated.exitCode === 0) counts.succeeded += 1;
    } else if (state?.state?.waiting !== undefined) {
      // Waiting to be started again counts as stopped: CrashLoopBackOff keeps a pod Running.
      if (state.lastState?.terminated !== undefined) counts.stopped += 1;
      else counts.waiting += 1;
    } else counts.unknown += 1;
  }
  return counts;
}
