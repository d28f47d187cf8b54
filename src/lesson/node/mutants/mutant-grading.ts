/**
 * Grades mutants, as many at a time as there are graders. A mutant lives through universes 1, 2, 3 … until one kills it. A universe that kills
 * must be one that the solution passes.
 */
import type { FromGrader, GradeJob, GraderLink, GradingOptions } from '../../universes/grading.ts';
import { hungCause } from '../../universes/lost-verdicts.ts';

export type Grade =
  | { readonly type: 'killed'; readonly cause: string; readonly seed: number }
  | { readonly type: 'survived' };

export interface MutantGrading {
  readonly lesson: string;
  /** The solution's files; a mutant is one of them in another text. */
  readonly solution: Readonly<Record<string, string>>;
  /** A mutant that passes so many survives. */
  readonly universes: number;
  readonly graders: GradingOptions;
}

/**
 * Resolves with a grade for each text of the file, in their order. `progress` is called after each.
 * Rejects when the solution fails a universe that killed a mutant.
 */
export async function gradeMutants(
  { lesson, solution, universes, graders }: MutantGrading,
  file: string,
  texts: readonly string[],
  progress: (index: number, grade: Grade) => void = () => {},
): Promise<readonly Grade[]> {
  const grades: Grade[] = [];
  const solutionGrades = new Map<number, Promise<string | undefined>>();
  let next = 0;

  async function work(): Promise<void> {
    const universe = new UniverseRunner(graders);
    const failsSolution = (seed: number): Promise<string | undefined> => {
      const known = solutionGrades.get(seed) ?? universe.failure({ lesson, files: solution }, seed);
      solutionGrades.set(seed, known);
      return known;
    };
    try {
      while (next < texts.length) {
        const index = next;
        next += 1;
        const files = { ...solution, [file]: texts[index] ?? '' };
        const grade = await gradeOne(universe, { lesson, files }, universes);
        if (grade.type === 'killed') {
          const cause = await failsSolution(grade.seed);
          if (cause !== undefined) throw new Error(`the solution itself fails universe ${grade.seed}: ${cause}`);
        }
        grades[index] = grade;
        progress(index, grade);
      }
    } finally {
      universe.close();
    }
  }

  await Promise.all(Array.from({ length: Math.min(graders.graders, texts.length) }, work));
  return grades;
}

async function gradeOne(universe: UniverseRunner, job: GradeJob, universes: number): Promise<Grade> {
  for (let seed = 1; seed <= universes; seed += 1) {
    const cause = await universe.failure(job, seed);
    if (cause !== undefined) return { type: 'killed', cause, seed };
  }
  return { type: 'survived' };
}

/** A universe that takes longer hangs, unless the grader took long to load as well: real milliseconds. */
const usualHangMs = 5000;
const patience = 6;

/** A grader that is given one universe after another, and is replaced when it hangs or dies. */
class UniverseRunner {
  readonly #options: GradingOptions;
  #grader: OpenGrader | undefined;

  constructor(options: GradingOptions) {
    this.#options = options;
  }

  /** The cause by which the universe fails; undefined when it passes. Rejects when the grader itself breaks. */
  async failure(job: GradeJob, seed: number): Promise<string | undefined> {
    this.#grader ??= new OpenGrader(this.#options);
    const message = await this.#grader.answer(job, seed);
    switch (message.type) {
      case 'verdict':
        return message.verdict.ok ? undefined : message.verdict.cause;
      case 'unfit':
        return `couldn’t be run: ${message.problem.title}`;
      case 'died':
        this.close();
        return message.because;
      default:
        throw new Error(message.type === 'broken' ? message.message : `the grader answered ${message.type}`);
    }
  }

  close(): void {
    this.#grader?.close();
    this.#grader = undefined;
  }
}

class OpenGrader {
  readonly #options: GradingOptions;
  readonly #link: GraderLink;
  readonly #loaded: Promise<number>;
  #hear: (message: FromGrader) => void = () => {};

  constructor(options: GradingOptions) {
    const { nowMs = () => 0 } = options;
    const openedMs = nowMs();
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#options = options;
    this.#loaded = promise;
    this.#link = options.open((message) => {
      if (message.type === 'hello') resolve(nowMs() - openedMs);
      else this.#hear(message);
    });
  }

  async answer(job: GradeJob, seed: number): Promise<FromGrader> {
    const loadMs = await this.#loaded;
    const { promise, resolve } = Promise.withResolvers<FromGrader>();
    this.#hear = resolve;
    const limitMs = Math.max(this.#options.hangMs ?? usualHangMs, patience * loadMs);
    const cancel = this.#options.after(limitMs, () => resolve({ type: 'died', because: hungCause }));
    this.#link.post({ type: 'grade', job, seed });
    const message = await promise;
    cancel();
    return message;
  }

  close(): void {
    this.#link.stop();
  }
}
