/**
 * Which pods make room for a critical one: as few Guaranteed ones as possible, then as few Burstable ones, then as few BestEffort ones.
 * Pure. (upstream pkg/kubelet/preemption/preemption.go)
 */
import { type Pod, podRequests, type Resources } from '../../sdk/index.ts';
import { qosClass } from '../../sdk/internal.ts';
import type { Shortage } from '../admission.ts';
import { canPreempt } from '../critical-pods.ts';

interface Candidate {
  readonly pod: Pod;
  readonly requests: Resources;
}

/** Those of these pods whose requests are enough; or what would be missing even without any of them. */
export function choosePods(
  critical: Pod,
  pods: readonly Pod[],
  missing: readonly Shortage[],
): { readonly victims: readonly Pod[] } | { readonly missing: readonly Shortage[] } {
  const candidates = pods.filter((pod) => canPreempt(critical, pod)).map((pod): Candidate => ({ pod, requests: podRequests(pod) }));
  const of = (wanted: string): readonly Candidate[] => candidates.filter(({ pod }) => (pod.status.qosClass ?? qosClass(pod.spec)) === wanted);
  const stillMissing = without(missing, candidates);
  if (stillMissing.length > 0) return { missing: stillMissing };
  const bestEffort = of('BestEffort');
  const burstable = of('Burstable');
  const guaranteedVictims = nearest(of('Guaranteed'), without(missing, [...bestEffort, ...burstable]));
  const burstableVictims = nearest(burstable, without(missing, [...bestEffort, ...guaranteedVictims]));
  const bestEffortVictims = nearest(bestEffort, without(missing, [...burstableVictims, ...guaranteedVictims]));
  return { victims: [...bestEffortVictims, ...burstableVictims, ...guaranteedVictims].map(({ pod }) => pod) };
}

/** One after the other the one that comes nearest to what is still missing; of several the smaller one, and of equal ones the first. */
function nearest(candidates: readonly Candidate[], missing: readonly Shortage[]): readonly Candidate[] {
  const [first, ...others] = candidates;
  if (missing.length === 0 || first === undefined) return [];
  const isBetter = (a: Candidate, b: Candidate): boolean => (distance(missing, a) - distance(missing, b) || compareSizes(a, b)) < 0;
  const best = others.reduce((before, each) => (isBetter(each, before) ? each : before), first);
  const rest = candidates.filter((each) => each !== best);
  return [best, ...nearest(rest, without(missing, [best]))];
}

/** How much would still be missing without this pod: the squares of each resource's share. */
function distance(missing: readonly Shortage[], candidate: Candidate): number {
  return missing.reduce((sum, { resource, amount }) => {
    const share = Math.max(0, amount - amountOf(candidate, resource)) / amount;
    return sum + share * share;
  }, 0);
}

function compareSizes(a: Candidate, b: Candidate): number {
  return a.requests.memoryBytes - b.requests.memoryBytes || a.requests.milliCpu - b.requests.milliCpu;
}

/** What is missing once these pods are gone. */
function without(missing: readonly Shortage[], gone: readonly Candidate[]): readonly Shortage[] {
  return missing
    .map(({ resource, amount }) => ({ resource, amount: gone.reduce((left, each) => left - amountOf(each, resource), amount) }))
    .filter(({ amount }) => amount > 0);
}

function amountOf({ requests }: Candidate, resource: string): number {
  switch (resource) {
    case 'pods':
      return 1;
    case 'cpu':
      return requests.milliCpu;
    case 'memory':
      return requests.memoryBytes;
    case 'ephemeral-storage':
      return requests.ephemeralBytes;
    default:
      return requests.extended?.get(resource) ?? 0;
  }
}
