import { expect, test } from 'vitest';
import { ConfigMap } from '../../engine/sdk/index.ts';
import { checkMistakes } from './check-mistakes.ts';
import { exerciseKeys, loadCheck, readExercise, throwCheckMistakes } from './lesson-folder.ts';

const text = `export default {
  controller: 'lamp',
  entry: 'lamp.ts',
  cluster: { nodes: 0, withoutControllers: ['replicasets'] },
  without: ['wrote what was there alreddy'],
  scenarios: [],
};
`;
const exercise = { controller: 'lamp', entry: 'lamp.ts', start: { 'lamp.ts': '', 'light.ts': '' }, solution: { 'light.ts': 'export const light = (on: boolean) => on;\nexport { light as lit };\n' } };
const right = { controller: 'lamp', entry: 'lamp.ts', subject: { kind: ConfigMap, writes: ['data'] }, scenarios: [{ name: 'a lamp', play: async () => {} }] };
const found = (check: Partial<Parameters<typeof checkMistakes>[0]['check']>) =>
  checkMistakes({ check: { ...right, ...check }, text, exercise, controllers: ['deployment', 'replicaset'] }).map(({ line, message }) => `${line}: ${message}`);

test('a check that fits its lesson has no mistakes', () => {
  expect(found({})).toEqual([]);
  expect(found({ cluster: { nodes: 0, withoutControllers: ['*'] } })).toEqual([]);
});

test('a rule that isn’t there can’t be left out: its cause is named with the nearest', () => {
  expect(found({ without: ['wrote what was there alreddy'] })).toEqual([expect.stringMatching(/^5: without: no standing rule here has the cause "wrote what was there alreddy"; the nearest is "/)]);
});

test('a controller that isn’t there can’t be left out', () => {
  expect(found({ cluster: { nodes: 0, withoutControllers: ['replicasets'] } })).toEqual(['4: withoutControllers: no controller is called "replicasets"; the nearest is "replicaset"']);
});

test('a check of another exercise than the lesson’s is named', () => {
  expect(found({ controller: 'lamps', entry: 'index.ts', part: 'work-queue' })).toEqual([
    '1: part is "work-queue", and the exercise of index.mdx has none',
    '2: controller is "lamps", and the exercise of index.mdx has "lamp"',
    '3: entry is "index.ts", and the exercise of index.mdx has "lamp.ts"',
  ]);
});

test('a check that would judge nothing is named, and scenarios that nothing plays', () => {
  const trial = { name: 'a lamp', judge: async () => undefined };
  expect(found({ scenarios: [] })).toEqual(['6: the check has no scenarios: nothing would be judged']);
  expect(found({ scenarios: [], trials: [] })).toEqual(['1: the check has no trials: nothing would be judged']);
  expect(found({ trials: [trial] })).toEqual(['6: the check has trials, so its scenarios would never be played: move them into trials']);
  expect(found({ scenarios: [], trials: [trial] })).toEqual([]);
});

test('cases need something to call, and a function needs its file and cases', () => {
  const cases = [{ name: 'a lamp', judge: async () => undefined }];
  const called = { file: 'light.ts', name: 'light' };
  expect(found({ cases, function: called })).toEqual([]);
  expect(found({ cases })).toEqual(["1: the cases have nothing to call: name a function of the exercise, such as function: { file: 'surplus.ts', name: 'surplusPods' }"]);
  expect(found({ function: called })).toEqual(['1: no cases call the function "light": give the check cases, best laws (lawCase)']);
  expect(found({ cases, function: { ...called, name: 'lit' } })).toEqual([]);
  expect(found({ cases, function: { ...called, name: 'lihgt' } })).toEqual(['1: function: light.ts of the solution exports no "lihgt"; the nearest is "light"']);
  expect(found({ cases: [], function: called })).toEqual(['1: the check has no cases: nothing would be judged']);
  expect(found({ cases, function: { file: 'lights.ts', name: 'light' } })).toEqual(['1: function: the exercise has no file "lights.ts"; the nearest is "light.ts"']);
});

const exercised = exerciseKeys();
test.each(exercised)('%s: its check has no mistakes', async (key) => {
  const { folder, exercise: written } = readExercise(key);
  throwCheckMistakes(folder, await loadCheck(folder), written);
});
