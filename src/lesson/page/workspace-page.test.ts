import { expect, test } from 'vitest';
import type { InputRequest, InputResult, Output } from '../../session/types.ts';
import type { BuiltIn } from '../editor/built-in.ts';
import { codeKey } from '../progress/keys.ts';
import { createCodeAutosave, parseCode } from './code-autosave.ts';
import { reapplySwaps } from './reapply-swaps.ts';
import { createWorkspacePage } from './workspace-page.ts';

const built: BuiltIn = {
  name: 'replicaset',
  kind: 'controller',
  minimal: true,
  entry: 'controllers/replicaset/index.ts',
  files: { 'controllers/replicaset/index.ts': 'index', 'controllers/replicaset/plan.ts': 'plan' },
};
const plan = 'controllers/replicaset/plan.ts';

function fakes(values = new Map<string, unknown>()) {
  const asked: InputRequest[] = [];
  let refused: readonly Output[] = [];
  async function run(input: InputRequest): Promise<InputResult> {
    asked.push(input);
    const at = { t: 0, revision: 1 };
    return { input: { ...input, at: 0 }, outputs: refused, exitCode: refused.length, from: at, to: at, end: 'now', files: {} };
  }
  const storage = {
    get: async (key: string) => structuredClone(values.get(key)),
    set: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
  };
  const keeping = createCodeAutosave(storage, codeKey('l'));
  const desk = createWorkspacePage({ run, builtIns: async () => [built], say: () => {}, keep: keeping.keep });
  const refuse = (outputs: readonly Output[]): void => {
    refused = outputs;
  };
  return { asked, desk, keeping, values, run, refuse };
}
/** All that was asked for has been written. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('changed files come back after a reload, with the rest of the built-in they belong to', async () => {
  const { desk, values } = fakes();
  await desk.openBuiltIn('replicaset');
  desk.show(plan);
  desk.edit(plan, 'mine');
  await settled();
  expect(parseCode(values.get(codeKey('l')))).toMatchObject({ files: { [plan]: 'mine' }, open: plan });
  const later = fakes(values);
  await later.desk.bringBack(await later.keeping.open());
  expect(later.desk.value).toMatchObject({ open: plan, files: { ...built.files, [plan]: 'mine' }, builtIn: built.files });
});

test('what was saved runs again when the session begins anew: as saved, not as typed since', async () => {
  const { desk, values, asked, run } = fakes();
  await desk.openBuiltIn('replicaset');
  desk.edit(plan, 'saved');
  await desk.save(plan);
  desk.edit(plan, 'typed');
  await settled();
  asked.length = 0;
  expect(await reapplySwaps(values.get(codeKey('l')), run)).toBe('Started again, with your code for replicaset.');
  expect(asked).toEqual([
    { type: 'edit', path: built.entry, text: 'index' },
    { type: 'edit', path: plan, text: 'saved' },
    { type: 'swap', controller: 'replicaset', entry: built.entry },
  ]);
  await desk.restore(plan);
  await settled();
  expect(await reapplySwaps(values.get(codeKey('l')), run)).toBeUndefined();
});

test('a save writes what has changed; after a rewind or in a fork it writes all, for its files may be older', async () => {
  const { desk, asked } = fakes();
  await desk.openBuiltIn('replicaset');
  await desk.save(plan);
  const paths = () => asked.splice(0).flatMap((each) => (each.type === 'edit' ? [each.path] : []));
  expect(paths()).toEqual([built.entry, plan]);
  desk.edit(plan, 'mine');
  await desk.save(plan);
  expect(paths()).toEqual([plan]);
  desk.heard(['replicaset']);
  await desk.save(plan);
  expect(paths()).toEqual([built.entry, plan]);
});

test('code that can’t run isn’t what runs again', async () => {
  const { desk, values, refuse } = fakes();
  await desk.openBuiltIn('replicaset');
  refuse([{ type: 'error', title: 'SyntaxError: no', message: '', hint: '', file: plan, line: 2 }]);
  await desk.save(plan);
  await settled();
  expect(desk.value.message).toContain('SyntaxError');
  expect(parseCode(values.get(codeKey('l'))).ran).toEqual({});
});

test('what isn’t ours counts as nothing', () => {
  const nothing = { files: {}, ran: {}, watches: [] };
  for (const stored of [undefined, null, 3, [], {}, { files: 3, ran: { a: 1 }, watches: [{}] }]) expect(parseCode(stored)).toEqual(nothing);
});
