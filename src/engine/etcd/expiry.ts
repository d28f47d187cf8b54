/**
 * When leases end. Only the leader lets them: it counts, and proposes their revocation. A new leader gives every lease its
 * whole time again, so a key may live longer than its TTL over a change of leader but never shorter (lease/lessor.go).
 */
import type { Clock, Timer } from '../kernel/index.ts';
import type { Leases } from './leases.ts';
import type { LeaseGrant } from './types.ts';

export interface Expiry {
  /** Begins to count; every lease gets its whole time and `extendMs`. */
  promote(extendMs: number): void;
  /** Stops counting. */
  demote(): void;
  /** It counts: this is the leader. */
  isPrimary(): boolean;
  /** A lease has come into being. */
  granted(grant: LeaseGrant): void;
  revoked(id: number): void;
  /** Gives a lease its whole time again; undefined when there is none or this isn't the leader. */
  renew(id: number): LeaseGrant | undefined;
  /** Milliseconds left; undefined when there is no such lease or this isn't the leader. */
  remainingMs(id: number): number | undefined;
}

/** How often the leader looks for leases that have ended, and how many it revokes then. */
const checkIntervalMs = 500;
const revokesPerCheck = 500;
/** After this a revocation that didn't come through is proposed again. */
const retryMs = 3000;

/** `revoke` proposes the end of a lease. */
export function createExpiry(clock: Clock, leases: () => Leases, revoke: (id: number) => void): Expiry {
  /** Time each lease ends, while this is the leader. */
  let ends: Map<number, number> | undefined;
  let began = 0;
  let timer: Timer | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  function arm(at: number): void {
    if (at >= timerAt) return;
    timer?.cancel();
    const now = clock.now();
    // The leader checks at a fixed beat; between two beats nothing can end.
    const beats = Math.max(1, Math.ceil((Math.max(at, now) - began) / checkIntervalMs));
    timerAt = Math.max(began + beats * checkIntervalMs, now);
    timer = clock.after(timerAt - now, check, { background: true });
  }

  function check(): void {
    timerAt = Number.POSITIVE_INFINITY;
    if (ends === undefined) return;
    let left = revokesPerCheck;
    let next = Number.POSITIVE_INFINITY;
    const now = clock.now();
    for (const [id, end] of ends) {
      if (end <= now && left > 0) {
        left -= 1;
        ends.set(id, now + retryMs);
        next = Math.min(next, now + retryMs);
        revoke(id);
      } else next = Math.min(next, Math.max(end, now + 1));
    }
    if (next < Number.POSITIVE_INFINITY) arm(next);
  }

  function count(grant: LeaseGrant, extendMs: number): void {
    const end = clock.now() + grant.ttlS * 1000 + extendMs;
    ends?.set(grant.id, end);
    arm(end);
  }

  return {
    promote(extendMs) {
      ends = new Map();
      began = clock.now();
      timerAt = Number.POSITIVE_INFINITY;
      for (const grant of leases().all()) count(grant, extendMs);
    },
    demote() {
      ends = undefined;
      timer?.cancel();
      timerAt = Number.POSITIVE_INFINITY;
    },
    isPrimary: () => ends !== undefined,
    granted(grant) {
      if (ends !== undefined) count(grant, 0);
    },
    revoked: (id) => void ends?.delete(id),
    renew(id) {
      const grant = leases().get(id);
      if (grant === undefined || ends === undefined) return undefined;
      count(grant, 0);
      return grant;
    },
    remainingMs(id) {
      const end = ends?.get(id);
      return end === undefined ? undefined : end - clock.now();
    },
  };
}
