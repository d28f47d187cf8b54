import {
  formatMicroTime,
  type Candidacy,
  type LeaseDecision,
} from 'converge/sdk';

/** What this candidate does now. */
export function decideLease(
  candidacy: Candidacy,
): LeaseDecision {
  const { identity, nowMs, lease } = candidacy;
  const now = formatMicroTime(nowMs);

  // The first of all: there is no Lease yet.
  if (lease === undefined) {
    const record = {
      holderIdentity: identity,
      leaseDurationSeconds: candidacy.leaseDurationSeconds,
      acquireTime: now,
      renewTime: now,
      leaseTransitions: 0,
    };
    return { do: 'write', record };
  }

  // Yours.

  return { do: 'wait' };
}
