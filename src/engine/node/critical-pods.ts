/** Which pods a node can't do without (upstream pkg/kubelet/types/pod_update.go). */
import type { Pod } from '../sdk/index.ts';
import { isStaticPod } from './terminated-statuses.ts';

/** scheduling.SystemCriticalPriority: of the classes system-cluster-critical and system-node-critical. */
export const criticalPriority = 2_000_000_000;

/** (upstream IsCriticalPod) */
export function isCriticalPod(pod: Pod): boolean {
  return isStaticPod(pod) || (pod.spec.priority ?? 0) >= criticalPriority;
}

/** Whether a pod may end another one to get its room (upstream Preemptable). */
export function canPreempt(pod: Pod, other: Pod): boolean {
  if (isCriticalPod(pod) && !isCriticalPod(other)) return true;
  const { priority } = pod.spec;
  return priority !== undefined && other.spec.priority !== undefined && priority > other.spec.priority;
}
