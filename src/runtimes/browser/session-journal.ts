/** What the page knows of a session that runs elsewhere: all that is needed to bring it back when its engine is gone. */
import type { Input, InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import { mainBranch } from '../protocol.ts';
import type { KeptBranches, Looked, Replayed, RuntimeEvent, Standing } from '../runtime.ts';
import { withoutHangCause, withoutReplayHangCause } from './hang-cause.ts';

/** What a session is brought back with, and what is to blame: an input that is left out, or a watch expression. */
export interface RecoveryPlan {
  readonly kept: KeptBranches;
  readonly input?: InputRequest | undefined;
  readonly watch?: Looked;
}

export interface SessionJournal {
  /** Takes in what the engine says of its own accord. */
  heard(event: RuntimeEvent): void;
  /** A replay of these begins. */
  replaying(kept: KeptBranches): void;
  replayed(of: KeptBranches, replayed: Replayed): void;
  /** An input is on its way; what it returns is called when it has been answered or lost. */
  began(input: InputRequest): () => void;
  acted(result: InputResult): void;
  /** Time has passed. */
  reached(t: number): void;
  /** A branch act is under way: should it hang, it isn't the session's own log that is to blame. */
  branching(under: boolean): void;
  stands(standing: Standing): void;
  /** All branches, standing where they were last seen; undefined before the first session. */
  kept(): KeptBranches | undefined;
  /** The same without the input that is to blame for a hang now. */
  withoutHangCause(): RecoveryPlan | undefined;
  /** Whether somebody's own code may be at work. Nothing else can keep the engine's thread for good. */
  ownCode(): boolean;
  /** Nobody waits for an answer any more. */
  drop(): void;
  forget(): void;
}

export function createSessionJournal(): SessionJournal {
  /** What has been done on the current branch, as far as the engine has told. */
  let log: SessionLog | undefined;
  /** Inputs not yet answered, oldest first. */
  let pending: InputRequest[] = [];
  let replayingAt: number | undefined;
  /** The other forks, as far as they are known: they stand still. */
  let others: KeptBranches['branches'] = [];
  let branch = mainBranch;
  let branching = false;
  let knownTo = 0;
  /** Being evaluated: it is in no log, and the session is the same without it. */
  let looking: Looked | undefined;

  const all = (of: SessionLog): KeptBranches => ({
    branches: [{ view: branch, log: of }, ...others],
    current: branch.id,
  });

  /** To where it was last seen; all of it while it is being replayed. */
  const reached = (whole: SessionLog): SessionLog => (replayingAt === undefined ? upTo(whole, knownTo) : whole);

  function keep(input: Input): void {
    if (log !== undefined) log = { ...log, inputs: [...log.inputs, input] };
  }

  function stand(kept: KeptBranches): SessionLog | undefined {
    const current = kept.branches.find(({ view }) => view.id === kept.current);
    if (current === undefined) return undefined;
    branch = current.view;
    others = kept.branches.filter((each) => each !== current);
    log = current.log;
    return log;
  }

  function acted(result: InputResult): void {
    const did = result.end !== 'interrupted' || result.outputs.length > 0 || result.input.interruptedAt !== undefined;
    if (did) keep(result.input);
    knownTo = result.to.t;
  }

  return {
    heard(event) {
      if (event.type === 'looking') looking = event.watch;
      if (event.type === 'replaying' && !branching) replayingAt = event.index;
      if (event.type === 'view' && !branching) knownTo = event.view.timeMs;
      if (event.type === 'inside') acted(event.result);
    },
    replaying(kept) {
      stand(kept);
      branching = false;
      replayingAt = -1;
    },
    replayed(of, replayed) {
      replayingAt = undefined;
      const stood = stand(of);
      knownTo = replayed.now.t;
      if (stood !== undefined) log = { ...stood, inputs: replayed.results.map((result) => result.input) };
    },
    began(input) {
      pending.push(input);
      return () => {
        pending = pending.filter((each) => each !== input);
      };
    },
    acted,
    reached(t) {
      knownTo = Math.max(knownTo, t);
    },
    branching(under) {
      branching = under;
    },
    stands(standing) {
      // What a recovery would need of the branch that is left is kept.
      const left = log === undefined ? [] : [{ view: branch, log: upTo(log, knownTo) }];
      const known = [...others.filter(({ view }) => view.id !== branch.id), ...left];
      others = known.filter(
        ({ view }) => view.id !== standing.current && standing.branches.some(({ id }) => id === view.id),
      );
      branch = standing.branches.find(({ id }) => id === standing.current) ?? branch;
      log = standing.log;
      knownTo = standing.now.t;
    },
    kept: () => (log === undefined ? undefined : all(reached(log))),
    withoutHangCause() {
      if (log === undefined) return undefined;
      if (looking !== undefined) return { kept: all(reached(log)), watch: looking };
      const { log: rest, input } =
        replayingAt === undefined || replayingAt < 0
          ? withoutHangCause(upTo(log, knownTo), pending[0])
          : withoutReplayHangCause(log, replayingAt);
      return { kept: all(rest), input };
    },
    ownCode: () =>
      looking !== undefined ||
      pending.some(isCode) ||
      [log, ...others.map((other) => other.log)].some((each) => each?.inputs.some(isCode)),
    drop() {
      pending = [];
      looking = undefined;
    },
    forget() {
      log = undefined;
      others = [];
      pending = [];
      looking = undefined;
      branch = mainBranch;
      replayingAt = undefined;
      branching = false;
      knownTo = 0;
    },
  };
}

const isCode = ({ type }: InputRequest): boolean => type === 'script' || type === 'swap';

/** The log, standing where the session was last seen. */
function upTo(log: SessionLog, t: number): SessionLog {
  const last = log.inputs.at(-1);
  const reached = last === undefined ? 0 : last.type === 'advance' ? last.to : last.at;
  return t > reached ? { ...log, inputs: [...log.inputs, { type: 'advance', at: reached, to: t }] } : log;
}
