/** After a failure the next Pod waits: 10 s, 20 s, 40 s … up to 10 minutes. (upstream backoff_utils.go) */
import type { Pod } from 'converge/sdk';
import { absoluteFailures, finishedAtMs } from './job-pods.ts';

export const firstBackOffMs = 10_000;
export const longestBackOffMs = 600_000;

/** Failures since the last success. */
export interface BackOff {
  readonly failures: number;
  /** When the last of them ended. Undefined when there is none. */
  readonly lastFailureMs?: number;
}

export const noBackOff: BackOff = { failures: 0 };

/** What these newly ended Pods make of it: a success forgets the failures before it. */
export function nextBackOff(before: BackOff, succeeded: readonly Pod[], failed: readonly Pod[]): BackOff {
  const failures = failed.map(finishedAtMs);
  if (succeeded.length === 0) {
    if (failures.length === 0) return before;
    return { failures: before.failures + failures.length, lastFailureMs: Math.max(...failures) };
  }
  const lastSuccessMs = Math.max(...succeeded.map(finishedAtMs));
  const since = failures.filter((atMs) => atMs > lastSuccessMs);
  return since.length === 0 ? noBackOff : { failures: since.length, lastFailureMs: Math.max(...since) };
}

/** Milliseconds until the next Pod may be made; 0: now. */
export function backOffLeftMs({ failures, lastFailureMs = 0 }: BackOff, nowMs: number): number {
  if (failures === 0) return 0;
  let waitMs = firstBackOffMs;
  for (let failure = 1; failure < failures && waitMs < longestBackOffMs; failure += 1) waitMs *= 2;
  return Math.max(0, Math.min(waitMs, longestBackOffMs) - (nowMs - lastFailureMs));
}

/** The same for one index: its last Pod says how many failed before it. */
export function indexBackOffLeftMs(lastFailed: Pod | undefined, nowMs: number): number {
  if (lastFailed === undefined) return 0;
  const lastFailureMs = finishedAtMs(lastFailed);
  return backOffLeftMs({ failures: absoluteFailures(lastFailed) + 1, lastFailureMs }, nowMs);
}
