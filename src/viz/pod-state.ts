/** What a Pod is doing, in one word and in a few. */
import type { PodState } from './model.ts';
import type { PodFields } from './objects.ts';

/** Everything of a Pod's state but what depends on its node and on the clock. */
export interface PodCondition {
  readonly state: PodState;
  readonly label: string;
  readonly ready: boolean;
  readonly restarts: number;
}

export function podCondition(pod: PodFields): PodCondition {
  const statuses = pod.status?.containerStatuses ?? [];
  let restarts = 0;
  for (const status of statuses) restarts += status.restartCount ?? 0;
  const ready =
    pod.status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false;
  return { ...stateOf(pod, ready, restarts), ready, restarts };
}

function stateOf(
  pod: PodFields,
  ready: boolean,
  restarts: number,
): { readonly state: PodState; readonly label: string } {
  if (pod.metadata.deletionTimestamp !== undefined) return { state: 'terminating', label: 'Terminating' };
  const phase = pod.status?.phase ?? 'Pending';
  if (phase === 'Succeeded') return { state: 'succeeded', label: 'Succeeded' };
  if (phase === 'Failed') return { state: 'failed', label: pod.status?.reason ?? 'Failed' };
  if (phase === 'Unknown') return { state: 'unknown', label: 'Unknown' };
  for (const { state } of pod.status?.containerStatuses ?? []) {
    const waiting = state?.waiting?.reason;
    if (waiting === 'CrashLoopBackOff') return { state: 'crash-loop', label: `CrashLoopBackOff, ${times(restarts)}` };
    if (state?.terminated !== undefined && (state.terminated.exitCode ?? 0) !== 0) {
      return {
        state: 'crash-loop',
        label: `${state.terminated.reason ?? 'Error'}, exit code ${state.terminated.exitCode}`,
      };
    }
    if (waiting !== undefined && waiting !== 'ContainerCreating' && waiting !== 'PodInitializing') {
      return { state: 'starting', label: waiting };
    }
  }
  if (pod.spec?.nodeName === undefined)
    return { state: 'pending', label: unschedulable(pod) ? 'Pending, no node fits' : 'Pending' };
  // Bound, and its kubelet has not said a word of it yet.
  if (pod.status?.containerStatuses === undefined && phase === 'Pending') return { state: 'pending', label: 'Pending, on its way' };
  if (phase !== 'Running') return { state: 'starting', label: 'ContainerCreating' };
  return ready ? { state: 'running', label: 'Running' } : { state: 'not-ready', label: 'Running, not ready' };
}

function unschedulable(pod: PodFields): boolean {
  return (
    pod.status?.conditions?.some((condition) => condition.type === 'PodScheduled' && condition.status === 'False') ??
    false
  );
}

const times = (restarts: number): string => (restarts === 1 ? '1 restart' : `${restarts} restarts`);
