/** Adds everything up in one loop, and keeps sums instead of lists. */
import type { Recommendations, ReplicaLimits, TargetUse } from 'converge/sdk';

export function recommendReplicas({ replicas, target, pods }: TargetUse): number {
  let used = 0;
  let requested = 0;
  let counted = 0;
  const starting = { requested: 0, count: 0 };
  const missing = { requested: 0, count: 0 };
  for (const pod of pods) {
    if (!pod.ready) {
      starting.requested += pod.requests;
      starting.count += 1;
    } else if (pod.uses === undefined) {
      missing.requested += pod.requests;
      missing.count += 1;
    } else {
      used += pod.uses;
      requested += pod.requests;
      counted += 1;
    }
  }
  const percent = (): number => Math.floor((used * 100) / requested);
  const before = percent();
  if (before > target) {
    requested += starting.requested + missing.requested;
    counted += starting.count + missing.count;
  } else if (before < target) {
    used += missing.requested;
    requested += missing.requested;
    counted += missing.count;
  }
  const after = percent();
  if (Math.abs(after / target - 1) <= 0.1) return replicas;
  const wanted = Math.ceil((after / target) * counted);
  const guessed = before > target ? starting.count + missing.count : missing.count;
  if (guessed === 0) return wanted;
  if (before > target) return after < target || wanted < replicas ? replicas : wanted;
  return after > target || wanted > replicas ? replicas : wanted;
}

export function stabilizeReplicas({ now, earlier, windowSeconds }: Recommendations): number {
  let highest = now;
  for (const { replicas, secondsAgo } of earlier) {
    if (secondsAgo > windowSeconds) continue;
    if (replicas > highest) highest = replicas;
  }
  return highest;
}

export function boundReplicas({ replicas, wanted, minReplicas, maxReplicas }: ReplicaLimits): number {
  if (wanted < minReplicas) return minReplicas;
  let most = maxReplicas;
  if (replicas <= 2) most = Math.min(most, 4);
  else most = Math.min(most, replicas + replicas);
  return wanted > most ? most : wanted;
}
