/** `lesson check [name] [--universes N] [--quick] [--mutants]`: are its exercises sound? `lesson mutate <name>`: does its check notice mistakes? `lesson reports <name>`: do its questions help? */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { languageOf } from '../../lesson/code/language.ts';
import type { Exercise } from '../../lesson/exercise.ts';
import { subjectOf } from '../../lesson/subjects/install.ts';
import { newExercise } from '../../lesson/node/new-exercise.ts';
import { newLesson, newSubjects } from '../../lesson/node/new-lesson.ts';
import { exerciseKeys, keysNamed, lessonSlugs, readExercise, readLesson } from '../../lesson/node/lesson-folder.ts';
import { checkExercise, type Proof } from '../../lesson/node/check-lesson.ts';
import { threadGrading } from '../../lesson/node/thread-grading.ts';
import { wholeNumber } from '../whole-number.ts';
import { printedHelp } from './arguments.ts';
import { checkMutants, mutate } from './mutate.ts';
import { readTypes } from './read-types.ts';
import { reports } from './reports.ts';
import { universe, universeRequest } from './universe.ts';

/** Universes that each other right answer must pass. */
const rightUniverses = 600;
/** And with `--quick`. */
const quickRightUniverses = 60;

const usage = `lesson new <number>-<name> [--subject S]   a lesson that passes its own check; S is ${newSubjects.join(', ')}
lesson new 6-quorum/restore [--subject S]      a further exercise of a lesson
lesson check [name] [--universes N]      prove start, solution, right and wrong answers; --mutants: the check as well;
                                        --quick: what fails ends once its cause leads clearly, right answers run in 60
lesson mutate name                      try the check with mutants of the solution; see docs/authoring.md
lesson reports name                     each wrong answer beside the report that a learner sees; see docs/authoring.md
lesson universe name [--files start|solution|<answer>] [--file PATH] [--seed N] [--json]
                                        one universe: what broke, what was logged and refused; --file: of an answer that
                                        stands elsewhere; --json: the verdict as data, with its log
Of a lesson with several exercises, 6-quorum/restore names one: of its checks, mutants and universes.`;

const optionsOf = {
  new: { subject: { type: 'string', default: 'controller' } },
  check: {
    universes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
  },
  universe: { files: { type: 'string', default: 'solution' }, file: { type: 'string' }, seed: { type: 'string', default: '1' }, json: { type: 'boolean', default: false } },
} as const;

/** Resolves with the exit code: 0 when everything holds, 1 when not, 2 for a wrong command. `--help` prints what there is. */
export async function lessonCommand(argv: readonly string[]): Promise<number> {
  const [verb, ...args] = argv;
  if (verb === 'mutate') return mutate(args);
  if (verb === 'reports') return reports(args);
  if (printedHelp(usage, argv)) return 0;
  const run = readCommand(verb, args);
  if (typeof run === 'function') return run();
  console.error(run === undefined ? usage : `lesson ${verb}: ${run}\n${usage}`);
  return 2;
}

/** What the words ask for; a text says what is wrong with them. */
function readCommand(verb: string | undefined, args: readonly string[]): (() => number | Promise<number>) | string | undefined {
  try {
    if (verb === 'new') {
      const { values, name } = read(args, optionsOf.new);
      return name === undefined ? 'it takes the name of a lesson' : () => create(name, values.subject);
    }
    if (verb === 'check') {
      const { values, name } = read(args, optionsOf.check);
      const universes = values.universes === undefined ? 0 : wholeNumber('universes', values.universes);
      return () => check(name, { universes, quick: values.quick, mutants: values.mutants });
    }
    if (verb === 'universe') {
      const { values, name } = read(args, optionsOf.universe);
      if (name === undefined) return 'it takes the name of a lesson';
      const request = universeRequest(name, values);
      return () => universe(request);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws Error for an option that isn't known, or for a second name. */
function read<Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(args: readonly string[], options: Options) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [name, second] = positionals;
  if (second !== undefined) throw new Error(`it takes one name, and ${second} is a second one`);
  return { values, name };
}

function create(name: string, subject: string): number {
  try {
    const folder = relative(process.cwd(), name.includes('/') ? newExercise({ key: name, subject }) : newLesson({ name, subject }));
    console.log(`made ${folder}`);
    console.log(`next: npm run lesson -- check ${name}, npm run dev, and docs/authoring.md`);
    return 0;
  } catch (error) {
    console.error(`lesson new: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

interface CheckHow {
  /** 0: as many as each exercise has. */
  readonly universes: number;
  readonly quick: boolean;
  readonly mutants: boolean;
}

async function check(name: string | undefined, { universes, quick, mutants }: CheckHow): Promise<number> {
  const failed: string[] = [];
  let tried = 0;
  await readPages(name === undefined ? lessonSlugs() : [name.replace(/\/.*/, '')]);
  for (const key of name === undefined ? exerciseKeys() : keysNamed(name)) {
    const { exercise, fields } = readExercise(key);
    const count = universes > 0 ? universes : fields.universes;
    console.log(`${key}, ${count} universes each${quick ? ' at most' : ''}`);
    const forRight = universes > 0 || isOneEach(exercise) ? count : quick ? quickRightUniverses : rightUniverses;
    const extent = { universes: count, rightUniverses: forRight, untilClear: quick };
    const typed = await checkTypes(key);
    const proofs = [typed, ...(await checkExercise(key, extent, threadGrading(), (proof) => console.log(line(proof))))];
    tried += proofs.length;
    failed.push(...proofs.filter(({ ok }) => !ok).map((proof) => `${key}: ${proof.name}`));
    if (mutants && !(await checkMutants(key))) failed.push(`${key}: mutants`);
  }
  console.log(failed.length === 0 ? `all ${tried} hold` : `${failed.length} of ${tried} don't hold:\n${failed.map((each) => `  ${each}`).join('\n')}`);
  return failed.length === 0 ? 0 : 1;
}

/** Each universe of a diagnosis breaks its own cluster, and always in the same way. */
const isOneEach = (exercise: Exercise): boolean => subjectOf(exercise) === 'diagnosis';

/** @throws Error with what is written wrongly in them and in their text. TypeScript is loaded here, not with the command. */
async function readPages(slugs: readonly string[]): Promise<void> {
  const { throwPageMistakes, throwTranslationMistakes } = await import('../../lesson/node/page/read-page.ts');
  for (const lesson of slugs.map(readLesson)) {
    throwPageMistakes(lesson);
    await throwTranslationMistakes(lesson);
  }
}

/** Prints each mistake of types with its file and line. TypeScript is loaded here alone. */
async function checkTypes(key: string): Promise<Proof> {
  const { exercise, folder } = readExercise(key);
  const from = performance.now();
  const { checkTypeMistakes } = await import('../../lesson/node/check-types.ts');
  const check = checkTypeMistakes(join(folder, 'check.ts'));
  const mistakes = [...(await answerTypes(exercise, relative(process.cwd(), folder))), ...check.mistakes];
  const message = mistakes.length === 0 ? 'no mistakes' : `${mistakes.length} mistakes`;
  const expected = check.unread === undefined ? 'start, solution, answers and check.ts' : 'start, solution and answers';
  const proof = { name: 'types', expected, ok: mistakes.length === 0, message, ms: performance.now() - from };
  console.log(line(proof));
  for (const mistake of mistakes) console.log(`       ${mistake}`);
  if (check.unread !== undefined) console.log(`       ${check.unread}`);
  return proof;
}

async function answerTypes(exercise: Exercise, folder: string): Promise<readonly string[]> {
  if (languageOf(exercise.file) !== 'ts') return [];
  const { typeMistakes } = await import('../../lesson/node/answer-types.ts');
  return typeMistakes(exercise, readTypes()).map(({ path, line: at, message }) => `${folder}/${path}:${at}: ${message.replaceAll('\n', ' ')}`);
}

function line({ name, expected, ok, message, ms }: Proof): string {
  return `  ${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${expected.padEnd(36)} ${message} (${(ms / 1000).toFixed(1)} s)`;
}
