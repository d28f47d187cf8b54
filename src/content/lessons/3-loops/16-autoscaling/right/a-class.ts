/** A class for what is summed up, and a sorted list for what was recommended. */
import type { PodUse, Recommendations, ReplicaLimits, TargetUse } from 'converge/sdk';

class Total {
  readonly #requested: number;
  readonly #used: number;
  readonly #count: number;

  constructor(requested: number, used: number, count: number) {
    this.#requested = requested;
    this.#used = used;
    this.#count = count;
  }

  with(pods: readonly PodUse[], usedOf: (pod: PodUse) => number): Total {
    let { requested, used } = { requested: this.#requested, used: this.#used };
    for (const pod of pods) {
      requested += pod.requests;
      used += usedOf(pod);
    }
    return new Total(requested, used, this.#count + pods.length);
  }

  percent(): number {
    return Math.trunc((this.#used * 100) / this.#requested);
  }

  pods(target: number): number {
    return Math.ceil((this.percent() / target) * this.#count);
  }
}

export function recommendReplicas({ replicas, target, pods }: TargetUse): number {
  const starting = pods.filter((pod) => !pod.ready);
  const missing = pods.filter((pod) => pod.ready && pod.uses === undefined);
  const others = pods.filter((pod) => pod.ready && pod.uses !== undefined);
  const known = new Total(0, 0, 0).with(others, (pod) => pod.uses ?? 0);
  const direction = Math.sign(known.percent() - target);
  const guesses = direction > 0 ? [...starting, ...missing] : direction < 0 ? missing : [];
  const total = known.with(guesses, (pod) => (direction > 0 ? 0 : pod.requests));
  if (Math.abs(1 - total.percent() / target) <= 0.1) return replicas;
  const wanted = total.pods(target);
  if (guesses.length === 0) return wanted;
  const keepsDirection = Math.sign(total.percent() - target) === direction && Math.sign(wanted - replicas) !== -direction;
  return keepsDirection ? wanted : replicas;
}

export function stabilizeReplicas({ now, earlier, windowSeconds }: Recommendations): number {
  const all = [{ replicas: now, secondsAgo: 0 }, ...earlier].filter((each) => each.secondsAgo <= windowSeconds);
  return all.sort((a, b) => b.replicas - a.replicas)[0]?.replicas ?? now;
}

export function boundReplicas({ replicas, wanted, minReplicas, maxReplicas }: ReplicaLimits): number {
  const allowed = [wanted, maxReplicas, Math.max(replicas + replicas, 4)].sort((a, b) => a - b)[0] ?? wanted;
  return allowed < minReplicas ? minReplicas : allowed;
}
