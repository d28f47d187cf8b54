import type { Problem } from '../../session/types.ts';

/** The files don't compile, or don't export what they are to export. */
export class UnfitError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}
