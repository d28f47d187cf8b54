import type { Pod } from '../../sdk/index.ts';
import { defaultThresholds, type Observations, type Threshold, thresholdsMet, transitionMs } from './thresholds.ts';

/** What counts as a shortage, and what is done about it. One a kubelet: it may remember. */
export interface EvictionPolicy {
  /** A round. `met`: what the node is short of; `due`: what pods are evicted for. Memory comes first. */
  step(observations: Observations, nowMs: number): { readonly met: readonly Threshold[]; readonly due: readonly Threshold[] };
  /** What is still short after the node has given back what it can. */
  unresolved(observations: Observations): readonly Threshold[];
  /** The grace of a pod that is evicted for it. */
  graceSeconds(threshold: Threshold, pod: Pod): number;
  /** How long a condition is reported after it was last observed (pressureTransitionPeriod). */
  readonly transitionMs: number;
}

/** For hard thresholds (immediateEvictionGracePeriodSeconds). */
export const immediateGraceSeconds = 1;

const met = (observations: Observations): readonly Threshold[] => thresholdsMet(defaultThresholds, observations);

/** The default: each of them is a reason to evict at once. */
export const hardPolicy: EvictionPolicy = {
  step(observations) {
    const found = met(observations);
    return { met: found, due: found };
  },
  unresolved: met,
  graceSeconds: () => immediateGraceSeconds,
  transitionMs,
};
