/** What is wrong with a decision about a Lease at the moment it is made, and with two that led at once. */
import { type Candidacy, type LeaseDecision, type LeaseRecord, timeMsOf } from 'converge/sdk';
import { type Mistake, mistake } from '../finding.ts';
import type { Slip, TwoLeaders } from './played-election.ts';

/** A rule may leave itself so much room at a bound. */
const roomMs = 1000;

/** What a decision comes to: a mistake by itself, or a slip that matters once two have led. */
export type Judged = { readonly mistake: Mistake } | { readonly slip: Slip | undefined };

/** For an attempt: what it decided with what it has just read. */
export function judgeAttempt(candidacy: Candidacy, decision: LeaseDecision): Judged {
  if (candidacy.renewedAtMs !== undefined) return judgeLeader(candidacy, candidacy.renewedAtMs, decision);
  const { lease, nowMs, seenAtMs } = candidacy;
  const isHeld = lease !== undefined && lease.holderIdentity !== '' && lease.holderIdentity !== candidacy.identity;
  const leftMs = isHeld ? seenAtMs + lease.leaseDurationSeconds * 1000 - nowMs : Number.NEGATIVE_INFINITY;
  if (decision.do === 'write') return judgeRecord(candidacy, decision.record, leftMs > 0 ? slipOfTaking(candidacy) : undefined);
  if (leftMs > -roomMs) return { slip: undefined };
  if (!isHeld) return { mistake: waitedForNone };
  return { mistake: byRenewTime(candidacy) > 0 && byOwnSetting(candidacy) <= 0 ? comparedClocks : leftAlone };
}

/** For what a leader is about to do: any decision but to step down lets it act. */
export function judgeAct(candidacy: Candidacy, renewedAtMs: number, decision: LeaseDecision): Judged {
  if (decision.do !== 'stepDown') return { slip: slipOfLeader(candidacy, renewedAtMs) };
  return isEarly(candidacy, renewedAtMs) ? { mistake: gaveUp } : { slip: undefined };
}

function judgeLeader(candidacy: Candidacy, renewedAtMs: number, decision: LeaseDecision): Judged {
  const slip = slipOfLeader(candidacy, renewedAtMs);
  if (slip === 'lost' && decision.do !== 'stepDown') return { mistake: ledOn };
  if (decision.do === 'write') return judgeRecord(candidacy, decision.record, undefined);
  if (decision.do === 'stepDown') return isEarly(candidacy, renewedAtMs) ? { mistake: gaveUp } : { slip: undefined };
  return slip === undefined ? { mistake: letItRunOut } : { slip };
}

function slipOfLeader({ lease, identity, nowMs, renewDeadlineMs }: Candidacy, renewedAtMs: number): Slip | undefined {
  if (lease !== undefined && lease.holderIdentity !== identity) return 'lost';
  return nowMs - renewedAtMs > renewDeadlineMs ? 'overdue' : undefined;
}

const isEarly = (candidacy: Candidacy, renewedAtMs: number): boolean => slipOfLeader({ ...candidacy, nowMs: candidacy.nowMs + roomMs }, renewedAtMs) === undefined;

const slipOfTaking = (candidacy: Candidacy): Slip => (byRenewTime(candidacy) <= 0 && byOwnSetting(candidacy) > 0 ? 'clocks' : 'early');

/** How much of the Lease would be left if its holder’s clock were this candidate’s. */
const byRenewTime = ({ lease, nowMs }: Candidacy): number => (lease === undefined ? 0 : (timeMsOf(lease.renewTime) ?? 0) + lease.leaseDurationSeconds * 1000 - nowMs);

/** And if it counted as long as this candidate’s own setting says. */
const byOwnSetting = ({ seenAtMs, leaseDurationSeconds, nowMs }: Candidacy): number => seenAtMs + leaseDurationSeconds * 1000 - nowMs;

function judgeRecord({ identity, lease, nowMs, leaseDurationSeconds }: Candidacy, record: LeaseRecord, slip: Slip | undefined): Judged {
  if (record.holderIdentity !== identity) return { mistake: otherHolder };
  if (record.leaseDurationSeconds !== leaseDurationSeconds) return { mistake: otherDuration };
  const isNow = (text: string): boolean => timeMsOf(text) === nowMs;
  if (!isNow(record.renewTime)) return { mistake: otherTime };
  if (lease?.holderIdentity === identity) {
    const isKept = record.acquireTime === lease.acquireTime && record.leaseTransitions === lease.leaseTransitions;
    return isKept ? { slip } : { mistake: beganAnew };
  }
  if (!isNow(record.acquireTime)) return { mistake: oldAcquireTime };
  return record.leaseTransitions === (lease === undefined ? 0 : lease.leaseTransitions + 1) ? { slip } : { mistake: miscounted };
}

/** Of two that have led at once: that the older should have stopped, else that the newer shouldn’t have begun. Undefined: an administrator did it. */
export const mistakeOfTwo = ({ older, newer }: TwoLeaders): Mistake | undefined => mistakeOfSlip(older.slip ?? newer.slip);

export function mistakeOfSlip(slip: Slip | undefined): Mistake | undefined {
  switch (slip) {
    case 'overdue':
      return overdue;
    case 'lost':
      return ledOn;
    case 'clocks':
      return comparedClocks;
    case 'early':
      return tookEarly;
    case undefined:
      return undefined;
  }
}

/** The same candidacy was decided in two ways. */
export const mixedUp = mistake('mixed up two candidates', 'One function decides for all candidates, and each has a clock of its own. Whose numbers does a variable outside of `decideLease` hold at the next call?', 'orphan');
const overdue = mistake('acted on an old lease', 'What a leader sends may travel for some seconds. When did it send its last renewal, by its own clock, and who may lead by the time this arrives?');
const ledOn = mistake('led on after losing the lease', 'Whose name does the Lease bear? What can this candidate still be, and what does it do to the others’ work if it goes on?');
const tookEarly = mistake('took a lease that was held', 'Since when has the Lease been as it is, and for how long does it say that it counts? What may its holder be doing?');
const comparedClocks = mistake('compared two clocks', '`renewTime` was written by another machine. What does the difference to your own clock say if one of the two is wrong?');
const leftAlone = mistake('left a lease that had run out', 'How long has this candidate seen no change of the Lease? Who does the work if each of the others decides as this one did?', 'stood-still');
const waitedForNone = mistake('waited for a lease that was free', 'Who would have to renew it, before anything changes? Look at `lease` and its `holderIdentity`.', 'waiting');
const gaveUp = mistake('gave up a lease it held', 'When was its last renewal sent, and is the deadline over? What happens to the work until another one leads?', 'restless');
const letItRunOut = mistake('let its own lease run out', 'The others see a Lease that doesn’t change. What must its holder do before the deadline is over?', 'stood-still');
const otherHolder = mistake('signed for another', 'By which name will the others know who leads, and this candidate that it does?', 'orphan');
const otherDuration = mistake('wrote another duration', 'The record says how long the others wait. Whose setting is that, once this candidate holds the Lease?', 'too-few');
const otherTime = mistake('wrote a time that isn’t now', '`renewTime` says when the holder wrote last. Which of the candidate’s times is that?', 'too-few');
const beganAnew = mistake('began again with a renewal', 'The holder hasn’t changed. Since when does it lead, and how often had the holder changed before?', 'restless');
const oldAcquireTime = mistake('kept the time of another holder', '`acquireTime` says since when this holder leads. Which moment is that for a candidate that takes the Lease?', 'too-few');
const miscounted = mistake('miscounted the changes', '`leaseTransitions` says how often the holder has changed. What was it before, and what is it now?', 'too-few');
