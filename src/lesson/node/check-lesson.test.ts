import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { chosenSeed, everyNth, sampleSize, triesAll } from '../../../tests/scope.ts';
import { createNodeRuntime } from '../../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { createGraderPool } from '../universes/grader-pool.ts';
import { reportOf } from '../universes/report.ts';
import type { Failed, Verdict, World } from '../universes/types.ts';
import { runUniverse } from '../universes/universe.ts';
import { adviceAbout, checkExercise, isClear } from './check-lesson.ts';
import { exerciseKeys, loadCheck, readExercise, readLesson } from './lesson-folder.ts';
import { threadGrading } from './thread-grading.ts';

const parts = sessionParts(nodePlatform());
/** Enough for every wrong answer to fail and for every rule to have something to judge. `lesson check` runs as many as the exercise has. */
const universes = sampleSize(44, 200);
/** No more fail in more of them: `lesson check` runs them in 600. */
const rightUniverses = sampleSize(6, 40);
/** Few of each lesson, as there are many lessons; `lesson check` tries them all. */
const sample = { wrong: sampleSize(2, Number.POSITIVE_INFINITY), right: sampleSize(1, Number.POSITIVE_INFINITY), first: chosenSeed ?? 0 };
const exercised = exerciseKeys();
/** By default one exercise is proved so, and every sixth of the others from its first two sides, in a few universes. */
const proved = everyNth(exercised.length, exercised, 26);
const fewUniverses = 4;

/** One lesson after another has the same threads. On a machine that is busy with other things, an honest universe may wait long for its turn. */
const graders = createGraderPool({ ...threadGrading(2), hangMs: 60_000 });
afterAll(() => graders.close());

test.each(proved)(
  '%s: the start fails, the solution and other right answers pass, wrong answers fail each in its own way',
  async (key) => {
    // As many as a learner's check has, where that is fewer: a universe of commands takes a second.
    const tried = Math.min(universes, readExercise(key).fields.universes);
    const proofs = await checkExercise(key, { universes: tried, rightUniverses, untilClear: !triesAll, sample }, graders);
    expect(
      proofs.filter(({ ok }) => !ok).map(({ name, expected, message }) => `${name}: ${expected}; but ${message}`),
    ).toEqual([]);
  },
  sampleSize(400_000, 1_200_000),
);

test.runIf(!triesAll).each(everyNth(6, exercised).filter((key) => !proved.includes(key)))('%s: the start fails, the solution passes', { timeout: 120_000 }, async (key) => {
  const few = { universes: fewUniverses, rightUniverses: 0, untilClear: true, mayBeIdle: true, sample: { wrong: 0, right: 0, first: 0 } };
  const proofs = await checkExercise(key, few, graders);
  expect(proofs.map(({ name, ok, message }) => (ok ? name : `${name}: ${message}`))).toEqual(['start', 'solution']);
});

test.each(exercised)('%s: its wrong answers fail by at least six causes', (key) => {
  const { wrong } = readExercise(key).exercise;
  expect(new Set(wrong.map(({ causes }) => causes[0])).size).toBeGreaterThanOrEqual(6);
});

/** Where an exercise names the engine's files that it uses, it asks for less than the built-in controller does. */
const builtIn = exercised.filter((key) => {
  const { exercise, fields } = readExercise(key);
  return existsSync(`src/engine/controllers/${exercise.controller}`) && fields.uses === undefined;
});

test.each(builtIn)('%s: the solution is the engine’s own file', (key) => {
  const { exercise } = readExercise(key);
  for (const [name, text] of Object.entries(exercise.solution)) {
    const folder = exercise.part === undefined ? `controllers/${exercise.controller}` : 'parts';
    if (!exercise.fixed.includes(name)) expect(text, name).toBe(readFileSync(`src/engine/${folder}/${name}`, 'utf8'));
  }
});

test('a wrong answer that fails otherwise than it says names its file and what to write', () => {
  const commonest = { cause: 'put two on one node', glyph: 'too-many', failures: [] } as const;
  const misnamed = { path: 'wrong/scores.ts:3', causes: ['left it waiting'], known: ['left it waiting'], report: { groups: [commonest] } };
  const words = 'wrong/scores.ts:3 says another @cause: most of its universes fail by “put two on one node”; where two come about equally often, it names both, as “one | the other”';
  expect(adviceAbout(misnamed)).toBe(words);
  expect(adviceAbout({ ...misnamed, causes: ['put two on one nod'] })).toBe(`${words}; no rule has the cause “put two on one nod”, and no universe of it; the nearest is “put two on one node”`);
  expect(adviceAbout({ ...misnamed, report: { groups: [] } })).toMatch(/^no rule notices wrong\/scores\.ts:3: check\.ts needs one/);
});

test('a sample ends when a cause that the answer names leads by three', () => {
  const failed = (cause: string, seed: number): Verdict => ({
    ok: false,
    seed,
    cause,
    glyph: 'orphan',
    scenario: '',
    at: 0,
    revision: 0,
    weather: '',
    seen: '',
    question: '',
  });
  const clear = (causes: string): boolean => isClear(reportOf([...causes].map(failed), causes.length), ['a', 'b']);
  expect(['', 'aa', 'aaa', 'aaab', 'aaaba', 'ccc', 'bcbb', 'bcbbb'].map(clear)).toEqual([false, false, true, false, true, false, false, true]);
});

/** The first universe in which this wrong answer of lesson 12 fails. */
async function firstFailure(name: string): Promise<Failed> {
  const { exercise, folder } = readLesson('12-replicaset');
  const wrong = exercise?.wrong.find((answer) => answer.name === name);
  if (exercise === undefined || wrong === undefined) throw new Error(`no wrong/${name}`);
  const files = { ...exercise.start, [exercise.file]: wrong.text };
  const check = await loadCheck(folder);
  for (let seed = 1; seed < 50; seed += 1) {
    const verdict = await runUniverse({ seed, files, check, parts });
    if (!verdict.ok && wrong.causes.includes(verdict.cause)) return verdict;
  }
  throw new Error(`${name} did not fail`);
}

test('a failing universe opens at the moment it broke', async () => {
  const failed = await firstFailure('no-expectations');
  if (failed.log === undefined) throw new Error('it has left no log');
  // Through a runtime, as the page does: a log from elsewhere is parsed first.
  const runtime = createNodeRuntime(parts);
  const { now } = await runtime.reset(failed.log);
  expect(now).toEqual({ t: failed.at, revision: failed.revision });
  runtime.stop();
});

test('the same universe fails the same way again', async () => {
  const first = await firstFailure('no-expectations');
  expect(await firstFailure('no-expectations')).toEqual(first);
});

test('what was seen is said with numbers and names of that very run', async () => {
  const { seen, question, weather } = await firstFailure('no-expectations');
  expect(seen).toMatch(/^`[\w/-]+` wanted \d+\. .* made `[\w-]+-\w{5}`.*; by t = \d+\.\d{3} s there were \d+ that count\.$/);
  expect(question).toMatch(/\?$/);
  expect(weather).not.toBe('');
});

test('a pass that waited between reading and deleting is asked about that, not about counting', async () => {
  const { always } = await loadCheck(readLesson('12-replicaset').folder);
  const desired = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', uid: 'w' }, spec: { replicas: 3 } };
  const before = { metadata: { name: 'stray', ownerReferences: [{ uid: 'w', controller: true }] } };
  const write = { revision: 1, changesBefore: 0, before };
  const told = (changesBefore: number) => {
    const deletes = [
      { ...write, t: 6000, object: 'pods/default/web-a', reconcile: 1 },
      { ...write, t: 6556, object: 'pods/default/stray', reconcile: 2, changesBefore },
    ];
    const world = (count: number) => ({
      t: 6556,
      objects: () => [],
      writes: (verb: string) => (verb === 'delete' ? deletes.slice(0, count) : []),
      owners: [{ name: 'web', desired, live: desired, made: count === 1 ? Array.from({ length: 3 }, () => pod) : [] }],
    });
    // The rules read no more of the objects than they have here.
    return always.flatMap(({ judge, question }) => {
      const look = judge();
      look(world(1) as unknown as World);
      const found = look(world(2) as unknown as World);
      return found === undefined ? [] : [{ question, found }];
    });
  };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, status: {} };
  expect(told(0)).toEqual([
    {
      question: expect.stringContaining('still count it?'),
      found: { seen: '`web` wanted 3. At t = 6.556 s your loop deleted `stray`, and 0 were left that count.' },
    },
  ]);
  expect(told(1)).toEqual([
    {
      question: expect.stringContaining('waited for an answer'),
      found: {
        seen:
          '`web` wanted 3. An earlier pass had deleted `web-a` at t = 6.000 s. ' +
          'At t = 6.556 s your loop deleted `stray`, and 0 were left that count.',
      },
    },
  ]);
});

test('code that doesn’t compile, throws or runs wild says where', async () => {
  const { exercise, folder } = readLesson('12-replicaset');
  const check = await loadCheck(folder);
  const run = (text: string) =>
    runUniverse({ seed: 1, files: { ...exercise?.start, 'reconcile.ts': text }, check, parts });
  await expect(run('export const reconcile = async () => {\n')).rejects.toMatchObject({
    problem: { file: 'reconcile.ts', line: 1 },
  });
  const head =
    "import { Pod, type Reconcile, ReplicaSet } from 'converge/sdk';\nexport const reconcile: Reconcile = async (key, tools) => {\n";
  const body = '  const set = tools.lister(ReplicaSet).get(key);\n';
  expect(await run(`${head}${body}  tools.log(tools.lister(Pod).get('none')!.spec);\n};\n`)).toMatchObject({
    cause: 'threw an error of its own',
    problem: { file: 'reconcile.ts', line: 4 },
  });
  const wild =
    '  if (set) await tools.client.createMany(Pod, { metadata: { generateName: "x-" }, spec: set.spec.template.spec, status: {} }, 10_000);\n};\n';
  expect(await run(`${head}${body}${wild}`)).toMatchObject({ ok: false, cause: 'never came to rest' });
}, 30_000);
