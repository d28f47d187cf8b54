/** What a leader says about leases (lease/leasehttp, v3rpc/lease.go). */
import type { LeaseRequest } from './consensus.ts';
import type { Core } from './core.ts';
import { failure } from './failure.ts';
import type { LeaseGrant, LeaseTimes, Result } from './types.ts';

/** Answers a request about a lease; refused by those who don't lead. */
export function callLessor({ store, expiry }: Core, request: LeaseRequest): Result<LeaseGrant | LeaseTimes> {
  const { id } = request;
  if (!expiry.isPrimary()) return { failure: failure('notLeader') };
  if (request.type === 'renew') {
    const grant = expiry.renew(id);
    return grant === undefined ? { failure: failure('leaseNotFound') } : { ok: grant };
  }
  const grant = store.leases.get(id);
  const leftMs = expiry.remainingMs(id);
  if (grant === undefined || leftMs === undefined) return { failure: failure('leaseNotFound') };
  const keys = request.keys ? store.leases.keysOf(id) : [];
  return { ok: { id, ttlS: Math.floor(leftMs / 1000), grantedTtlS: grant.ttlS, keys } };
}
