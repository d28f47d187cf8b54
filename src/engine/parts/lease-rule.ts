/**
 * Which of several copies of a component leads: the holder of a Lease, as long as it keeps renewing it. Candidates never compare what their
 * clocks show: each measures by its own clock how long the Lease hasn't changed, and a leader how long ago it sent its last renewal.
 * (client-go: tools/leaderelection/leaderelection.go)
 */
import { type Candidacy, formatMicroTime, type LeaseDecision, type LeaseRecord } from 'converge/sdk';

/** Pure: called for each attempt, and while one is under way. */
export function decideLease(candidacy: Candidacy): LeaseDecision {
  const { renewedAtMs } = candidacy;
  return renewedAtMs === undefined ? follow(candidacy) : lead(candidacy, renewedAtMs);
}

function lead(candidacy: Candidacy, renewedAtMs: number): LeaseDecision {
  const { identity, lease, nowMs, renewDeadlineMs } = candidacy;
  if (lease !== undefined && lease.holderIdentity !== identity) return { do: 'stepDown' };
  // What it sent has been seen by others since then, at the earliest.
  if (nowMs - renewedAtMs >= renewDeadlineMs) return { do: 'stepDown' };
  return { do: 'write', record: recordOf(candidacy) };
}

function follow(candidacy: Candidacy): LeaseDecision {
  const { identity, lease, nowMs, seenAtMs } = candidacy;
  const isHeld = lease !== undefined && lease.holderIdentity !== '' && lease.holderIdentity !== identity;
  if (isHeld && nowMs < seenAtMs + lease.leaseDurationSeconds * 1000) return { do: 'wait' };
  return { do: 'write', record: recordOf(candidacy) };
}

/** A holder that stays keeps the time it began at, and the count of changes. */
function recordOf({ identity, lease, nowMs, leaseDurationSeconds }: Candidacy): LeaseRecord {
  const now = formatMicroTime(nowMs);
  const renewed = { holderIdentity: identity, leaseDurationSeconds, renewTime: now };
  if (lease?.holderIdentity === identity) return { ...lease, ...renewed };
  return { ...renewed, acquireTime: now, leaseTransitions: lease === undefined ? 0 : lease.leaseTransitions + 1 };
}
