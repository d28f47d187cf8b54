/** What learner code throws, as problems with places in its source, each reported when it is new and seldom after that. */
import { statusOf } from '../../engine/index.ts';
import type { Problem } from '../types.ts';
import type { Linker } from './linker.ts';
import { type Place, placeOf, problemAt, ProblemError, problemOf, tame } from './problem.ts';

/** How a problem's title begins that is a rejected promise which no code awaits; browsers say it in the same words. */
const unhandled = 'Uncaught (in promise) ';

export const isUnhandled = ({ title }: Problem): boolean => title.startsWith(unhandled);

export interface ProblemReports {
  failed(error: unknown, how?: 'unhandled'): void;
  /** Every failure is new again. */
  forget(): void;
}

/** Reports a failure when it is new, and again when it has happened 10, 100, 1000 … times. */
export function createProblemReports(linker: () => Linker | undefined, report: (problem: Problem, count: number) => void): ProblemReports {
  const counts = new Map<string, number>();
  return {
    failed(error, how) {
      const found = problemInSource(error, linker());
      const problem = how === undefined ? found : { ...found, title: `${unhandled}${found.title}` };
      const key = `${problem.title} ${problem.file ?? ''}:${problem.line ?? 0}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (/^10*$/.test(String(count))) report(problem, count);
    },
    forget: () => counts.clear(),
  };
}

/** What was caught in code, at this place; undefined where it is a refusal, or stops the code whatever it does. */
export function caughtProblem(thrown: unknown, catching: Place, linker: Linker | undefined): Problem | undefined {
  if (thrown instanceof ProblemError || statusOf(thrown) !== undefined) return undefined;
  const problem = problemInSource(thrown, linker);
  if (problem.line !== undefined) return problem;
  return problemAt(problem.title, problem.message, problem.hint, catching, (file) => linker?.source(file));
}

/** A problem with columns of the source rather than of the compiled code. */
export function problemInSource(thrown: unknown, linker: Linker | undefined): Problem {
  const error = tame(thrown);
  const problem = problemOf(error, () => undefined);
  if (error instanceof ProblemError || !(error instanceof Error) || linker === undefined) return problem;
  const place = placeOf(error);
  if (place === undefined) return problem;
  return problemAt(problem.title, problem.message, problem.hint, linker.inSource(place), (file) => linker.source(file));
}
