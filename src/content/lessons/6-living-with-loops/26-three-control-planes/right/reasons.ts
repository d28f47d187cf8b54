/** Lists of reasons: to stop, and to wait. Where none holds, the record is written. Times are written as JavaScript does. */
import type { Candidacy, LeaseDecision } from 'converge/sdk';

export function decideLease({ identity, lease, nowMs, seenAtMs, renewedAtMs, leaseDurationSeconds, renewDeadlineMs }: Candidacy): LeaseDecision {
  const holder = lease === undefined ? '' : lease.holderIdentity;
  const isLeader = renewedAtMs !== undefined;
  const reasonsToStop = [holder !== identity, nowMs - (renewedAtMs ?? 0) >= renewDeadlineMs];
  if (isLeader && reasonsToStop.some(Boolean)) return { do: 'stepDown' };

  const secondsLeft = (lease?.leaseDurationSeconds ?? 0) - (nowMs - seenAtMs) / 1000;
  const reasonsToWait = [!isLeader, holder !== '', holder !== identity, secondsLeft > 0];
  if (reasonsToWait.every(Boolean)) return { do: 'wait' };

  const now = new Date(nowMs).toISOString();
  const stays = lease !== undefined && holder === identity;
  return {
    do: 'write',
    record: {
      holderIdentity: identity,
      leaseDurationSeconds,
      acquireTime: stays ? lease.acquireTime : now,
      renewTime: now,
      leaseTransitions: stays ? lease.leaseTransitions : lease === undefined ? 0 : lease.leaseTransitions + 1,
    },
  };
}
