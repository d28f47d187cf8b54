/** How long a key that has failed waits until it is tried again. (client-go util/workqueue, default_rate_limiters.go) */

/** Says how long a key that has failed must wait. */
export interface RateLimiter {
  /** Counts one more failure of the key and returns its wait in milliseconds. */
  delayMs(key: string): number;
  /** The key succeeded: its next failure is the first again. */
  forget(key: string): void;
  /** Failures in a row. */
  failures(key: string): number;
}

/** How long failed keys wait: each by itself, and all of them together. */
export interface RateLimits {
  /** Wait after the first failure; doubles with each. */
  readonly baseMs: number;
  readonly maxMs: number;
  /** All keys together: retries per second, after `burst` of them at once. */
  readonly perSecond: number;
  readonly burst: number;
}

/** client-go's DefaultTypedControllerRateLimiter. */
export const defaultRateLimits: RateLimits = { baseMs: 5, maxMs: 1_000_000, perSecond: 10, burst: 100 };

/** The longer of two waits: the key's own, which doubles, and that of a bucket all keys draw from. `clock`: milliseconds. */
export function createRateLimiter(clock: { now(): number }, limits: RateLimits = defaultRateLimits): RateLimiter {
  const failures = new Map<string, number>();
  let tokens = limits.burst;
  let filledAt = clock.now();

  /** Takes a token, if need be one that is yet to come. */
  function bucketDelayMs(): number {
    const now = clock.now();
    tokens = Math.min(limits.burst, tokens + ((now - filledAt) * limits.perSecond) / 1000);
    filledAt = now;
    tokens -= 1;
    return tokens >= 0 ? 0 : (-tokens * 1000) / limits.perSecond;
  }

  return {
    delayMs(key) {
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      const ownMs = Math.min(limits.baseMs * 2 ** Math.min(count, 40), limits.maxMs);
      return Math.max(ownMs, bucketDelayMs());
    },
    forget(key) {
      failures.delete(key);
    },
    failures: (key) => failures.get(key) ?? 0,
  };
}
