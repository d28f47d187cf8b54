/** What learner code of a session is run with. */
import type { WatchExpression } from '../../viz/reconciles-model.ts';
import type { Problem, SessionEvent } from '../types.ts';
import type { Workspace } from '../workspace.ts';
import type { Limits } from './budget.ts';
import type { Compile } from './compile.ts';
import type { LearnerCluster } from './learner-cluster.ts';
import type { MakeFunction } from './linker.ts';
import type { Watching } from './recorder.ts';

export interface LearnerOptions {
  readonly cluster: LearnerCluster;
  readonly workspace: Workspace;
  readonly compile: Compile;
  /** What `converge/sdk` exports. */
  readonly sdk: Readonly<Record<string, unknown>>;
  /** Makes modules' functions; with `Function` if absent. */
  readonly makeFunction?: MakeFunction | undefined;
  readonly seed: number;
  readonly limits?: Partial<Limits>;
  /** Calls of reconcile are remembered, and these expressions evaluated; absent where none of it is read. */
  readonly watching?: Watching;
  evaluating?(watch?: WatchExpression): void;
  /** Milliseconds since the session's start. */
  t(): number;
  emit(event: SessionEvent): void;
  /** Code has caught an error that no API server answered, and goes on. */
  caught?(problem: Problem): void;
  /** The trace event of the input under way. */
  cause(): number;
}
