/** `lesson mutate <lesson>[/<exercise>]`: does the check notice when one thing in the solution is wrong? */
import { parseArgs } from 'node:util';
import { exerciseKeys, fullName, lessonSlugs } from '../../lesson/node/lesson-folder.ts';
import { type MutationOptions, type MutationProgress, mutateLesson, NoMutant } from '../../lesson/node/mutants/mutate-lesson.ts';
import { isSound, reportLines, tallies } from '../../lesson/node/mutants/mutation-report.ts';
import { threadGrading } from '../../lesson/node/thread-grading.ts';
import { numberOf, printedHelp, readOrTell } from './arguments.ts';
import { readTypes } from './read-types.ts';

const usage = `lesson mutate <lesson> [--only OPERATOR] [--count N] [--seed N] [--universes N] [--recheck] [--json]
  of one exercise of several: lesson mutate 6-quorum/restore`;

interface Arguments {
  /** Keys of its exercises, or of the one that was named. */
  readonly exercises: readonly string[];
  readonly json: boolean;
  readonly options: Omit<MutationOptions, 'graders' | 'types'>;
}

/** Resolves with the exit code: 0 when each survivor has its reason, 1 when not, 2 for a wrong command. */
export async function mutate(argv: readonly string[]): Promise<number> {
  if (printedHelp(usage, argv)) return 0;
  const given = readOrTell(usage, () => readArguments(argv));
  return given === undefined ? 2 : runMutants(given);
}

/** Tries all mutants of an exercise's solution and prints what came of it: whether each survivor has its reason. */
export async function checkMutants(exercise: string): Promise<boolean> {
  return (await runMutants({ exercises: [exercise], json: false, options: {} })) === 0;
}

async function runMutants({ exercises, json, options }: Arguments): Promise<number> {
  let areSound = true;
  const without: { readonly exercise: string; readonly error: NoMutant }[] = [];
  for (const exercise of exercises) {
    try {
      areSound = (await tryMutants(exercise, json, options)) && areSound;
    } catch (error) {
      if (!(error instanceof NoMutant)) throw error;
      without.push({ exercise, error });
    }
  }
  if (without.length === exercises.length && without[0] !== undefined) throw without[0].error;
  for (const { exercise, error } of without) console.error(`${exercise}: ${error.message}`);
  return areSound ? 0 : 1;
}

async function tryMutants(exercise: string, json: boolean, options: Arguments['options']): Promise<boolean> {
  const report = await mutateLesson(exercise, { ...options, graders: threadGrading(), types: readTypes() }, showProgress);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (json) {
    const results = report.results.map(({ mutant: { text: _, ...mutant }, fate }) => ({ ...mutant, fate }));
    console.log(JSON.stringify({ ...report, results, tallies: tallies(report) }, null, 2));
  } else {
    console.log(`${exercise}, mutants of the solution`);
    for (const line of reportLines(report)) console.log(line);
  }
  return isSound(report);
}

function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      count: { type: 'string' },
      seed: { type: 'string' },
      universes: { type: 'string' },
      recheck: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [lesson, ...others] = positionals;
  if (lesson === undefined) throw new Error(`name a lesson: ${lessonSlugs().join(', ')}`);
  const exercises = exercisesNamed(fullName(lesson));
  if (others.length > 0) throw new Error(`one lesson at a time: ${others.join(' ')} is one too many`);
  const count = numberOf('count', values.count, 1);
  const seed = numberOf('seed', values.seed, 0);
  const universes = numberOf('universes', values.universes, 1);
  return {
    exercises,
    json: values.json,
    options: {
      ...(values.only !== undefined && { only: values.only }),
      ...(count !== undefined && { count }),
      ...(seed !== undefined && { seed }),
      ...(universes !== undefined && { universes }),
      recheck: values.recheck,
    },
  };
}

/** Keys of a lesson's exercises, or that of the one that is named. @throws Error where there is none. */
export function exercisesNamed(name: string): readonly string[] {
  const keys = exerciseKeys().filter((key) => key === name || key.startsWith(`${name}/`));
  if (keys.length > 0) return keys;
  const known = lessonSlugs();
  if (known.includes(name)) throw new Error(`${name} has no exercise, so there is nothing to mutate`);
  throw new Error(`there is no lesson ${name}: there are ${known.join(', ')}`);
}

/** One line that is written over and over, when errors go to a terminal. */
function showProgress({ done, total, survived }: MutationProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done} of ${total} mutants, ${survived} survived`);
}
