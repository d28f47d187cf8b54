/** `lesson check [name] [--universes N] [--mutants]`: are its exercises sound? `lesson mutate <name>`: does its check notice mistakes? */
import { relative } from 'node:path';
import { languageOf } from '../../lesson/code/language.ts';
import { newExercise } from '../../lesson/node/new-exercise.ts';
import { newLesson } from '../../lesson/node/new-lesson.ts';
import { exerciseKeys, loadCheck, readExercise, readLesson } from '../../lesson/node/lesson-folder.ts';
import { checkExercise, type Proof } from '../../lesson/node/check-lesson.ts';
import { threadGrading } from '../../lesson/node/thread-grading.ts';
import { runUniverse } from '../../lesson/universes/universe.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { checkMutants, mutate } from './mutate.ts';
import { readTypes } from './read-types.ts';

/** Universes that each other right answer must pass. */
const rightUniverses = 600;

const usage = `lesson new <number>-<name> [--subject S]   a lesson that passes its own check; S is controller, manifests, or a part of the engine
lesson new 6-quorum/restore [--subject S]      a further exercise of a lesson
lesson check [name] [--universes N]      prove start, solution, right and wrong answers; --mutants: the check as well
lesson mutate name                      try the check with mutants of the solution; see docs/authoring.md
lesson universe name --files start|solution|<answer> --seed N   one universe, told in full
Of a lesson with several exercises, 6-quorum/restore names one: of its checks, mutants and universes.`;

/** Resolves with the exit code: 0 when everything holds, 1 when not, 2 for a wrong command. */
export async function lessonCommand(argv: readonly string[]): Promise<number> {
  const [verb, ...words] = argv;
  if (verb === 'mutate') return mutate(words);
  const mutants = words.includes('--mutants');
  const rest = words.filter((word) => word !== '--mutants');
  const name = rest.find((word, index) => !word.startsWith('--') && !(rest[index - 1] ?? '').startsWith('--'));
  const option = (flag: string): string | undefined => {
    const at = rest.indexOf(`--${flag}`);
    return at < 0 ? undefined : rest[at + 1];
  };
  if (verb === 'new' && name !== undefined) return create(name, option('subject') ?? 'controller');
  if (verb === 'check') return check(name, Number(option('universes') ?? 0), mutants);
  if (verb === 'universe' && name !== undefined)
    return universe(name, option('files') ?? 'solution', Number(option('seed') ?? 1));
  console.error(usage);
  return 2;
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

async function check(name: string | undefined, universes: number, mutants: boolean): Promise<number> {
  let sound = true;
  for (const key of name === undefined ? exerciseKeys() : keysOf(name)) {
    const count = universes > 0 ? universes : readExercise(key).fields.universes;
    console.log(`${key}, ${count} universes each`);
    const extent = { universes: count, rightUniverses: universes > 0 ? count : rightUniverses };
    const typed = await checkTypes(key);
    const proofs = await checkExercise(key, extent, threadGrading(), (proof) => console.log(line(proof)));
    sound &&= typed && proofs.every(({ ok }) => ok);
    if (mutants && !(await checkMutants(key))) sound = false;
  }
  return sound ? 0 : 1;
}

/** Of a lesson all its exercises, in order; of `6-quorum/restore` that one. Reading them finds what is written wrongly. */
const keysOf = (name: string): readonly string[] => (name.includes('/') ? [readExercise(name).key] : readLesson(name).exercises.map(({ key }) => key));

/** Prints each mistake of types with its file and line; whether there is none. TypeScript is loaded here alone. */
async function checkTypes(key: string): Promise<boolean> {
  const { exercise, folder } = readExercise(key);
  if (languageOf(exercise.file) !== 'ts') return true;
  const from = performance.now();
  const { typeMistakes } = await import('../../lesson/node/answer-types.ts');
  const mistakes = typeMistakes(exercise, readTypes());
  const message = mistakes.length === 0 ? 'no mistakes' : `${mistakes.length} mistakes`;
  console.log(line({ name: 'types', expected: 'start, solution and answers', ok: mistakes.length === 0, message, ms: performance.now() - from }));
  for (const mistake of mistakes) console.log(`       ${relative(process.cwd(), folder)}/${mistake.path}:${mistake.line}: ${mistake.message.replaceAll('\n', ' ')}`);
  return mistakes.length === 0;
}

function line({ name, expected, ok, message, ms }: Proof): string {
  return `  ${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${expected.padEnd(36)} ${message} (${(ms / 1000).toFixed(1)} s)`;
}

async function universe(key: string, which: string, seed: number): Promise<number> {
  const { exercise, folder } = readExercise(key);
  const answers = [...exercise.wrong, ...exercise.right];
  const answer = answers.find(({ name }) => name === which);
  const files =
    which === 'start' || which === 'solution'
      ? exercise[which]
      : answer && { ...exercise.start, [exercise.file]: answer.text };
  if (files === undefined)
    throw new Error(
      `${key} has no ${which}: there are start, solution, ${answers.map(({ name }) => name).join(', ')}`,
    );
  const from = performance.now();
  const verdict = await runUniverse({
    seed,
    files,
    check: await loadCheck(folder),
    parts: sessionParts(nodePlatform()),
  });
  console.log(JSON.stringify(verdict, null, 2));
  console.log(`${(performance.now() - from).toFixed(0)} ms`);
  return verdict.ok ? 0 : 1;
}
