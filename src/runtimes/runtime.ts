/** Where a session runs: this thread (Node), a sandboxed worker, a WebContainer. One small interface, one conformance suite. */
import type { Inspect } from '../session/inspections.ts';
import type {
  InputRequest,
  InputResult,
  KeySpaceRequest,
  Moment,
  Place,
  SessionEvent,
  SessionLog,
} from '../session/types.ts';
import type { BranchView, ClusterView, ComparisonView, KeyHistoryView, KeySpaceView } from '../viz/model.ts';
import type { Place as RuntimePlace, PlaceName } from './place.ts';
import type { OpenTerminal } from './terminal.ts';

export type RuntimeState =
  | { readonly state: 'idle' | 'starting' | 'ready' }
  /** `because` is a sentence for the reader. */
  | { readonly state: 'failed' | 'unsupported'; readonly because: string };

/** Time control. All resolve when the clock stands again, except `play`, which resolves at once. */
export type Control =
  /** Virtual time flows at `speed` virtual seconds a real second (0.1–1000) until `pause`. */
  | { readonly type: 'play'; readonly speed?: number }
  | { readonly type: 'pause' }
  /** Changes the speed of `play`, now or when it next plays. */
  | { readonly type: 'speed'; readonly speed: number }
  /** One instant: everything due at the next time at which something is due. */
  | { readonly type: 'step' }
  | { readonly type: 'until'; readonly t: number }
  /** Until nothing but background waits is left, at most ten virtual minutes (or `limitMs`). */
  | { readonly type: 'quiet'; readonly limitMs?: number }
  /** A hidden page doesn't let time flow; `play` goes on when it is shown again. The worker runtime sees to it by itself. */
  | { readonly type: 'visible'; readonly visible: boolean };

/** A file that was saved or removed (null) where the session runs, rather than on its page. */
export interface SavedInside {
  readonly path: string;
  readonly text: string | null;
  /** What the session had until then. */
  readonly before?: string;
}

/** A watch expression. */
export interface EvaluatedWatch {
  readonly id: string;
  readonly text: string;
}

export type RuntimeEvent =
  | SessionEvent
  | { readonly type: 'state'; readonly state: RuntimeState }
  /** While a log is replayed: input `index` of `of` is about to run. */
  | { readonly type: 'replaying'; readonly index: number; readonly of: number }
  /** This watch expression is being evaluated; without one: none any more. */
  | { readonly type: 'evaluating'; readonly watch?: EvaluatedWatch }
  /** At most about 20 a real second while time flows, and once after each input and control. */
  | { readonly type: 'view'; readonly view: ClusterView }
  /** The forks there are, and the one inputs go to. After each reset and each `BranchAct`. */
  | { readonly type: 'branches'; readonly branches: readonly BranchView[]; readonly current: string }
  /** Where the session runs has changed, or whether it could run elsewhere. */
  | { readonly type: 'place'; readonly place: RuntimePlace }
  /** Something inside the runtime did this by itself: a request or a file change from a WebContainer's terminal. */
  | { readonly type: 'inside'; readonly result: InputResult; readonly saved?: SavedInside }
  /** This watch expression never came to an end: the session is being brought back, and goes on without it. */
  | { readonly type: 'endless'; readonly watch: EvaluatedWatch }
  /** The runtime had stopped answering; the session is back as it was without `input`. */
  | { readonly type: 'recovered'; readonly because: string; readonly input?: InputRequest };

/** The state of a session that was just replayed. */
export interface Replayed {
  /** One for each input of the log. */
  readonly results: readonly InputResult[];
  readonly now: Moment;
  readonly historyHash: string;
}

/** What may be done to the ways a session has gone. `at`: the cut is at that moment, or before an action that was under way. */
export type BranchAct =
  /** A second session from the log cut at that moment; inputs go there from now on. */
  | { readonly do: 'fork'; readonly at: Place }
  /** The session goes back there; what came later is gone. */
  | { readonly do: 'rewind'; readonly at: Place }
  /** Inputs go there from now on. The others stand still. */
  | { readonly do: 'enter'; readonly id: string }
  | { readonly do: 'drop'; readonly id: string };

/** Where the session stands after a `BranchAct`. */
export interface Standing {
  readonly branches: readonly BranchView[];
  readonly current: string;
  readonly log: SessionLog;
  readonly now: Moment;
  readonly historyHash: string;
  /** Why it doesn't stand at the moment that was asked for, as a sentence; '' when it does. */
  readonly words: string;
}

/** A branch as it now is or was at a moment. */
export interface BranchMoment {
  readonly branch: string;
  readonly at?: Place;
}

/** What a rewind to a moment would do. */
export interface CutView {
  readonly t: number;
  readonly words: string;
  /** Inputs that would be gone. */
  readonly dropped: number;
}

/** All branches as logs, to bring them back. */
export interface KeptBranches {
  readonly branches: readonly { readonly view: BranchView; readonly log: SessionLog }[];
  readonly current: string;
}

/** Looking back, and going another way from there. Looking waits for nothing; the acts queue behind inputs. */
export interface TimeMachine {
  /** Everything as it was then. Changes nothing. */
  seek(at: Place): Promise<ClusterView>;
  cut(at: Place): Promise<CutView>;
  act(act: BranchAct): Promise<Standing>;
  /** Object by object: A against B. */
  compare(a: BranchMoment, b: BranchMoment): Promise<ComparisonView>;
  keys(ask: KeySpaceRequest): Promise<KeySpaceView>;
  keyHistory(key: string, at?: Place): Promise<KeyHistoryView>;
  /** All branches as they now stand, as logs: what `reset` takes to bring them back. */
  kept(): Promise<KeptBranches>;
}

/** Everything a page needs to put a session back, or to hand it on. */
export interface Snapshot {
  readonly log: SessionLog;
  readonly files: Readonly<Record<string, string>>;
  readonly now: Moment;
  readonly historyHash: string;
  /** Controllers that run the workspace's code. */
  readonly swapped: readonly string[];
}

/**
 * One session at a time. `run` and `control` queue behind each other; `interrupt`, `pause` and `speed` don't wait.
 * Promises reject with an Error whose message is a sentence when the runtime has failed, was stopped, or the request was lost to a
 * recovery; a command that fails is not a rejection but an `InputResult`.
 */
export interface Runtime {
  readonly kind: 'node' | 'worker' | 'webcontainer';
  readonly state: RuntimeState;
  /** Resolves when `ready`; rejects when `failed` or `unsupported`. Calling it again changes nothing while it runs. */
  start(): Promise<void>;
  /** Forgets the session and replays this log, or these branches. Starts the runtime when it is idle. */
  reset(start: SessionLog | KeptBranches): Promise<Replayed>;
  run(input: InputRequest): Promise<InputResult>;
  /** The same as running an `edit`. */
  updateFile(path: string, text: string | null): Promise<void>;
  control(control: Control): Promise<Moment>;
  /**
   * Ends the input or run under way after its present instant; a command is interrupted, as by Ctrl+C. `terminal`: only when it is an input of
   * that terminal, whose command goes on.
   */
  interrupt(terminal?: string): void;
  snapshot(): Promise<Snapshot>;
  /** The view now, or as it was at an earlier time. */
  view(at?: number): Promise<ClusterView>;
  readonly time: TimeMachine;
  /** All branches as far as the page knows them, at once; undefined before the first session. Absent: it only knows by asking. */
  known?(): KeptBranches | undefined;
  /** A shell of the runtime's own, a process: beside the session's terminals (`terminal` inputs of its log), which go wherever it goes. */
  readonly openTerminal?: OpenTerminal | undefined;
  /** Looks without changing anything; waits for nothing. */
  readonly inspect: Inspect;
  /** Where it can run in more than one place: the reader's choice. */
  choose?(name: PlaceName): void;
  /** Back to idle. */
  stop(): void;
  on(listener: (event: RuntimeEvent) => void): () => void;
}
