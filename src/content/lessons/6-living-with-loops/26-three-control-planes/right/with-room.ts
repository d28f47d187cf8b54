/** Leaves some room at both bounds: a leader stops a little earlier, a follower begins a little later. */
import { formatMicroTime, type Candidacy, type LeaseDecision, type LeaseRecord } from 'converge/sdk';

const roomMs = 500;

export function decideLease(candidacy: Candidacy): LeaseDecision {
  const { identity, lease, nowMs, seenAtMs, renewedAtMs, renewDeadlineMs } = candidacy;
  const holder = lease?.holderIdentity;
  if (renewedAtMs !== undefined) {
    const isSafe = holder === identity && nowMs + roomMs < renewedAtMs + renewDeadlineMs;
    return isSafe ? { do: 'write', record: renewal(candidacy) } : { do: 'stepDown' };
  }
  if (holder === identity) return { do: 'write', record: renewal(candidacy) };
  const lastsMs = holder === '' || lease === undefined ? 0 : lease.leaseDurationSeconds * 1000 + roomMs;
  return lastsMs > 0 && nowMs - seenAtMs < lastsMs ? { do: 'wait' } : { do: 'write', record: acquisition(candidacy) };
}

const renewal = (candidacy: Candidacy): LeaseRecord => {
  const { acquireTime, leaseTransitions } = candidacy.lease ?? acquisition(candidacy);
  return { ...acquisition(candidacy), acquireTime, leaseTransitions };
};

const acquisition = ({ identity, lease, nowMs, leaseDurationSeconds }: Candidacy): LeaseRecord => ({
  holderIdentity: identity,
  leaseDurationSeconds,
  acquireTime: formatMicroTime(nowMs),
  renewTime: formatMicroTime(nowMs),
  leaseTransitions: (lease?.leaseTransitions ?? -1) + 1,
});
