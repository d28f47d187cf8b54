/** `lesson check`: proves the exercises of lessons from both sides, prints each proof, and at the end what doesn't hold. */
import { join, relative } from 'node:path';
import { languageOf } from '../../lesson/code/language.ts';
import type { Exercise } from '../../lesson/exercise.ts';
import { subjectOf } from '../../lesson/subjects/install.ts';
import { checkExercise, type Proof } from '../../lesson/node/check-lesson.ts';
import { exerciseKeys, keysNamed, lessonSlugs, loadCheck, readExercise, readLesson, rightAnswersNote } from '../../lesson/node/lesson-folder.ts';
import { neverFailed } from '../../lesson/node/never-failed.ts';
import { threadGrading } from '../../lesson/node/thread-grading.ts';
import { checkMutants } from './mutate.ts';
import { readTypes } from './read-types.ts';

/** Universes that each other right answer must pass. */
const rightUniverses = 600;
/** And with `--quick`. */
const quickRightUniverses = 60;

export interface CheckHow {
  /** 0: as many as each exercise has. */
  readonly universes: number;
  readonly quick: boolean;
  readonly mutants: boolean;
}

/** What is proved of a lesson's page, of an exercise's types, and by its answers. */
export interface Provers {
  readPages(slugs: readonly string[]): Promise<void>;
  /** Runs what stands in its cells. */
  runCells(slug: string): Promise<Proof>;
  checkTypes(key: string): Promise<Proof>;
  readonly checkExercise: typeof checkExercise;
}

/** Resolves with the exit code: 1 when something doesn't hold. @param name Of a lesson or an exercise; undefined: of all. */
export async function check(name: string | undefined, { universes, quick, mutants }: CheckHow, provers: Provers = { readPages, runCells, checkTypes, checkExercise }): Promise<number> {
  const failed: string[] = [];
  let tried = 0;
  const slugs = name === undefined ? lessonSlugs() : [name.replace(/\/.*/, '')];
  await provers.readPages(slugs);
  for (const slug of slugs) {
    tried += 1;
    if (!(await provers.runCells(slug)).ok) failed.push(`${slug}: cells`);
  }
  for (const key of name === undefined ? exerciseKeys() : keysNamed(name)) {
    const { exercise, folder, fields } = readExercise(key);
    const count = universes > 0 ? universes : fields.universes;
    console.log(`${key}, ${count} universes each${quick ? ' at most' : ''}`);
    const forRight = universes > 0 || isOneEach(exercise) ? count : quick ? quickRightUniverses : rightUniverses;
    const extent = { universes: count, rightUniverses: forRight, untilClear: quick };
    const typed = await provers.checkTypes(key);
    const proofs = [typed, ...(await provers.checkExercise(key, extent, threadGrading(), (proof) => console.log(line(proof))))];
    tried += proofs.length;
    const note = rightAnswersNote(exercise);
    if (note !== undefined) console.log(`  note ${note}`);
    for (const unfailed of neverFailed(await loadCheck(folder), proofs)) console.log(`  note “${unfailed}”: no answer failed in it, so nothing shows that it judges; add one to wrong/ that does`);
    failed.push(...proofs.filter(({ ok }) => !ok).map((proof) => `${key}: ${proof.name}${universeCommand(key, proof)}`));
    if (mutants && !(await checkMutants(key))) failed.push(`${key}: mutants`);
  }
  console.log(failed.length === 0 ? `all ${tried} hold` : `${failed.length} of ${tried} don't hold:\n${failed.map((each) => `  ${each}`).join('\n')}`);
  return failed.length === 0 ? 0 : 1;
}

/** The command that tells the first universe of the commonest cause. */
function universeCommand(key: string, { name, report }: Proof): string {
  const seed = report?.groups[0]?.failures[0]?.seed;
  return seed === undefined ? '' : `; see npm run lesson -- universe ${key} --files ${name.replace(/^\w+\//, '')} --seed ${seed}`;
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

/** Prints which cell fails, and which prediction has no right option. */
async function runCells(slug: string): Promise<Proof> {
  const lesson = readLesson(slug);
  const from = performance.now();
  const { bakeFolder } = await import('../../lesson/node/bake-cells.ts');
  const mistakes = await bakeFolder(lesson).then(
    () => [],
    (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n'),
  );
  const message = mistakes.length === 0 ? `${lesson.cells.length} ran` : `${mistakes.length} mistake${mistakes.length === 1 ? '' : 's'}`;
  const proof = { name: 'cells', expected: 'run, and answer the predictions', ok: mistakes.length === 0, message, ms: performance.now() - from };
  console.log(`${slug}, its page\n${line(proof)}`);
  for (const mistake of mistakes) console.log(`       ${mistake}`);
  return proof;
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
