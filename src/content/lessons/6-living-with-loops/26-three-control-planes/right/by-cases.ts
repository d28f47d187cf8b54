/** Names the case first, then says what is done in each. */
import { formatMicroTime, type Candidacy, type LeaseDecision } from 'converge/sdk';

type Situation = 'leads' | 'leads no longer' | 'free' | 'own' | 'held' | 'run out';

export function decideLease(candidacy: Candidacy): LeaseDecision {
  const { identity, lease, nowMs, leaseDurationSeconds } = candidacy;
  const renewTime = formatMicroTime(nowMs);
  const base = { holderIdentity: identity, leaseDurationSeconds, renewTime };
  switch (situationOf(candidacy)) {
    case 'leads no longer':
      return { do: 'stepDown' };
    case 'held':
      return { do: 'wait' };
    case 'free':
    case 'run out': {
      const leaseTransitions = lease === undefined ? 0 : lease.leaseTransitions + 1;
      return { do: 'write', record: { ...base, acquireTime: renewTime, leaseTransitions } };
    }
    case 'leads':
    case 'own': {
      const { acquireTime = renewTime, leaseTransitions = 0 } = lease ?? {};
      return { do: 'write', record: { ...base, acquireTime, leaseTransitions } };
    }
  }
}

function situationOf({ identity, lease, nowMs, seenAtMs, renewedAtMs, renewDeadlineMs }: Candidacy): Situation {
  const isOwn = lease?.holderIdentity === identity;
  if (renewedAtMs !== undefined) return isOwn && nowMs < renewedAtMs + renewDeadlineMs ? 'leads' : 'leads no longer';
  if (isOwn) return 'own';
  if (lease === undefined || !lease.holderIdentity) return 'free';
  return nowMs - seenAtMs < lease.leaseDurationSeconds * 1000 ? 'held' : 'run out';
}
