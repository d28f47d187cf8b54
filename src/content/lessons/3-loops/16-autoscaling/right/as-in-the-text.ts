/** The four rules of the text, one after another, each a line or two. */
import type { PodUse, Recommendations, ReplicaLimits, TargetUse } from 'converge/sdk';

export function recommendReplicas(use: TargetUse): number {
  const { replicas, target, pods } = use;
  const known = pods.filter((pod) => pod.ready && pod.uses !== undefined);
  const others = pods.filter((pod) => !known.includes(pod));
  const first = ratioOf(known, target);
  const counted = [...known];
  if (first > 1) counted.push(...others.map((pod) => ({ ...pod, uses: 0 })));
  if (first < 1) counted.push(...others.filter((pod) => pod.ready).map((pod) => ({ ...pod, uses: pod.requests })));
  const second = ratioOf(counted, target);
  if (Math.abs(second - 1) <= 0.1) return replicas;
  const wanted = Math.ceil(second * counted.length);
  if (first > 1 && (second < 1 || wanted < replicas)) return replicas;
  if (first < 1 && (second > 1 || wanted > replicas)) return replicas;
  return wanted;
}

function ratioOf(pods: readonly PodUse[], target: number): number {
  const uses = sum(pods.map((pod) => pod.uses ?? 0));
  const requests = sum(pods.map((pod) => pod.requests));
  const percent = Math.floor((uses * 100) / requests);
  return percent / target;
}

export function stabilizeReplicas({ now, earlier, windowSeconds }: Recommendations): number {
  const recent = earlier.filter((each) => each.secondsAgo <= windowSeconds);
  return Math.max(now, ...recent.map((each) => each.replicas));
}

export function boundReplicas(limits: ReplicaLimits): number {
  const { replicas, wanted, minReplicas, maxReplicas } = limits;
  const most = Math.min(maxReplicas, Math.max(4, replicas * 2));
  return Math.min(most, Math.max(minReplicas, wanted));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
