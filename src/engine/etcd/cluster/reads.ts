/**
 * Linearizable reads: many share one proof that the leader still leads (v3_server.go linearizableReadLoop). What comes
 * while a proof is under way waits for the next one. A proof that doesn't come is asked for again every half second.
 */
import type { Clock, Timer } from '../../kernel/index.ts';
import { failure } from '../failure.ts';
import type { EtcdFailure } from '../types.ts';
import { requestTimeoutMs } from './pending-requests.ts';

export interface Reads {
  /** `done` runs once the store holds all that was committed before the call. */
  add(done: (refused?: EtcdFailure) => void): void;
  /** A proof under this id is still of use. */
  isAwaited(id: string): boolean;
  /** Raft has proven a read: it may be answered once `index` is applied. */
  proven(id: string, index: number): void;
  applied(index: number): void;
  /** Another leader leads now: the proof under way is worth nothing. */
  leaderChanged(): void;
  clear(): void;
}

type Done = (refused?: EtcdFailure) => void;

const retryMs = 500;

/** `ask` asks raft for a proof under an id that was never used before. */
export function createReads(clock: Clock, nextId: () => string, ask: (id: string) => void): Reads {
  let next: Done[] = [];
  let underWay: Done[] | undefined;
  let ids = new Set<string>();
  let timers: Timer[] = [];
  /** Proven, waiting for their index. */
  let proven: { readonly index: number; readonly dones: readonly Done[] }[] = [];
  let appliedIndex = 0;

  function begin(): void {
    if (underWay !== undefined || next.length === 0) return;
    underWay = next;
    next = [];
    ids = new Set();
    timers = [clock.after(requestTimeoutMs, () => end(failure('timeout')))];
    attempt();
  }

  function attempt(): void {
    const id = nextId();
    ids.add(id);
    const retry = clock.after(retryMs, attempt, { background: true });
    timers = [...timers.slice(0, 1), retry];
    ask(id);
  }

  function end(refused?: EtcdFailure): readonly Done[] {
    for (const timer of timers) timer.cancel();
    timers = [];
    const dones = underWay ?? [];
    underWay = undefined;
    ids = new Set();
    if (refused !== undefined) for (const done of dones) done(refused);
    begin();
    return dones;
  }

  function answerApplied(): void {
    const ready = proven.filter(({ index }) => index <= appliedIndex);
    if (ready.length === 0) return;
    proven = proven.filter(({ index }) => index > appliedIndex);
    for (const { dones } of ready) for (const done of dones) done();
  }

  return {
    add(done) {
      next.push(done);
      // Reads of one instant share a proof too.
      if (next.length === 1 && underWay === undefined) clock.after(0, begin);
    },
    isAwaited: (id) => ids.has(id),
    proven(id, index) {
      if (!ids.has(id)) return;
      proven.push({ index, dones: end() });
      answerApplied();
    },
    applied(index) {
      appliedIndex = index;
      if (proven.length > 0) answerApplied();
    },
    leaderChanged() {
      if (underWay !== undefined) end(failure('leaderChanged'));
    },
    clear() {
      for (const timer of timers) timer.cancel();
      timers = [];
      next = [];
      underWay = undefined;
      ids = new Set();
      proven = [];
    },
  };
}
