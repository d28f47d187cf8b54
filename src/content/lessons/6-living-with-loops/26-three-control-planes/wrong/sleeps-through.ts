/**
 * Counts its renewals, in place of looking at the clock: what it remembers says nothing of how long it slept.
 *
 * @cause acted on an old lease
 */
import { formatMicroTime, type Candidacy, type LeaseDecision } from 'converge/sdk';

const failed = new Map<string, number>();

export function decideLease({ identity, lease, nowMs, seenAtMs, renewedAtMs, leaseDurationSeconds }: Candidacy): LeaseDecision {
  const renewTime = formatMicroTime(nowMs);
  const isOwn = lease?.holderIdentity === identity;
  if (renewedAtMs !== undefined) {
    const tries = nowMs - renewedAtMs < 2500 ? 0 : (failed.get(identity) ?? 0) + 1;
    failed.set(identity, tries);
    if (!isOwn || tries > 5) return { do: 'stepDown' };
  } else if (lease !== undefined && !isOwn && lease.holderIdentity !== '' && nowMs < seenAtMs + lease.leaseDurationSeconds * 1000) {
    return { do: 'wait' };
  }
  const since = isOwn
    ? { acquireTime: lease.acquireTime, leaseTransitions: lease.leaseTransitions }
    : { acquireTime: renewTime, leaseTransitions: lease === undefined ? 0 : lease.leaseTransitions + 1 };
  return { do: 'write', record: { holderIdentity: identity, leaseDurationSeconds, renewTime, ...since } };
}
