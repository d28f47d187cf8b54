/**
 * An exercise about a function, from both sides: tests/lessons/spread, which no site ships. It is the one lesson of a course of its own, whose
 * commands prove it and grade what is handed in.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAnswers, readFiles } from '../src/lesson/node/exercise-folder.ts';
import { assembleExercise, swapOf } from '../src/lesson/exercise.ts';
import { subjectOf } from '../src/lesson/subjects/install.ts';
import { runUniverse } from '../src/lesson/universes/universe.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { sessionParts } from '../src/session/parts.ts';
import { emptyLog, openSession } from '../src/session/session.ts';
import check from './lessons/spread/check.ts';
import { triesAll } from './scope.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const lesson = join(root, 'tests/lessons/spread');
const file = 'spread.ts';
const folders = { start: readFiles(join(lesson, 'start')), solution: readFiles(join(lesson, 'solution')), wrong: readAnswers(join(lesson, 'wrong')), right: readAnswers(join(lesson, 'right')) };
const exercise = assembleExercise({ file, replaces: 'spread', fixed: ['index.ts'] }, { ...folders, engine: {} });
const parts = sessionParts(nodePlatform());
const withText = (text: string) => ({ ...exercise.start, [file]: text });

/** Causes that an answer fails by: of two universes, one calls the function and one has the loop in a cluster. */
async function causes(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const verdicts = await Promise.all([1, 2].map((seed) => runUniverse({ seed, files, check, parts })));
  return verdicts.flatMap((verdict) => (verdict.ok ? [] : [verdict.cause]));
}

test('the start fails in a cluster and without one, and right answers pass both', async () => {
  expect(subjectOf(exercise)).toBe('controller');
  expect(await causes(exercise.start)).toEqual(['left the shop without a plan', 'left a zone out']);
  expect(await causes(exercise.solution)).toEqual([]);
  expect(exercise.right).toHaveLength(5);
  for (const { name, text } of exercise.right) expect(await causes(withText(text)), name).toEqual([]);
});

test('each wrong answer fails by the law that it breaks', async () => {
  for (const { name, text, causes: said } of exercise.wrong) expect(await causes(withText(text)), name).toEqual(said);
  expect(new Set(exercise.wrong.flatMap((each) => each.causes)).size).toBe(check.cases.length);
});

test('it runs live in a cluster: the loop writes what the function says', async () => {
  const { session } = await openSession(emptyLog(1, check.cluster, exercise.solution), parts);
  onTestFinished(() => session.close());
  const manifest = /```yaml cell[^\n]*\n([\s\S]*?)```/.exec(readFileSync(join(lesson, 'index.mdx'), 'utf8'))?.[1] ?? '';
  await session.run({ type: 'manifest', path: 'shop.yaml', text: manifest, after: 'now' });
  await session.run(swapOf(exercise));
  const { outputs } = await session.run({ type: 'command', text: "sleep 5; kubectl get configmap shop -o jsonpath='{.data.plan}'" });
  expect(outputs).toContainEqual({ type: 'stdout', text: 'north=2 south=2 west=1' });
});

const folder = mkdtempSync(join(tmpdir(), 'converge-function-'));
const course = join(folder, 'mine');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A course whose only lesson this is; its packages are ours. */
beforeAll(() => {
  const made = join(course, 'src/content/lessons/1-first-steps/1-spread');
  mkdirSync(made, { recursive: true });
  cpSync(lesson, made, { recursive: true });
  const text = readFileSync(join(made, 'check.ts'), 'utf8');
  writeFileSync(join(made, 'check.ts'), text.replaceAll("'../../../src/", "'../../../../"));
  writeFileSync(join(course, 'package.json'), '{ "name": "mine", "type": "module" }');
  writeFileSync(join(course, 'astro.config.mjs'), `import converge from '${root}/scripts/course/integration.ts';\nexport default { integrations: [converge({ name: 'Mine', parts: [{ title: 'First steps', lessons: ['1-spread'] }] })] };\n`);
  symlinkSync(join(root, 'node_modules'), join(course, 'node_modules'));
});

/** What a command of the course prints, after its exit code. */
function run(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/course/main.ts'), ...args], { cwd: course, encoding: 'utf8' });
  return `${status}\n${stdout}${stderr}`;
}

function handIn(name: string, text: string): string {
  const submission = { format: 'converge-submission', version: 1, lesson: '1-spread', lessonHash: '00000000', files: { [file]: text } };
  writeFileSync(join(course, `${name}.json`), JSON.stringify(submission));
  return `${name}.json`;
}

// Its grader is bundled first, which takes a minute.
if (triesAll)
  test('what is handed in is graded on the command line', { timeout: 240_000 }, () => {
    const wrong = exercise.wrong.find(({ name }) => name === 'drops-the-rest')?.text ?? '';
    const said = run('grade', handIn('right', exercise.solution[file] ?? ''), handIn('wrong', wrong));
    expect(said).toMatch(/^1\n/);
    expect(said).toMatch(/right\.json +20 of 20 /);
    expect(said).toMatch(/wrong\.json +10 of 20 +10 lost or made replicas/);
    expect(said).toContain('1 of 2 submissions converged everywhere, 1 didn’t.');
  });
