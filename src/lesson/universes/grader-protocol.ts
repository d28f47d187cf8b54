/** What passes between the page and its graders, and how a grading ends. */
import type { Problem } from '../../session/types.ts';
import type { Verdict } from './types.ts';

/** What is graded. */
export interface GradeJob {
  /** `12-replicaset` */
  readonly lesson: string;
  /** The learner's files, by path in the workspace. */
  readonly files: Readonly<Record<string, string>>;
  /** Its seeds are numbers of plans: see `planNumbers` in universe.ts. */
  readonly plans?: true;
}

export type ToGrader =
  | { readonly type: 'grade'; readonly job: GradeJob; readonly seed: number }
  /** Live through a universe for no verdict, so that the next ones go fast. The files are those that the exercise begins with. */
  | { readonly type: 'rehearse'; readonly job: GradeJob; readonly seed: number };

export type FromGrader =
  /** Loaded; waits for its first universe. */
  | { readonly type: 'hello' }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'rehearsed' }
  /** The files can't be run at all. */
  | { readonly type: 'unfit'; readonly problem: Problem }
  /** The grader itself broke. */
  | { readonly type: 'broken'; readonly message: string }
  /** The grader was ended from outside while it lived through a universe, as when its memory was used up. `because`: a sentence. */
  | { readonly type: 'died'; readonly because: string };

/** One grader. Everything posted before its `hello` waits. */
export interface GraderLink {
  post(message: ToGrader): void;
  stop(): void;
}

export type GradeEnd =
  /** `verdicts` in the order in which they came. Fewer than requested when it was stopped or universe after universe hung. */
  | { readonly type: 'done' | 'stopped'; readonly verdicts: readonly Verdict[] }
  | { readonly type: 'unfit'; readonly problem: Problem }
  | { readonly type: 'broken'; readonly message: string };
