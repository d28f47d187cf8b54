/** Parts growing from shrinking, each with a function of its own. */
import type { PodUse, Recommendations, ReplicaLimits, TargetUse } from 'converge/sdk';

const utilization = (pods: readonly PodUse[]): number => {
  const total = (of: (pod: PodUse) => number): number => pods.map(of).reduce((a, b) => a + b, 0);
  return Math.floor((100 * total((pod) => pod.uses ?? 0)) / total((pod) => pod.requests));
};

const measured = (pod: PodUse): boolean => pod.ready && typeof pod.uses === 'number';

export function recommendReplicas(use: TargetUse): number {
  const percent = utilization(use.pods.filter(measured));
  if (percent > use.target) return grow(use);
  return percent < use.target ? shrink(use) : use.replicas;
}

function grow({ replicas, target, pods }: TargetUse): number {
  const careful = pods.map((pod) => (measured(pod) ? pod : { ...pod, uses: 0 }));
  const percent = utilization(careful);
  const isComplete = pods.every(measured);
  if (percent / target <= 1.1) return replicas;
  const wanted = Math.ceil((percent / target) * pods.length);
  return isComplete ? wanted : Math.max(replicas, wanted);
}

function shrink({ replicas, target, pods }: TargetUse): number {
  const careful = pods.filter((pod) => pod.ready).map((pod) => (measured(pod) ? pod : { ...pod, uses: pod.requests }));
  const percent = utilization(careful);
  if (percent / target >= 0.9) return replicas;
  const wanted = Math.ceil((percent / target) * careful.length);
  return careful.every((pod) => pods.includes(pod)) ? wanted : Math.min(replicas, wanted);
}

export const stabilizeReplicas = ({ now, earlier, windowSeconds }: Recommendations): number =>
  earlier.reduce((highest, each) => (each.secondsAgo <= windowSeconds ? Math.max(highest, each.replicas) : highest), now);

export const boundReplicas = ({ replicas, wanted, minReplicas, maxReplicas }: ReplicaLimits): number => {
  const least = Math.max(wanted, minReplicas);
  return [maxReplicas, 2 * replicas < 4 ? 4 : 2 * replicas].reduce((a, b) => Math.min(a, b), least);
};
