/**
 * Linearizable reads: many share one proof that the leader still leads (v3_server.go linearizableReadLoop). What comes
 * while a proof is under way waits for the next one. A proof that doesn't come is requested again every half second.
 */
import type { Clock, Timer } from '../../kernel/index.ts';
import { failure } from '../failure.ts';
import type { EtcdFailure } from '../types.ts';
import { requestTimeoutMs } from './pending-requests.ts';

export interface Reads {
  /** `done` runs once the store holds all that was committed before the call. */
  add(done: (refused?: EtcdFailure) => void): void;
  /** Reads wait for the proof under this id. */
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

/** A proof under way, and who waits for it. */
interface Proof {
  readonly dones: readonly Done[];
  /** Every attempt has an id of its own; any of them will do. */
  readonly ids: Set<string>;
  readonly timeout: Timer;
  retry: Timer | undefined;
}

interface ReadsState {
  readonly clock: Clock;
  readonly nextId: () => string;
  readonly ask: (id: string) => void;
  /** They wait for the next proof. */
  next: Done[];
  proof: Proof | undefined;
  /** Proven, waiting for their index. */
  proven: { readonly index: number; readonly dones: readonly Done[] }[];
  appliedIndex: number;
}

/** `ask` requests a proof from raft under an id that was never used before. */
export function createReads(clock: Clock, nextId: () => string, ask: (id: string) => void): Reads {
  const reads: ReadsState = { clock, nextId, ask, next: [], proof: undefined, proven: [], appliedIndex: 0 };
  return {
    add(done) {
      reads.next.push(done);
      // Reads of one instant share a proof too.
      if (reads.next.length === 1 && reads.proof === undefined) clock.after(0, () => begin(reads));
    },
    isAwaited: (id) => reads.proof?.ids.has(id) ?? false,
    proven(id, index) {
      if (reads.proof?.ids.has(id) !== true) return;
      const dones = end(reads, undefined);
      reads.proven.push({ index, dones });
      answerApplied(reads);
    },
    applied(index) {
      reads.appliedIndex = index;
      if (reads.proven.length > 0) answerApplied(reads);
    },
    leaderChanged() {
      if (reads.proof !== undefined) end(reads, failure('leaderChanged'));
    },
    clear() {
      cancelTimers(reads.proof);
      reads.next = [];
      reads.proof = undefined;
      reads.proven = [];
    },
  };
}

function begin(reads: ReadsState): void {
  if (reads.proof !== undefined || reads.next.length === 0) return;
  const timeout = reads.clock.after(requestTimeoutMs, () => end(reads, failure('timeout')));
  const proof: Proof = { dones: reads.next, ids: new Set(), timeout, retry: undefined };
  reads.next = [];
  reads.proof = proof;
  attempt(reads, proof);
}

function attempt(reads: ReadsState, proof: Proof): void {
  const id = reads.nextId();
  proof.ids.add(id);
  proof.retry = reads.clock.after(retryMs, () => attempt(reads, proof), { background: true });
  reads.ask(id);
}

/** Ends the proof under way, and begins the next where reads wait for one. */
function end(reads: ReadsState, refused: EtcdFailure | undefined): readonly Done[] {
  const { proof } = reads;
  cancelTimers(proof);
  reads.proof = undefined;
  const dones = proof?.dones ?? [];
  if (refused !== undefined) for (const done of dones) done(refused);
  begin(reads);
  return dones;
}

function cancelTimers(proof: Proof | undefined): void {
  proof?.timeout.cancel();
  proof?.retry?.cancel();
}

function answerApplied(reads: ReadsState): void {
  const ready = reads.proven.filter(({ index }) => index <= reads.appliedIndex);
  if (ready.length === 0) return;
  reads.proven = reads.proven.filter(({ index }) => index > reads.appliedIndex);
  for (const { dones } of ready) for (const done of dones) done();
}
