/** A rule for Leases that the workspace has written, made safe to run. */
import type { EngineParts, LeaseDecision, LeaseRecord } from '../../../engine/index.ts';
import { isRecord } from '../../record.ts';
import { tame } from '../problem.ts';
import type { Failed, Written } from './written.ts';

/** What throws or returns no decision doesn’t lead: that is always safe. */
export const guardLeaseRule = (written: Written, failed: Failed): Pick<EngineParts, 'decideLease'> => ({
  decideLease(candidacy) {
    try {
      return decisionOf(Reflect.apply(written, undefined, [candidacy]));
    } catch (error) {
      failed(tame(error));
      return { do: candidacy.renewedAtMs === undefined ? 'wait' : 'stepDown' };
    }
  },
});

/** Its fields are read once: what reads them next can't be shown something else. */
function decisionOf(decision: unknown): LeaseDecision {
  if (!isRecord(decision)) throw new TypeError('decideLease returned no decision: an object such as { do: "wait" }');
  const { do: what, record } = decision;
  switch (what) {
    case 'wait':
    case 'stepDown':
      return { do: what };
    case 'write':
      return { do: what, record: recordOf(record) };
    default:
      throw new TypeError(`decideLease returned { do: ${JSON.stringify(what) ?? String(what)} }: there are wait, write and stepDown`);
  }
}

function recordOf(record: unknown): LeaseRecord {
  if (!isRecord(record)) throw new TypeError('the decision write has no record');
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } = record;
  return {
    holderIdentity: textIn(holderIdentity, 'holderIdentity'),
    leaseDurationSeconds: numberIn(leaseDurationSeconds, 'leaseDurationSeconds'),
    acquireTime: textIn(acquireTime, 'acquireTime'),
    renewTime: textIn(renewTime, 'renewTime'),
    leaseTransitions: numberIn(leaseTransitions, 'leaseTransitions'),
  };
}

function textIn(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`the record’s ${field} is ${JSON.stringify(value) ?? String(value)}: a text is needed`);
}

function numberIn(value: unknown, field: string): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  throw new TypeError(`the record’s ${field} is ${JSON.stringify(value) ?? String(value)}: a whole number from 0 on is needed`);
}
