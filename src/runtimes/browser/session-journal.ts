/**
 * What the page knows of a session that runs elsewhere: all that is needed to bring it back when its engine is gone. A state machine
 * without effects: `stepJournal` takes in what happened; `recoveryPlan` and its neighbors read what is known.
 */
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import type { BranchView } from '../../viz/model.ts';
import { mainBranch } from '../protocol.ts';
import type { EvaluatedWatch, KeptBranches, Replayed, RuntimeEvent, Standing } from '../runtime.ts';
import { withoutHangCause, withoutReplayHangCause } from './hang-cause.ts';

export interface SessionJournal {
  /** What has been done on the current branch, as far as the engine has reported; undefined before the first session. */
  readonly log: SessionLog | undefined;
  readonly branch: BranchView;
  /** The other branches, as far as they are known: their time stands still. */
  readonly others: KeptBranches['branches'];
  /** Inputs not yet answered, oldest first. */
  readonly pending: readonly InputRequest[];
  /** While a log is replayed: the input under way, -1 before the first. */
  readonly replayedInput: number | undefined;
  /** A branch act is under way: should it hang, the session's own log isn't to blame. */
  readonly branching: boolean;
  /** The latest session time that was seen. */
  readonly knownTo: number;
  /** The watch expression being evaluated: it is in no log, and the session is the same without it. */
  readonly watch: EvaluatedWatch | undefined;
}

export type JournalEvent =
  /** What the engine reports of its own accord. */
  | { readonly type: 'engine-event'; readonly event: RuntimeEvent }
  | { readonly type: 'replay-started'; readonly kept: KeptBranches }
  | { readonly type: 'replay-ended'; readonly kept: KeptBranches; readonly replayed: Replayed }
  | { readonly type: 'input-sent'; readonly input: InputRequest }
  | { readonly type: 'input-carried-out'; readonly result: InputResult }
  /** Answered, refused, or lost. */
  | { readonly type: 'input-settled'; readonly input: InputRequest }
  | { readonly type: 'time-passed'; readonly t: number }
  | { readonly type: 'branch-act-started' }
  | { readonly type: 'branch-act-ended' }
  | { readonly type: 'branches-changed'; readonly standing: Standing }
  /** The engine is given up: nothing that was sent to it will be answered. */
  | { readonly type: 'engine-lost' };

export const emptyJournal: SessionJournal = {
  log: undefined,
  branch: mainBranch,
  others: [],
  pending: [],
  replayedInput: undefined,
  branching: false,
  knownTo: 0,
  watch: undefined,
};

export function stepJournal(journal: SessionJournal, event: JournalEvent): SessionJournal {
  switch (event.type) {
    case 'engine-event':
      return onEngineEvent(journal, event.event);
    case 'replay-started':
      return { ...withBranches(journal, event.kept), branching: false, replayedInput: -1 };
    case 'replay-ended': {
      const next = withBranches(journal, event.kept);
      const inputs = event.replayed.results.map((result) => result.input);
      const log = currentOf(event.kept) === undefined || next.log === undefined ? next.log : { ...next.log, inputs };
      return { ...next, log, knownTo: event.replayed.now.t, replayedInput: undefined };
    }
    case 'input-sent':
      return { ...journal, pending: [...journal.pending, event.input] };
    case 'input-settled':
      return { ...journal, pending: journal.pending.filter((each) => each !== event.input) };
    case 'input-carried-out':
      return withResult(journal, event.result);
    case 'time-passed':
      return { ...journal, knownTo: Math.max(journal.knownTo, event.t) };
    case 'branch-act-started':
      return { ...journal, branching: true };
    case 'branch-act-ended':
      return { ...journal, branching: false };
    case 'branches-changed':
      return onBranchesChanged(journal, event.standing);
    case 'engine-lost':
      return { ...journal, pending: [], watch: undefined };
  }
}

function onEngineEvent(journal: SessionJournal, event: RuntimeEvent): SessionJournal {
  switch (event.type) {
    case 'evaluating':
      return { ...journal, watch: event.watch };
    case 'replaying':
      return journal.branching ? journal : { ...journal, replayedInput: event.index };
    case 'view':
      return journal.branching ? journal : { ...journal, knownTo: event.view.timeMs };
    case 'inside':
      return withResult(journal, event.result);
    default:
      return journal;
  }
}

/** Adds an input, unless it was interrupted before it did anything. */
function withResult(journal: SessionJournal, { input, end, outputs, to }: InputResult): SessionJournal {
  const acted = end !== 'interrupted' || outputs.length > 0 || input.interruptedAt !== undefined;
  const log = acted && journal.log !== undefined ? { ...journal.log, inputs: [...journal.log.inputs, input] } : journal.log;
  return { ...journal, log, knownTo: to.t };
}

const currentOf = (kept: KeptBranches) => kept.branches.find(({ view }) => view.id === kept.current);

function withBranches(journal: SessionJournal, kept: KeptBranches): SessionJournal {
  const current = currentOf(kept);
  if (current === undefined) return journal;
  const others = kept.branches.filter((each) => each !== current);
  return { ...journal, branch: current.view, log: current.log, others };
}

function onBranchesChanged(journal: SessionJournal, standing: Standing): SessionJournal {
  const { log, branch, others, knownTo } = journal;
  // What a recovery would need of the branch that is left is kept.
  const left = log === undefined ? [] : [{ view: branch, log: upTo(log, knownTo) }];
  const known = [...others.filter(({ view }) => view.id !== branch.id), ...left];
  return {
    ...journal,
    others: known.filter(({ view }) => view.id !== standing.current && standing.branches.some(({ id }) => id === view.id)),
    branch: standing.branches.find(({ id }) => id === standing.current) ?? branch,
    log: standing.log,
    knownTo: standing.now.t,
  };
}

/** All branches, at the time at which they were last seen; undefined before the first session. */
export function knownBranches(journal: SessionJournal): KeptBranches | undefined {
  return journal.log === undefined ? undefined : branchesWith(journal, seenPart(journal, journal.log));
}

/** What a session is brought back with, and what is to blame: an input that is left out, or a watch expression. */
export interface RecoveryPlan {
  readonly kept: KeptBranches;
  readonly input?: InputRequest | undefined;
  readonly watch?: EvaluatedWatch;
}

/** How the session is brought back from a hang now; undefined before the first session. */
export function recoveryPlan(journal: SessionJournal): RecoveryPlan | undefined {
  const { log, watch, replayedInput, pending, knownTo } = journal;
  if (log === undefined) return undefined;
  if (watch !== undefined) return { kept: branchesWith(journal, seenPart(journal, log)), watch };
  const { log: rest, input } =
    replayedInput === undefined || replayedInput < 0
      ? withoutHangCause(upTo(log, knownTo), pending[0])
      : withoutReplayHangCause(log, replayedInput);
  return { kept: branchesWith(journal, rest), input };
}

/** Whether a learner's code may be running. Nothing else can hold the engine's thread for good. */
export function mayRunLearnerCode({ watch, pending, log, others }: SessionJournal): boolean {
  if (watch !== undefined || pending.some(isCode)) return true;
  return [log, ...others.map((other) => other.log)].some((each) => each?.inputs.some(isCode));
}

const isCode = ({ type }: InputRequest): boolean => type === 'script' || type === 'swap';

const branchesWith = ({ branch, others }: SessionJournal, log: SessionLog): KeptBranches => ({
  branches: [{ view: branch, log }, ...others],
  current: branch.id,
});

/** The log up to where it was last seen; all of it while it is being replayed. */
const seenPart = ({ replayedInput, knownTo }: SessionJournal, log: SessionLog): SessionLog =>
  replayedInput === undefined ? upTo(log, knownTo) : log;

/** The log with the time that has passed since its last input. */
function upTo(log: SessionLog, t: number): SessionLog {
  const last = log.inputs.at(-1);
  const reached = last === undefined ? 0 : last.type === 'advance' ? last.to : last.at;
  return t > reached ? { ...log, inputs: [...log.inputs, { type: 'advance', at: reached, to: t }] } : log;
}
