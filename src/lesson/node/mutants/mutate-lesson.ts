/** Tries an exercise's check with mutants of its solution. */
import { createRandom } from '../../../engine/index.ts';
import type { GradingOptions } from '../../universes/grading.ts';
import { type SubjectName, subjectOf } from '../../subjects/install.ts';
import { readExercise } from '../lesson-folder.ts';
import { type KnownMutants, loadKnownMutants, staleEntries } from './known-mutants.ts';
import { makeCommandMutants } from './command-mutants.ts';
import { makeDiagnosisMutants } from './diagnosis-mutants.ts';
import { makeManifestMutants } from './manifest-mutants.ts';
import { makeMutants } from './make-mutants.ts';
import { type Grade, gradeMutants } from './mutant-grading.ts';
import type { Mutant } from './types.ts';
import { createTypeFilter } from './type-filter.ts';

export interface MutationOptions {
  readonly graders: GradingOptions;
  /** What the type checker knows besides the files: `sdk-types.json`. */
  readonly types: Readonly<Record<string, string>>;
  /** A mutant that passes so many universes survives; by default as many as the exercise has. */
  readonly universes?: number;
  /** Only mutants of this operator. */
  readonly only?: string;
  /** At most so many, drawn by the seed; all by default. */
  readonly count?: number;
  readonly seed?: number;
  /** Grades those of `known-mutants.ts` as well. */
  readonly recheck?: boolean;
}

export type Fate =
  | Grade
  /** As `known-mutants.ts` says. */
  | { readonly type: 'equivalent' | 'accepted'; readonly because: string };

export interface MutantResult {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

export interface MutationReport {
  readonly lesson: string;
  readonly universes: number;
  /** In the order of the operators and of the file. */
  readonly results: readonly MutantResult[];
  /** How many the type checker refused: a learner would see it in the editor. */
  readonly refused: number;
  /** Entries of `known-mutants.ts` that fit no mutant. */
  readonly stale: readonly string[];
  /** Entries of `known-mutants.ts` that are killed; looked for by `recheck` only. */
  readonly killedThough: readonly { readonly id: string; readonly cause: string }[];
}

/** The operator that was named makes no mutant of this exercise. */
export class NoMutant extends Error {}

export interface MutationProgress {
  readonly done: number;
  readonly total: number;
  readonly survived: number;
}

/** Subjects whose files aren't TypeScript. */
const makersWithoutTypes: Readonly<Partial<Record<SubjectName, typeof makeManifestMutants>>> = { manifests: makeManifestMutants, commands: makeCommandMutants, diagnosis: makeDiagnosisMutants };

/** @param key Of the exercise. @throws Error with a sentence where there is none; NoMutant. */
export async function mutateLesson(
  key: string,
  options: MutationOptions,
  progress: (progress: MutationProgress) => void = () => {},
): Promise<MutationReport> {
  const { exercise, folder, fields } = readExercise(key);
  const { file, solution } = exercise;
  const text = solution[file] ?? '';
  const makeUntyped = makersWithoutTypes[subjectOf(exercise)];
  const made = await (makeUntyped ?? makeMutants)(file, text);
  const known = await loadKnownMutants(folder);
  const { chosen, refused } = choose(made, makeUntyped ? () => true : createTypeFilter(options.types, solution, file), options);

  const universes = options.universes ?? fields.universes;
  const due = options.recheck === true ? chosen : chosen.filter(({ id }) => reasonFor(known, id) === undefined);
  let done = 0;
  let survived = 0;
  const grades = await gradeMutants(
    { lesson: key, solution, universes, graders: options.graders },
    file,
    due.map(({ text }) => text),
    (_index, { type }) => {
      done += 1;
      if (type === 'survived') survived += 1;
      progress({ done, total: due.length, survived });
    },
  );
  const gradeOf = new Map(due.map(({ id }, index) => [id, grades[index]]));
  const results = chosen.map((mutant) => ({ mutant, fate: fateOf(known, mutant, gradeOf.get(mutant.id)) }));
  return {
    lesson: key,
    universes,
    results,
    refused,
    stale: staleEntries(known, made.map(({ id }) => id)),
    killedThough: results.flatMap(({ mutant: { id }, fate }) =>
      fate.type === 'killed' && reasonFor(known, id) !== undefined ? [{ id, cause: fate.cause }] : [],
    ),
  };
}

/** Those to grade, in their order, and how many of those that were looked at have type errors. */
function choose(
  made: readonly Mutant[],
  isTyped: (text: string) => boolean,
  { only, count, seed = 1 }: MutationOptions,
): { readonly chosen: readonly Mutant[]; readonly refused: number } {
  const ofOperator = made.filter(({ operator }) => only === undefined || operator === only);
  if (ofOperator.length === 0) {
    const operators = [...new Set(made.map(({ operator }) => operator))];
    throw new NoMutant(`no mutant is made by ${only}: here there are ${operators.join(', ')}`);
  }
  const drawn = count === undefined ? ofOperator : shuffled(ofOperator, seed);
  const chosen = new Set<Mutant>();
  let refused = 0;
  for (const mutant of drawn) {
    if (chosen.size === count) break;
    if (isTyped(mutant.text)) chosen.add(mutant);
    else refused += 1;
  }
  return { chosen: ofOperator.filter((each) => chosen.has(each)), refused };
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = createRandom(seed).fork('mutants');
  const left = [...items];
  return items.flatMap(() => left.splice(random.int(left.length), 1));
}

function reasonFor({ equivalent, accepted }: KnownMutants, id: string): Fate | undefined {
  const same = equivalent[id];
  if (same !== undefined) return { type: 'equivalent', because: same };
  const passes = accepted[id];
  return passes === undefined ? undefined : { type: 'accepted', because: passes };
}

function fateOf(known: KnownMutants, { id }: Mutant, grade: Grade | undefined): Fate {
  const reason = reasonFor(known, id);
  if (grade?.type === 'killed') return grade;
  return reason ?? { type: 'survived' };
}
