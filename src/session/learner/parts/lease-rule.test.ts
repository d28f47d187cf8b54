import { expect, test } from 'vitest';
import type { Candidacy, LeaseRecord } from '../../../engine/sdk/index.ts';
import { guardLeaseRule } from './lease-rule.ts';

const follower: Candidacy = { identity: 'a', nowMs: 5000, seenAtMs: 0, leaseDurationSeconds: 15, renewDeadlineMs: 10_000 };
const leader: Candidacy = { ...follower, renewedAtMs: 4000 };
const record: LeaseRecord = { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: '', renewTime: '', leaseTransitions: 0 };

/** What the election gets when the workspace's rule returns this, and what is reported. */
function check(candidacy: Candidacy, returned: unknown, decision: unknown, reported?: string): void {
  const failures: unknown[] = [];
  const { decideLease } = guardLeaseRule(() => returned, (error) => failures.push(error));
  expect(decideLease(candidacy)).toEqual(decision);
  expect(failures.map(String).join()).toContain(reported ?? '');
  expect(failures).toHaveLength(reported === undefined ? 0 : 1);
}

test('decisions pass, and nothing else of them', () => {
  check(follower, { do: 'wait', why: 'held' }, { do: 'wait' });
  check(leader, { do: 'stepDown' }, { do: 'stepDown' });
  check(follower, { do: 'write', record: { ...record, strategy: 'OldestEmulationVersion' } }, { do: 'write', record });
});

test('what is no decision is reported: a follower waits, and a leader steps down', () => {
  check(follower, undefined, { do: 'wait' }, 'decideLease returned no decision');
  check(leader, 'write', { do: 'stepDown' }, 'decideLease returned no decision');
  check(follower, { do: 'acquire' }, { do: 'wait' }, 'there are wait, write and stepDown');
  check(follower, { do: 'write' }, { do: 'wait' }, 'the decision write has no record');
  check(follower, { do: 'write', record: { ...record, renewTime: 5000 } }, { do: 'wait' }, 'the record’s renewTime is 5000: a text is needed');
  check(leader, { do: 'write', record: { ...record, leaseTransitions: -1 } }, { do: 'stepDown' }, 'the record’s leaseTransitions is -1: a whole number');
});

test('a rule that throws leads nobody', () => {
  const failures: unknown[] = [];
  const { decideLease } = guardLeaseRule(
    () => {
      throw new Error('not yet');
    },
    (error) => failures.push(error),
  );
  expect(decideLease(leader)).toEqual({ do: 'stepDown' });
  expect(failures).toHaveLength(1);
});
