/**
 * A Lease as candidates meet it: each has a clock of its own, a write travels for a while and is stored only over the revision that was read,
 * and what a leader does travels as well. The learner's rule decides; this remembers what was done, and in which term.
 */
import type { Candidacy, LeaseDecision, LeaseRecord } from 'converge/sdk';

export type Name = 'a' | 'b' | 'c';

/** What happens to a write: it is stored and confirmed, refused, or stored without an answer. */
export type Fate = 'stored' | 'refused' | 'unanswered';

/** `atMs`: true time since the play began. A write, or what a leader does, arrives `delayMs` later. */
export type Move =
  | { readonly atMs: number; readonly who: Name; readonly do: 'tries'; readonly delayMs: number; readonly fate: Fate }
  | { readonly atMs: number; readonly who: Name; readonly do: 'acts'; readonly delayMs: number }
  /** It ends in order. */
  | { readonly atMs: number; readonly who: Name; readonly do: 'releases' }
  /** An administrator writes another’s name into the Lease that it holds. */
  | { readonly atMs: number; readonly who: Name; readonly do: 'is replaced'; readonly by: Name }
  /** It forgets everything but its identity. */
  | { readonly atMs: number; readonly who: Name; readonly do: 'restarts' };

/** How a candidate was started. */
export interface Setup {
  /** How far its clock is ahead. */
  readonly aheadMs: number;
  readonly leaseDurationSeconds: number;
  readonly renewDeadlineMs: number;
}

/** What is wrong with how it leads, known when it decided and of interest once two have acted. */
export type Slip = 'overdue' | 'lost' | 'early' | 'clocks';

export interface PlayedCandidate extends Setup {
  readonly name: Name;
  /** When the play began: by true time, since the epoch. */
  readonly beganMs: number;
  seen: LeaseRecord | undefined;
  seenRevision: number;
  seenAtMs: number;
  /** By its own clock; undefined while it doesn't lead. */
  renewedAtMs: number | undefined;
  /** In which term it leads: how often the holder had changed when it took the Lease. */
  term: number;
  /** When its write arrives that is under way. */
  busyUntilMs: number;
  /** When the last thing arrives that it did as the leader. */
  actsUntilMs: number;
}

/** What a leader did, once it has arrived. */
interface Act {
  readonly who: Name;
  readonly term: number;
  readonly atMs: number;
  readonly slip: Slip | undefined;
}

/** The older leader acted after the newer one. */
export interface TwoLeaders {
  readonly older: Act;
  readonly newer: Act;
}

export interface Election {
  readonly candidates: ReadonlyMap<Name, PlayedCandidate>;
  /** What this candidate knows now. */
  candidacy(candidate: PlayedCandidate, nowMs: number): Candidacy;
  read(candidate: PlayedCandidate, nowMs: number): void;
  /** The write arrives: whether it is stored. */
  write(candidate: PlayedCandidate, record: LeaseRecord, revision: number, slip: Slip | undefined): boolean;
  release(candidate: PlayedCandidate): void;
  /** The Lease is held by another now, without its doing. */
  handOver(to: Name): void;
  /** Two have led at once, if so. */
  act(candidate: PlayedCandidate, term: number, nowMs: number, slip: Slip | undefined): TwoLeaders | undefined;
}

export const clockOf = ({ beganMs, aheadMs }: Pick<PlayedCandidate, 'beganMs' | 'aheadMs'>, trueMs: number): number => beganMs + trueMs + aheadMs;

export function createElection(setups: ReadonlyMap<Name, Setup>, beganMs: number): Election {
  let stored: LeaseRecord | undefined;
  let revision = 0;
  let term = 0;
  /** What is wrong with how the Lease was taken in each term. */
  const slips: (Slip | undefined)[] = [];
  const acts: Act[] = [];
  const candidates = new Map([...setups].map(([name, setup]) => [name, createCandidate(name, setup, beganMs)]));

  function store(record: LeaseRecord): void {
    stored = record;
    revision += 1;
  }

  return {
    candidates,
    candidacy: ({ name, seen, seenAtMs, renewedAtMs, ...setup }, nowMs) => ({
      identity: name,
      nowMs: clockOf(setup, nowMs),
      ...(seen === undefined ? {} : { lease: seen }),
      seenAtMs,
      ...(renewedAtMs === undefined ? {} : { renewedAtMs }),
      leaseDurationSeconds: setup.leaseDurationSeconds,
      renewDeadlineMs: setup.renewDeadlineMs,
    }),
    read(candidate, nowMs) {
      if (candidate.seenRevision === revision) return;
      candidate.seen = stored;
      candidate.seenRevision = revision;
      candidate.seenAtMs = clockOf(candidate, nowMs);
    },
    write(candidate, record, read, slip) {
      if (read !== revision) return false;
      if (stored?.holderIdentity !== record.holderIdentity) {
        term += 1;
        slips[term] = slip;
      }
      candidate.term = term;
      store(record);
      return true;
    },
    release(candidate) {
      candidate.renewedAtMs = undefined;
      if (candidate.seenRevision === revision && stored !== undefined) store({ ...stored, holderIdentity: '', leaseDurationSeconds: 1 });
    },
    handOver(to) {
      if (stored === undefined || stored.holderIdentity === to) return;
      term += 1;
      store({ ...stored, holderIdentity: to });
    },
    act(candidate, ofTerm, nowMs, slip) {
      const newer = acts.findLast((each) => each.term > ofTerm);
      const act = { who: candidate.name, term: ofTerm, atMs: nowMs, slip };
      acts.push(act);
      return newer && { older: act, newer: { ...newer, slip: slips[newer.term] } };
    },
  };
}

const createCandidate = (name: Name, setup: Setup, beganMs: number): PlayedCandidate => ({
  ...setup,
  name,
  beganMs,
  seen: undefined,
  seenRevision: 0,
  seenAtMs: clockOf({ ...setup, beganMs }, 0),
  renewedAtMs: undefined,
  term: 0,
  busyUntilMs: 0,
  actsUntilMs: 0,
});

export const isDecision = (value: unknown): value is LeaseDecision => typeof value === 'object' && value !== null && 'do' in value;
