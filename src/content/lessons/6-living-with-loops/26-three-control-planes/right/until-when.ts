/** Computes until when this candidate may lead, and from when it may take the Lease; the rest is two comparisons. */
import { formatMicroTime, type Candidacy, type LeaseDecision, type LeaseRecord } from 'converge/sdk';

export function decideLease(candidacy: Candidacy): LeaseDecision {
  const { nowMs, renewedAtMs } = candidacy;
  if (renewedAtMs === undefined) return nowMs < freeFromMs(candidacy) ? { do: 'wait' } : write(candidacy);
  return nowMs < leadsUntilMs(candidacy, renewedAtMs) ? write(candidacy) : { do: 'stepDown' };
}

function freeFromMs({ identity, lease, seenAtMs }: Candidacy): number {
  if (lease === undefined || lease.holderIdentity === '' || lease.holderIdentity === identity) return Number.NEGATIVE_INFINITY;
  return seenAtMs + lease.leaseDurationSeconds * 1000;
}

const leadsUntilMs = ({ identity, lease, renewDeadlineMs }: Candidacy, renewedAtMs: number): number =>
  lease !== undefined && lease.holderIdentity !== identity ? Number.NEGATIVE_INFINITY : renewedAtMs + renewDeadlineMs;

function write({ identity, lease, nowMs, leaseDurationSeconds }: Candidacy): LeaseDecision {
  const now = formatMicroTime(nowMs);
  const { holderIdentity, acquireTime, leaseTransitions }: LeaseRecord = lease ?? { holderIdentity: '', leaseDurationSeconds, acquireTime: now, renewTime: now, leaseTransitions: -1 };
  const since = holderIdentity === identity ? { acquireTime, leaseTransitions } : { acquireTime: now, leaseTransitions: leaseTransitions + 1 };
  return { do: 'write', record: { holderIdentity: identity, leaseDurationSeconds, renewTime: now, ...since } };
}
