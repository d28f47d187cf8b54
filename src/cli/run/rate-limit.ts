/** How fast requests may follow each other: client-go's token bucket, with the figures of kube-controller-manager. */
export interface RateLimit {
  /** Resolves when the next request may be sent; in the order of the calls. */
  turn(): Promise<void>;
}

export interface RateLimitOptions {
  readonly perSecond: number;
  /** So many at once before the first has to wait. */
  readonly burst: number;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** `--kube-api-qps` and `--kube-api-burst` of kube-controller-manager. */
export const managerRate = { perSecond: 20, burst: 30 };

export function createRateLimit({ perSecond, burst, nowMs, sleep }: RateLimitOptions): RateLimit {
  let tokens = burst;
  let filledAt = nowMs();
  return {
    async turn() {
      const now = nowMs();
      tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000);
      filledAt = now;
      tokens -= 1;
      // One that is yet to come.
      if (tokens < 0) await sleep((-tokens * 1000) / perSecond);
    },
  };
}
