import type {
  PodUse, Recommendations, ReplicaLimits, TargetUse,
} from 'converge/sdk';

/**
 * 1. How many Pods does the load ask for?
 * Each of `pods` has `requests`, `uses` and `ready`.
 */
export function recommendReplicas(use: TargetUse): number {
  const { replicas, target, pods } = use;
  const ratio = ratioOf(pods, target);

  return Math.ceil(replicas * ratio);
}

/** 2 where the Pods use twice as much as they should. */
function ratioOf(
  pods: readonly PodUse[],
  target: number,
): number {
  const uses = sum(pods.map((pod) => pod.uses ?? 0));
  const requests = sum(pods.map((pod) => pod.requests));
  const percent = Math.floor((uses * 100) / requests);
  return percent / target;
}

/** 2. And what has it asked for lately? */
export function stabilizeReplicas(
  { now, earlier, windowSeconds }: Recommendations,
): number {
  return now;
}

/** 3. How many of these do the limits allow? */
export function boundReplicas(limits: ReplicaLimits): number {
  const { replicas, wanted, minReplicas, maxReplicas } = limits;

  return wanted;
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((all, each) => all + each, 0);
