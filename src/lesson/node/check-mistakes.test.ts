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
const right = { controller: 'lamp', entry: 'lamp.ts', subject: { kind: ConfigMap, writes: ['data'] }, scenarios: [{ name: 'a lamp', play: async () => {} }], always: [], settled: [] };
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

const trial = { name: 'a lamp', judge: async () => undefined };
const rule = { cause: 'left it dark', glyph: 'too-few', question: 'Why?', judge: () => () => undefined } as const;

test('rules that nothing would judge are named, beside trials and beside cases', () => {
  expect(found({ scenarios: [], trials: [trial], always: [rule] })).toEqual(['1: always: the check has trials, so none of these rules would be judged: let a trial judge it, at each revision by bench.always']);
  expect(found({ scenarios: [], cases: [trial], function: { file: 'light.ts', name: 'light' }, settled: [rule] })).toEqual(['1: settled: the check plays no scenarios, so none of these rules would be judged: let a case judge it']);
  expect(found({ always: [rule], settled: [rule] })).toEqual([]);
});

test('a part that no controller brings along is tried by cases alone', () => {
  const part = { controller: 'kube-proxy/service-rules', part: 'service-rules' } as const;
  const judged = (check: Parameters<typeof found>[0]) => checkMistakes({ check: { ...right, ...part, ...check }, text, exercise: { ...exercise, ...part }, controllers: [] }).filter(({ line }) => line === 6 || line === 1).map(({ message }) => message);
  const words = 'a universe runs the engine’s own "service-rules", so they would judge nothing of the learner’s: try it by cases alone';
  expect(judged({ cases: [trial] })).toEqual([`scenarios: ${words}`]);
  expect(judged({ scenarios: [], trials: [trial] })).toEqual([`trials: ${words}`]);
  expect(judged({ scenarios: [], cases: [trial] })).toEqual([]);
  const queue = { controller: 'lamp', part: 'work-queue' } as const;
  expect(checkMistakes({ check: { ...right, ...queue }, text, exercise: { ...exercise, ...queue }, controllers: ['replicasets'] })).toEqual([]);
});

test('a check’s cluster has nothing that the lesson’s lacks', () => {
  const lesson = { nodes: 0, profile: 'minimal', programs: [] } as const;
  const contradictions = (cluster: Parameters<typeof found>[0]['cluster'], more: object = {}, own: object = {}) =>
    checkMistakes({ check: { ...right, ...(cluster && { cluster }), ...own }, text, exercise, controllers: [], lesson: { ...lesson, ...more } }).map(({ line, message }) => `${line}: ${message}`).filter((each) => !/: (?:controller|entry) is/.test(each));
  expect(contradictions({ nodes: 0, profile: 'minimal' })).toEqual([]);
  expect(contradictions({ nodes: 2, cloud: true, addons: ['ingress'] })).toEqual(
    ['nodes: 2', 'profile: full', 'cloud', 'the add-on "ingress"'].map((what) => `4: cluster: it has ${what}, and the cluster of index.mdx hasn’t: say it in both, or in none`),
  );
  // A controller is judged without what only looks on; commands aren't.
  expect(contradictions({ nodes: 0, profile: 'minimal' }, { nodes: 3, profile: 'full', addons: ['ingress'], cloud: true })).toEqual([]);
  expect(contradictions({ nodes: 0, profile: 'minimal' }, { nodes: 3, addons: ['ingress'] }, { controller: 'lamp.sh', entry: 'lamp.sh' })).toEqual(
    ['nodes: 3', 'the add-on "ingress"'].map((what) => `4: cluster: the cluster of index.mdx has ${what}, and what is written for that would be judged without: say it here, too`),
  );
  expect(contradictions({ nodes: 0, profile: 'minimal' }, {}, { programs: ['room'] })).toEqual(['1: programs: "room" runs beside these universes, and not beside the lesson: name it in the frontmatter, too']);
});

const exercised = exerciseKeys();
test.each(exercised)('%s: its check has no mistakes', async (key) => {
  throwCheckMistakes(key, await loadCheck(readExercise(key).folder));
});
