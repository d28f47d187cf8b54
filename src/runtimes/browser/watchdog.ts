/** Pings the engine periodically, and reports when it no longer answers. */

export interface WatchdogOptions {
  /** How long nothing may come; read anew at each check. */
  limitMs(): number;
  ping(): Promise<unknown>;
  /** Nothing came for so long, while the page itself was awake. */
  silent(): void;
}

/** Between two checks. */
const everyMs = 250;

/**
 * Returns what stops it. Time in which the page itself was stopped or throttled doesn't count, nor does silence from before the limit became
 * shorter: what was allowed to take long may still be under way.
 */
export function startWatchdog(options: WatchdogOptions): () => void {
  let silentMs = 0;
  let limitMs = options.limitMs();
  let isPinging = false;
  let checkedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const passed = Math.min(now - checkedAt, 2 * everyMs);
    checkedAt = now;
    const lastLimitMs = limitMs;
    limitMs = options.limitMs();
    silentMs = limitMs < lastLimitMs ? 0 : silentMs + passed;
    if (silentMs >= limitMs) {
      clearInterval(timer);
      options.silent();
    } else if (!isPinging) {
      isPinging = true;
      options.ping().then(
        () => {
          isPinging = false;
          silentMs = 0;
        },
        () => {},
      );
    }
  }, everyMs);
  return () => clearInterval(timer);
}
