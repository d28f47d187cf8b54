import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { sdkTypes } from '../../../scripts/sdk-types.ts';
import { printingNames } from '../../session/learner/printing.ts';
import { cellsOf } from '../cells/cells-of.ts';
import { cellFiles, openCellTypes } from './cell-types.ts';
import { completionsAt } from './completions.ts';
import type { TypeService } from './protocol.ts';
import { createTypeChecker, inChecker, typeErrors } from './type-checker.ts';

const types = sdkTypes();
const checker = createTypeChecker(types, { ...cellFiles, 'cell-1.ts': ';', 'cell-2.ts': ';' });
/** The one checker, with this in the first cell. */
function checkerOf(code: string): typeof checker {
  checker.updateFile(inChecker('cell-1.ts'), code);
  return checker;
}
const errors = (code: string): readonly string[] => typeErrors(checkerOf(code), 'cell-1.ts').map(({ line, message }) => `${line}: ${message}`);

/** What is said of the last word of this text. */
function hover(code: string): string {
  checkerOf(code);
  const at = code.search(/\w+\W*$/);
  const info = checker.languageService.getQuickInfoAtPosition(inChecker('cell-1.ts'), at);
  return [...(info?.displayParts ?? []), { text: ' // ' }, ...(info?.documentation ?? [])].map(({ text }) => text).join('');
}

test('a cell’s names need no import', () => {
  expect(
    errors(`const pods: readonly Pod[] = await client.list(Pod, { namespace: 'default' });
print(pods.length, now());
table(pods.map(({ metadata }) => ({ name: metadata.name })), ['name']);
tree(pods[0], undefined);
chart({ title: 'Pods', lines: { ready: [[0, 1]] }, steps: false });
await sleep(1000);
console.log(controllerOf(pods[0]!)?.name);`),
  ).toEqual([]);
});

test('wrong arguments are told, and what is not there', () => {
  expect(errors("print('a');\nchart({ line: {} });\ntable(3);\nawait sleep('1s');\nfetch('x');")).toEqual([
    expect.stringMatching(/^2: .*'line' does not exist/),
    expect.stringMatching(/^3: .*'number' is not assignable/),
    expect.stringMatching(/^4: .*'string' is not assignable/),
    expect.stringMatching(/^5: Cannot find name 'fetch'/),
  ]);
});

test('the names are documented, and completed', () => {
  expect(hover('table')).toMatch(/^function table\(rows: readonly unknown\[\], columns\?: readonly string\[\]\): void \/\/ Shows a table\./);
  for (const name of ['print', 'tree', 'chart', 'client', 'sleep', 'now', 'controllerOf']) expect(hover(name)).toMatch(/ \/\/ \w+/);
  const offered = completionsAt(checkerOf('ta'), 'cell-1.ts', 2, false)?.options.map(({ label }) => label);
  expect(offered).toContain('table');
});

test('every name that a cell prints with is declared', () => {
  for (const name of Object.keys(printingNames(() => undefined))) expect(errors(`${name};`)).toEqual([]);
});

test('a cell’s own names are nobody else’s, and may be those of the SDK', () => {
  checkerOf('const mine = 1; const hash32 = 2; print(hash32 + 1);').updateFile(inChecker('cell-2.ts'), 'print(mine);');
  expect(typeErrors(checker, 'cell-1.ts')).toEqual([]);
  expect(typeErrors(checker, 'cell-2.ts')).toMatchObject([{ message: "Cannot find name 'mine'." }]);
});

test('no cell of a lesson has an error that the lesson didn’t mean', () => {
  const folder = new URL('../../content/lessons', import.meta.url);
  const lessons = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('index.mdx'));
  expect(lessons.length).toBeGreaterThan(3);
  for (const lesson of lessons) {
    const cells = cellsOf(readFileSync(new URL(`lessons/${lesson}`, `${folder}`), 'utf8')).filter(({ language }) => language === 'ts');
    for (const { id, code } of cells) expect([lesson, id, errors(code)]).toEqual([lesson, id, []]);
  }
});

test('all cells ask one checker, each as a file of its own', async () => {
  const service = {
    initialize: vi.fn(async () => undefined),
    updateFile: vi.fn(async () => undefined),
    getLints: vi.fn(async () => []),
    getAutocompletion: vi.fn(async () => null),
    getHover: vi.fn(async () => null),
  } satisfies TypeService;
  const [one, two] = [openCellTypes(() => service), openCellTypes(() => service)];
  await one.updateFile({ path: 'cell.ts', code: 'a' });
  await two.getLints({ path: 'cell.ts' });
  await two.updateFile({ path: 'cell.ts', code: 'b' });
  expect(service.initialize.mock.calls).toEqual([[cellFiles]]);
  const paths = service.updateFile.mock.calls.map((call: readonly unknown[]) => call[0]);
  expect(paths).toEqual([{ path: 'cell-1.ts', code: 'a' }, { path: 'cell-2.ts', code: 'b' }]);
  expect(service.getLints).toHaveBeenCalledWith({ path: 'cell-2.ts' });
});
