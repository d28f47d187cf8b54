import { expect, test } from 'vitest';
import type { Candidacy, LeaseRecord } from 'converge/sdk';
import { decideLease } from './lease-rule.ts';

/** Held by `b` since second 0, which renewed it at second 98 by its own clock. */
const lease: LeaseRecord = {
  holderIdentity: 'b',
  leaseDurationSeconds: 15,
  acquireTime: '1970-01-01T00:00:00.000000Z',
  renewTime: '1970-01-01T00:01:38.000000Z',
  leaseTransitions: 4,
};
/** It is second 100. */
const follower: Candidacy = { identity: 'a', nowMs: 100_000, lease, seenAtMs: 90_000, leaseDurationSeconds: 15, renewDeadlineMs: 10_000 };
const leader: Candidacy = { ...follower, lease: { ...lease, holderIdentity: 'a' }, renewedAtMs: 98_000 };

test.each<[string, string, Candidacy]>([
  ['a lease that changed 10 s ago', 'wait', follower],
  ['a lease that hasn’t changed for 15 s', 'write', { ...follower, seenAtMs: 85_000 }],
  ['one whose holder asks for 30 s', 'wait', { ...follower, seenAtMs: 85_000, lease: { ...lease, leaseDurationSeconds: 30 } }],
  ['a released lease', 'write', { ...follower, lease: { ...lease, holderIdentity: '' } }],
  ['no lease', 'write', { identity: 'a', nowMs: 100_000, seenAtMs: 100_000, leaseDurationSeconds: 15, renewDeadlineMs: 10_000 }],
  ['a lease of its own, from before a restart', 'write', { ...follower, lease: { ...lease, holderIdentity: 'a' } }],
  ['a leader that renewed 2 s ago', 'write', leader],
  ['a leader that renewed 10 s ago', 'stepDown', { ...leader, renewedAtMs: 90_000 }],
  ['a leader that finds another’s name', 'stepDown', { ...leader, lease }],
])('%s: %s', (_what, decision, candidacy) => {
  expect(decideLease(candidacy).do).toBe(decision);
});

const written = (candidacy: Candidacy): unknown => {
  const decision = decideLease(candidacy);
  return decision.do === 'write' ? decision.record : decision;
};
const now = '1970-01-01T00:01:40.000000Z';

test('a renewal keeps since when and how often, a new holder changes both', () => {
  expect(written(leader)).toEqual({ ...leader.lease, renewTime: now });
  const taken = { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: now, renewTime: now };
  expect(written({ ...follower, seenAtMs: 0 })).toEqual({ ...taken, leaseTransitions: 5 });
  const { lease: _, ...alone } = follower;
  expect(written(alone)).toEqual({ ...taken, leaseTransitions: 0 });
});
