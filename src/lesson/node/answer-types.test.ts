import { expect, test } from 'vitest';
import { sdkTypes } from '../../../scripts/sdk-types.ts';
import { everyNth } from '../../../tests/scope.ts';
import { assembleExercise } from '../exercise.ts';
import { typeMistakes } from './answer-types.ts';
import { lessonSlugs, readLesson } from './lesson-folder.ts';

const types = sdkTypes();
/** By default one in sixteen. */
const exercised = everyNth(16, lessonSlugs().flatMap((slug) => readLesson(slug).exercises.map(({ exercise }) => exercise)));

const start = "import { type Reconcile, ConfigMap } from 'converge/sdk';\n\nexport const reconcile: Reconcile = async () => {};\n";
const solution = `import { type Reconcile, ConfigMap } from 'converge/sdk';

export const reconcile: Reconcile = async (key, tools) => {
  const lamp = tools.lister(ConfigMap).get(key);
  if (lamp === undefined) return;
  await tools.client.patch(ConfigMap, lamp, { data: { on: 'yes' } });
};
`;
const mistakes = (folders: { readonly start?: string; readonly solution?: string; readonly wrong?: Readonly<Record<string, string>> }) =>
  typeMistakes(
    assembleExercise(
      { file: 'lamp.ts', replaces: 'lamp' },
      { start: { 'lamp.ts': folders.start ?? start }, solution: { 'lamp.ts': folders.solution ?? solution }, wrong: folders.wrong ?? {}, engine: {} },
    ),
    types,
  ).map(({ path, line, message }) => `${path}:${line}: ${message}`);

test('what lessons have has no mistakes of types', { timeout: 120_000 }, () => {
  expect(exercised.length).toBeGreaterThan(2);
  const found = exercised.flatMap((exercise) => typeMistakes(exercise, types).map(({ path, line, message }) => `${exercise.file}: ${path}:${line}: ${message}`));
  expect(found).toEqual([]);
});

test('a mistake in the start or the solution has its file, its line, and what was expected', () => {
  expect(mistakes({})).toEqual([]);
  expect(mistakes({ start: start.replace('async () => {}', 'async () => 3') })).toEqual([
    expect.stringMatching(/^start\/lamp\.ts:3: Type 'Promise<number>' is not assignable to type 'Promise<void \| Requeue>'\.\n.*'number' is not/),
  ]);
  expect(mistakes({ solution: solution.replace('(ConfigMap).get(key)', '(ConfigMap).gett(key)') })).toEqual([
    "solution/lamp.ts:4: Property 'gett' does not exist on type 'Lister<ConfigMap>'. Did you mean 'get'?",
  ]);
});

test('what the solution has wrongly isn’t said of each edit of it', () => {
  const wrong = { 'a.diff': '@cause left the lamp dark\n@@\n-  if (lamp === undefined) return;\n+  if (lamp == undefined) return;\n' };
  expect(mistakes({ solution: solution.replace('(ConfigMap).get(key)', '(ConfigMap).gett(key)'), wrong })).toHaveLength(1);
});

test('an import of what a learner’s file can’t have says what it can', () => {
  expect(mistakes({ solution: `import { Pod } from '../../../engine/index.ts';\n${solution}` })[0]).toMatch(/^solution\/lamp\.ts:1: Cannot find module .* A learner’s file imports converge\/sdk, and files that stand beside it$/s);
});

test('a mistake in a wrong answer is named in the file in which it is written', () => {
  const whole = `/**\n * @cause left the lamp dark\n */\n${solution.replace("lamp, { data: { on: 'yes' } }", 'lamp.data')}`;
  const edits = "@cause left the lamp dark\n@@\n   if (lamp === undefined) return;\n-  await tools.client.patch(ConfigMap, lamp, { data: { on: 'yes' } });\n+  await tools.client.patch(ConfigMap, lamp.data);\n";
  const away = '@cause left the lamp dark\n@@\n-  if (lamp === undefined) return;\n+  if (lamp !== undefined) return;\n';
  expect(mistakes({ wrong: { 'a.ts': whole, 'b.diff': edits, 'c.diff': away } })).toEqual([
    'wrong/a.ts:9: Expected 3-4 arguments, but got 2.',
    'wrong/b.diff:5: Expected 3-4 arguments, but got 2.',
    expect.stringMatching(/^wrong\/c\.diff:1: .*undefined.* \(in a line that the edits don’t touch, the file’s 6\)$/s),
  ]);
});
