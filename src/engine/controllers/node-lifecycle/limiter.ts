/** How fast the nodes of a zone are emptied: a bucket of one token. Pure. (upstream scheduler/rate_limited_queue.go) */

export interface Limiter {
  /** From one node to the next; Infinity: none is emptied. */
  readonly intervalMs: number;
  /** When the next one may be. */
  readonly nextMs: number;
}

/** The limiter of a zone with this interval. Another interval begins anew where the zone has been waiting, or was not to be emptied. */
export function limiterOf(before: Limiter | undefined, intervalMs: number, nowMs: number): Limiter {
  if (before?.intervalMs === intervalMs) return before;
  const isWaiting = before !== undefined && nowMs < before.nextMs;
  return { intervalMs, nextMs: isWaiting || intervalMs === Number.POSITIVE_INFINITY ? nowMs + intervalMs : nowMs };
}

/** After a node has been emptied. */
export function afterOne({ intervalMs }: Limiter, nowMs: number): Limiter {
  return { intervalMs, nextMs: nowMs + intervalMs };
}
