/** What a leader says about leases (lease/leasehttp, v3rpc/lease.go). */
import type { LeaseQuestion } from './consensus.ts';
import type { Core } from './core.ts';
import { failure } from './failure.ts';
import type { LeaseGrant, LeaseTimes, Result } from './types.ts';

/** Answers a question about a lease; refused by those who don't lead. */
export function askLessor({ store, expiry }: Core, question: LeaseQuestion): Result<LeaseGrant | LeaseTimes> {
  const { id } = question;
  if (!expiry.isPrimary()) return { failure: failure('notLeader') };
  if (question.type === 'renew') {
    const grant = expiry.renew(id);
    return grant === undefined ? { failure: failure('leaseNotFound') } : { ok: grant };
  }
  const grant = store.leases.get(id);
  const leftMs = expiry.remainingMs(id);
  if (grant === undefined || leftMs === undefined) return { failure: failure('leaseNotFound') };
  const keys = question.keys ? store.leases.keysOf(id) : [];
  return { ok: { id, ttlS: Math.floor(leftMs / 1000), grantedTtlS: grant.ttlS, keys } };
}
