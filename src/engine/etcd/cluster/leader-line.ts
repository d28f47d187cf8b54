/** What only the leader knows, asked by any member: the time of leases, how far a learner is (lease/leasehttp, api/rafthttp). */
import type { Clock } from '../../kernel/index.ts';
import type { LeaseQuestion } from '../consensus.ts';
import type { Core } from '../core.ts';
import { failure } from '../failure.ts';
import { askLessor } from '../lessor.ts';
import type { Done, EtcdFailure, LeaseGrant, LeaseTimes } from '../types.ts';
import { createWaiting } from './waiting.ts';

export type LeaderQuestion = LeaseQuestion | { readonly type: 'learnerReady'; readonly member: string };

export interface LeaderLine {
  askLeases(question: LeaseQuestion, done: Done<LeaseGrant | LeaseTimes>): void;
  learnerReady(member: string, done: Done<unknown>): void;
  /** Asked by another member: answers as leader, or says that it isn't. */
  answer(question: LeaderQuestion, done: Done<unknown>): void;
  leaderChanged(): void;
  clear(): void;
}

export interface LeaderLineOptions {
  readonly clock: Clock;
  readonly core: Core;
  readonly leader: () => string | undefined;
  readonly isSelf: (id: string) => boolean;
  readonly ask: (leader: string, question: LeaderQuestion, done: Done<unknown>) => void;
  readonly progressOf: (member: string) => number | undefined;
  readonly lastIndex: () => number;
  readonly expired: (since: number) => EtcdFailure;
}

/** A learner may be promoted when it has this part of the leader's log (server.go readyPercentThreshold). */
const readyPart = 0.9;
const retryMs = 50;

/** Questions are put again until they are answered, or have waited as long as any request may. */
export function createLeaderLine(options: LeaderLineOptions): LeaderLine {
  const { clock, core } = options;
  const questions = createWaiting<Done<unknown>>(clock, (done, since) => done({ failure: options.expired(since) }));
  const open = new Map<number, LeaderQuestion>();
  let ids = 0;

  function answer(question: LeaderQuestion, done: Done<unknown>): void {
    if (question.type !== 'learnerReady') return done(askLessor(core, question));
    const match = options.progressOf(question.member);
    if (!core.expiry.isPrimary()) done({ failure: failure('notLeader') });
    else if (match === undefined) done({ failure: failure('memberNotFound') });
    else done(match >= options.lastIndex() * readyPart ? { ok: true } : { failure: failure('learnerNotReady') });
  }

  function put(id: number): void {
    const question = open.get(id);
    const leader = options.leader();
    if (question === undefined || leader === undefined) return;
    const answered: Done<unknown> = (result) => {
      if (!open.has(id)) return;
      if (result.failure?.error === 'notLeader') return void clock.after(retryMs, () => put(id), { background: true });
      open.delete(id);
      questions.take(id)?.(result);
    };
    if (options.isSelf(leader)) clock.after(0, () => answer(question, answered));
    else options.ask(leader, question, answered);
  }

  function ask(question: LeaderQuestion, done: Done<unknown>): void {
    ids += 1;
    const id = ids;
    open.set(id, question);
    questions.add(id, (result) => {
      open.delete(id);
      done(result);
    });
    put(id);
  }

  return {
    // A question about a lease is answered about a lease: see askLessor.
    askLeases: (question, done) => ask(question, done as Done<unknown>),
    learnerReady: (member, done) => ask({ type: 'learnerReady', member }, done),
    answer,
    leaderChanged() {
      for (const id of [...open.keys()]) put(id);
    },
    clear() {
      open.clear();
      for (const done of questions.clear()) done({ failure: failure('stopped') });
    },
  };
}
