/** What pods count for in a quota (upstream: pkg/quota/v1/evaluator/core/pods.go). */
import { isNativeResource, timeMsOf } from '../../meta/index.ts';
import type { Pod } from '../generated/types.ts';
import { type Amounts, amountsOf, one, sumOf } from './amounts.ts';
import { podTotal } from './pod-total.ts';

/** Counted under their own name and as `requests.…`. */
const computed = new Set(['cpu', 'memory', 'ephemeral-storage']);

const names = new Set([
  ...['pods', 'count/pods', 'cpu', 'memory', 'ephemeral-storage'],
  ...['requests.cpu', 'requests.memory', 'requests.ephemeral-storage'],
  ...['limits.cpu', 'limits.memory', 'limits.ephemeral-storage'],
]);

/** Where a quota speaks of these, every container has to say how much it wants. */
const mustBeSaid = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']);

/** Whether a quota's resource is about pods. */
export function isPodResource(name: string): boolean {
  if (names.has(name) || isHugePages(name)) return true;
  return name.startsWith('requests.') && (isHugePages(name.slice(9)) || !isNativeResource(name.slice(9)));
}

/** Finished pods are only counted as objects. */
export function podUsage(pod: Pod, nowMs: number): Amounts {
  const stored = new Map([['count/pods', one]]);
  if (isOver(pod, nowMs)) return stored;
  const { overhead } = pod.spec;
  const extra = amountsOf(overhead);
  const requests = sumOf(podTotal(pod, 'requests'), extra);
  const limits = podTotal(pod, 'limits');
  // Overhead only adds to limits that are there.
  const limited = new Map([...sumOf(limits, extra)].filter(([name]) => limits.has(name)));
  return sumOf(stored, usageOf(requests, limited));
}

/** What the containers have to say and don't, in upstream's words; undefined when nothing is missing. */
export function missingFromPod(pod: Pod, restricted: Iterable<string>): string | undefined {
  const missing = new Map<string, string[]>();
  const required = [...restricted].filter((name) => mustBeSaid.has(name));
  for (const container of [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]) {
    const { requests, limits } = container.resources ?? {};
    const said = usageOf(amountsOf(requests), amountsOf(limits));
    for (const name of required) if (!said.has(name)) missing.set(name, [...(missing.get(name) ?? []), container.name]);
  }
  if (missing.size === 0) return undefined;
  const parts = [...missing.keys()]
    .sort()
    .map((name) => `${name} for: ${[...(missing.get(name) ?? [])].sort().join(',')}`);
  return `must specify ${parts.join('; ')}`;
}

function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

function isOver({ status, metadata }: Pod, nowMs: number): boolean {
  if (status.phase === 'Failed' || status.phase === 'Succeeded') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return nowMs > timeMsOf(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

function usageOf(requests: Amounts, limits: Amounts): Amounts {
  const usage = new Map([['pods', one]]);
  for (const [name, amount] of requests) {
    if (computed.has(name) || isHugePages(name)) usage.set(name, amount);
    if (computed.has(name) || isHugePages(name) || !isNativeResource(name)) usage.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of limits) if (computed.has(name)) usage.set(`limits.${name}`, amount);
  return usage;
}
