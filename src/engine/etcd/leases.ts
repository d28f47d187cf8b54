/** Leases as the log makes them: who has been granted what, and which keys hang on it. When they expire is the leader's affair. */
import { failure } from './failure.ts';
import type { LeaseGrant, Result } from './types.ts';

export interface Leases {
  has(id: number): boolean;
  get(id: number): LeaseGrant | undefined;
  /** In the order of granting. */
  all(): Iterable<LeaseGrant>;
  grant(lease: LeaseGrant): Result<LeaseGrant>;
  /** Forgets a lease and gives its keys in order; undefined when there is none. */
  revoke(id: number): readonly string[] | undefined;
  /** Keys that hang on a lease, in order. */
  keysOf(id: number): readonly string[];
  /** A key that hung on one lease hangs on another now; 0 is none. */
  move(key: string, from: number, to: number): void;
}

/** ceil(1.5 × election ticks × tick), seconds: shorter leases could end while a leader is elected. */
export const minimumTtlS = 2;
export const maximumTtlS = 9_000_000_000;

/** Creates an empty set, or one with these leases and no keys yet. */
export function createLeases(granted: readonly LeaseGrant[] = []): Leases {
  const leases = new Map<number, { readonly grant: LeaseGrant; readonly keys: Set<string> }>();
  for (const grant of granted) leases.set(grant.id, { grant, keys: new Set() });

  function keysOf(id: number): readonly string[] {
    return [...(leases.get(id)?.keys ?? [])].sort();
  }

  return {
    has: (id) => leases.has(id),
    get: (id) => leases.get(id)?.grant,
    *all() {
      for (const { grant } of leases.values()) yield grant;
    },
    grant({ id, ttlS }) {
      if (id === 0) return { failure: failure('leaseNotFound') };
      if (ttlS > maximumTtlS) return { failure: failure('leaseTtlTooLarge') };
      if (leases.has(id)) return { failure: failure('leaseExists') };
      const grant: LeaseGrant = { id, ttlS: Math.max(minimumTtlS, ttlS) };
      leases.set(id, { grant, keys: new Set() });
      return { ok: grant };
    },
    revoke(id) {
      if (!leases.has(id)) return undefined;
      const keys = keysOf(id);
      leases.delete(id);
      return keys;
    },
    keysOf,
    move(key, from, to) {
      if (from === to) return;
      if (from !== 0) leases.get(from)?.keys.delete(key);
      if (to !== 0) leases.get(to)?.keys.add(key);
    },
  };
}
