/** What a candidate knows and decides, as a report says it. */
import { type Candidacy, type LeaseDecision, type LeaseRecord, timeMsOf } from 'converge/sdk';
import type { Name, Setup } from './played-election.ts';

export const inSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** `b` sees the Lease of `a` (15 s), unchanged for 16.6 s → `write` */
export function wordsOfTry(candidacy: Candidacy, decision: string): string {
  const { identity, renewedAtMs } = candidacy;
  const leads = renewedAtMs === undefined ? '' : ` leads, sent its last renewal ${sinceRenewal(candidacy, renewedAtMs)} ago, and`;
  return `\`${identity}\`${leads} sees ${wordsOfLease(candidacy)} → \`${decision}\``;
}

/** `a` is about to act, 21.3 s after its last renewal → acts */
export function wordsOfAct(candidacy: Candidacy, decision: string): string {
  const since = sinceRenewal(candidacy, candidacy.renewedAtMs ?? 0);
  return `\`${candidacy.identity}\` is about to act, ${since} after it sent its last renewal → ${decision === 'stepDown' ? '`stepDown`' : `\`${decision}\`, so it acts`}`;
}

const sinceRenewal = ({ nowMs }: Candidacy, renewedAtMs: number): string => inSeconds(nowMs - renewedAtMs);

function wordsOfLease({ lease, identity, nowMs, seenAtMs }: Candidacy): string {
  if (lease === undefined) return 'no Lease';
  const unchanged = `unchanged for ${inSeconds(nowMs - seenAtMs)}`;
  if (lease.holderIdentity === '') return `a Lease that was released, ${unchanged}`;
  return `${lease.holderIdentity === identity ? 'its own Lease' : `the Lease of \`${lease.holderIdentity}\``} (${lease.leaseDurationSeconds} s), ${unchanged}`;
}

/** The record of a write, beside the one that was there. */
export function wordsOfRecord({ nowMs, lease }: Candidacy, decision: LeaseDecision): string {
  if (decision.do !== 'write') return '';
  return ` The Lease as read: ${lease === undefined ? 'none' : wordsOf(lease, nowMs)}. Your record: ${wordsOf(decision.record, nowMs)}.`;
}

function wordsOf({ holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions }: LeaseRecord, nowMs: number): string {
  return `holder "${holderIdentity}", ${leaseDurationSeconds} s, acquired ${when(acquireTime, nowMs)}, renewed ${when(renewTime, nowMs)}, transitions ${leaseTransitions}`;
}

function when(text: string, nowMs: number): string {
  const ms = timeMsOf(text);
  if (ms === undefined) return `"${text}"`;
  if (ms === nowMs) return 'now';
  return `${inSeconds(Math.abs(nowMs - ms))} ${ms < nowMs ? 'ago' : 'ahead'}`;
}

/** What was decided for the same candidate when no other called in between. */
export const wordsOfAlone = (alone: LeaseDecision, decision: LeaseDecision): string =>
  `Called for this candidate alone, with the same candidacy, your rule decides ${alone.do === decision.do ? `\`${alone.do}\` with another record` : `\`${alone.do}\``}.`;

/** Only where the clocks differ. */
export function wordsOfSetups(setups: ReadonlyMap<Name, Setup>): string {
  const off = [...setups].filter(([, { aheadMs }]) => aheadMs !== 0);
  return off.map(([name, { aheadMs }]) => `The clock of \`${name}\` is ${inSeconds(Math.abs(aheadMs))} ${aheadMs < 0 ? 'behind' : 'ahead'}. `).join('');
}
