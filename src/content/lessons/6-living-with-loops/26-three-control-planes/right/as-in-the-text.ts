/** The four sentences of the text, one after the other. */
import { formatMicroTime, type Candidacy, type LeaseDecision, type LeaseRecord } from 'converge/sdk';

export function decideLease(candidacy: Candidacy): LeaseDecision {
  const { identity, nowMs, lease, seenAtMs, renewedAtMs, renewDeadlineMs } = candidacy;
  const now = formatMicroTime(nowMs);
  const fresh: LeaseRecord = {
    holderIdentity: identity,
    leaseDurationSeconds: candidacy.leaseDurationSeconds,
    acquireTime: now,
    renewTime: now,
    leaseTransitions: 0,
  };
  if (lease === undefined) return { do: 'write', record: fresh };
  const isMine = lease.holderIdentity === identity;
  const record = isMine
    ? { ...fresh, acquireTime: lease.acquireTime, leaseTransitions: lease.leaseTransitions }
    : { ...fresh, leaseTransitions: lease.leaseTransitions + 1 };

  if (renewedAtMs !== undefined) {
    if (!isMine) return { do: 'stepDown' };
    if (nowMs - renewedAtMs >= renewDeadlineMs) return { do: 'stepDown' };
    return { do: 'write', record };
  }

  if (isMine || lease.holderIdentity === '') return { do: 'write', record };
  const runsOutAtMs = seenAtMs + lease.leaseDurationSeconds * 1000;
  if (nowMs < runsOutAtMs) return { do: 'wait' };
  return { do: 'write', record };
}
