/** What a session is made of: handed in by whoever opens it. */
import type { Cluster, ClusterOptions } from '../engine/index.ts';
import type { Shell, ShellOptions } from '../shell/types.ts';
import type { WatchExpression } from '../viz/reconciles-model.ts';
import type { SubjectLink } from './apart/messages.ts';
import type { SubjectEnd } from './apart/remote-subject.ts';
import type { Limits } from './learner/budget.ts';
import type { Compile } from './learner/compile.ts';
import type { Watching } from './learner/recorder.ts';
import type { Loading } from './needs.ts';
import type { Platform } from './platform.ts';
import type { Problem } from './types.ts';

/** What a session is made of; `runtimes/host.ts` passes the real ones. */
export interface SessionParts extends Loading {
  readonly platform: Platform;
  readonly compile: Compile;
  /** Compiles what runs apart, so that what it catches is noted; `compile` if absent. */
  readonly compileApart?: Compile;
  createCluster(options: ClusterOptions): Cluster;
  /** The session is observed: messages in flight and scheduling decisions are recorded for the inspectors. */
  readonly observed?: boolean;
  /** Calls of swapped controllers are remembered, and these expressions evaluated in them. */
  readonly watching?: Watching;
  /** This one is about to be evaluated; with nothing: it has been. */
  evaluating?(watch?: WatchExpression): void;
  createShell(options: ShellOptions): Shell;
  /** What `converge/sdk` exports. */
  readonly sdk: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
  /** Where controllers run that are swapped in apart from the session; in its own realm if absent. */
  openSubject?(): SubjectLink;
  /** One of them does nothing any more. */
  subjectEnded?(end: SubjectEnd): void;
  /** One of them has caught an error and gone on. */
  subjectCaught?(problem: Problem): void;
  /** Input `index` of the log is about to be replayed. */
  replaying?(index: number): void;
  /** Called between slices of work, at most every few milliseconds of real time. */
  betweenSlices?(): void;
  /** Virtual seconds a real second, asked anew all the time; undefined: as fast as it can. Changes nothing but when. */
  speed?(): number | undefined;
}
