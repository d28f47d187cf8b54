/** `lesson mutate <lesson>`: does the check notice when one thing in the solution is wrong? */
import { parseArgs } from 'node:util';
import { lessonSlugs } from '../../lesson/node/lesson-folder.ts';
import { type MutationOptions, type MutationProgress, mutateLesson } from '../../lesson/node/mutants/mutate-lesson.ts';
import { isSound, reportLines, tallies } from '../../lesson/node/mutants/mutation-report.ts';
import { threadGrading } from '../../lesson/node/thread-grading.ts';
import { readTypes } from './read-types.ts';

const usage = `lesson mutate <lesson> [--only OPERATOR] [--count N] [--seed N] [--universes N] [--recheck] [--json]`;

interface Arguments {
  readonly lesson: string;
  readonly json: boolean;
  readonly options: Omit<MutationOptions, 'graders' | 'types'>;
}

/** Resolves with the exit code: 0 when each survivor has its reason, 1 when not, 2 for a wrong command. */
export async function mutate(argv: readonly string[]): Promise<number> {
  let given: Arguments;
  try {
    given = readArguments(argv);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
  return runMutants(given);
}

/** Tries all mutants of a lesson's solution and prints what came of it: whether each survivor has its reason. */
export async function checkMutants(lesson: string): Promise<boolean> {
  return (await runMutants({ lesson, json: false, options: {} })) === 0;
}

async function runMutants({ lesson, json, options }: Arguments): Promise<number> {
  const report = await mutateLesson(lesson, { ...options, graders: threadGrading(), types: readTypes() }, showProgress);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (json) {
    const results = report.results.map(({ mutant: { text: _, ...mutant }, fate }) => ({ ...mutant, fate }));
    console.log(JSON.stringify({ ...report, results, tallies: tallies(report) }, null, 2));
  } else {
    console.log(`${lesson}, mutants of the solution`);
    for (const line of reportLines(report)) console.log(line);
  }
  return isSound(report) ? 0 : 1;
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
  const known = lessonSlugs();
  if (lesson === undefined) throw new Error(`name a lesson: ${known.join(', ')}`);
  if (!known.includes(lesson)) throw new Error(`there is no lesson ${lesson}: there are ${known.join(', ')}`);
  if (others.length > 0) throw new Error(`one lesson at a time: ${others.join(' ')} is one too many`);
  const count = numberOf('count', values.count, 1);
  const seed = numberOf('seed', values.seed, 0);
  const universes = numberOf('universes', values.universes, 1);
  return {
    lesson,
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

function numberOf(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name} takes a whole number from ${least} on, such as --${name} 25, not ${text}`);
  return number;
}

/** One line that is written over and over, when errors go to a terminal. */
function showProgress({ done, total, survived }: MutationProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done} of ${total} mutants, ${survived} survived`);
}
