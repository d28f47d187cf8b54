/** What a swapped controller has done, call by call: for the table below the editor. */

/** An expression that is evaluated each time a line is reached, without stopping there. */
export interface WatchExpression {
  readonly id: string;
  /** Path in the workspace. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** TypeScript, on one line: `replicas - mine.length`. */
  readonly text: string;
  /** It never came to an end: kept, and not evaluated until it is another. */
  readonly off?: true;
}

export interface ReconcilesAsk {
  /** Of this controller only; absent: of all that run code of the workspace. */
  readonly controller?: string;
  /** So many of the newest; 50 by default. */
  readonly count?: number;
  /** From now on these are evaluated, and no others. Absent: those that were. They only read: nothing of it is in the log. */
  readonly watches?: readonly WatchExpression[];
}

/** One write that a call requested. */
export interface DecisionView {
  /** `create Pod web-7k2xq`, `update ReplicaSet/status web` */
  readonly text: string;
  /** The line of the controller's files that requested it. */
  readonly file?: string;
  readonly line?: number;
  readonly result: 'on its way' | 'done' | 'refused';
  /** Why it was refused. */
  readonly reason?: string;
}

export interface ReconcileCallView {
  /** Rises by one with each call of the session. */
  readonly id: number;
  readonly controller: string;
  readonly key: string;
  /** Milliseconds since the session's start. */
  readonly t: number;
  /** Its event in the trace. */
  readonly trace: number;
  /** What it read, in order: `ReplicaSet default/web r 12`, `Pod ×4, newest r 40`. */
  readonly read: readonly string[];
  readonly readOmitted: number;
  readonly decided: readonly DecisionView[];
  readonly decidedOmitted: number;
  readonly end: 'under way' | 'done' | 'failed';
  /** It requested to be called again after so long. */
  readonly requeueMs?: number;
  /** What it threw, in one line. */
  readonly error?: string;
  /** Virtual milliseconds from its beginning to its end, or until now. */
  readonly tookMs: number;
  /** How often it had the turn: once, and again for each answer it waited for. */
  readonly turns: number;
  /** By id of the expression: its values in this call, oldest first, as one-line texts; the last ones when there are many. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** How an expression stands. */
export interface WatchView extends WatchExpression {
  /** The line at which it is evaluated: where the statement begins that `line` belongs to. Absent while no such file runs. */
  readonly at?: number;
  /** Why it can't be evaluated. */
  readonly problem?: string;
}

export interface ReconcilesView {
  /** Newest first. */
  readonly calls: readonly ReconcileCallView[];
  /** Calls that were recorded in all, of these controllers. */
  readonly total: number;
  /** Calls that are remembered; the oldest are forgotten. */
  readonly kept: number;
  readonly watches: readonly WatchView[];
}
