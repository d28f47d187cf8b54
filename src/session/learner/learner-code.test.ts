import { expect, test } from 'vitest';
import type { Problem } from '../types.ts';
import { compileTypeScript } from './compile-typescript.ts';
import { learnerGlobals } from './globals.ts';
import { createLinker } from './linker.ts';
import { placeOf, problemAt, ProblemError, problemOf } from './problem.ts';

const sdk = { Pod: { kind: 'Pod' }, controllerOf: () => undefined };

/** Evaluates files and returns the exports of the first, or the problem; `logged` collects console lines. */
function load(files: Record<string, string>, logged: string[] = []) {
  let now = 1_000_000;
  const globals = learnerGlobals({
    caught: () => {},
    now: () => now,
    random: () => 0.25,
    after: () => () => {},
    log: (_level, text) => logged.push(text),
  });
  const linker = createLinker({ compile: compileTypeScript, read: (path) => files[path], sdk, globals });
  const inSource = (error: unknown): Problem => {
    if (error instanceof ProblemError) return error.problem;
    const problem = problemOf(error, () => undefined);
    const place = placeOf(error);
    return place === undefined
      ? problem
      : problemAt(problem.title, '', problem.hint, linker.inSource(place), (file) => linker.source(file));
  };
  return {
    linker,
    inSource,
    tick: (ms: number) => {
      now += ms;
    },
    exports: () => linker.load(Object.keys(files)[0] ?? ''),
    problem(run: () => unknown = () => linker.load(Object.keys(files)[0] ?? '')): Problem | undefined {
      try {
        run();
        return undefined;
      } catch (error) {
        return inSource(error);
      }
    },
  };
}

test('modules import the sdk, each other, and are evaluated once', () => {
  const { exports } = load({
    'main.ts':
      "import { Pod, type X } from 'converge/sdk';\nimport { twice } from './lib/twice.ts';\nexport const kind: string = twice(Pod.kind);",
    'lib/twice.ts':
      "import { sign } from '../sign';\nexport const twice = (text: string): string => text + text + sign;",
    'sign.ts': "export const sign = '!';",
  });
  expect(exports()).toMatchObject({ kind: 'PodPod!' });
});

test('a file that does not parse says where', () => {
  const problem = load({ 'a.ts': 'const a = 1;\nconst b = ;\n' }).problem();
  expect(problem).toMatchObject({ title: 'SyntaxError: Unexpected token', file: 'a.ts', line: 2, column: 11 });
  expect(problem?.sourceLines?.map((each) => each.text)).toEqual(['const a = 1;', 'const b = ;', '']);
});

test('what is missing at the end of a file is told at its last written line', () => {
  expect(load({ 'a.ts': 'function f() {\n  return 1;\n\n\n' }).problem()).toMatchObject({ line: 2, column: 11 });
});

test('a name declared twice is found', () => {
  expect(load({ 'a.ts': 'const a = 1;\nconst b = 2;\nlet a = 3;\n' }).problem()).toMatchObject({ line: 3, column: 5 });
});

test('an import of anything else names file and line', () => {
  expect(load({ 'a.ts': "\nimport _ from 'lodash';\nexport const x = _;" }).problem()).toMatchObject({
    title: 'Error: can’t import "lodash"',
    file: 'a.ts',
    line: 2,
    column: 16,
  });
  expect(load({ 'a.ts': "import { b } from './b.ts';\nexport const x = b;" }).problem()?.title).toContain(
    'no file b.ts',
  );
});

test('a throw says its line and column in the source, though compiling moved it', () => {
  const loaded = load({
    'a.ts':
      "import { controllerOf } from 'converge/sdk';\nexport const f = (): string => {\n  const owner = controllerOf({} as never)!;\n  return print(owner.kind);\n};\nconst print = String;",
  });
  const f = loaded.exports()['f'];
  const problem = loaded.problem(() => (typeof f === 'function' ? f() : undefined));
  expect(problem).toMatchObject({ file: 'a.ts', line: 4, squiggle: { from: 16, to: 26 } });
  expect(problem?.hint).toContain('absent');
});

test('time and chance are the kernel’s, and the network is not there', () => {
  const lines: string[] = [];
  const loaded = load(
    {
      'a.ts':
        'export const time = () => [Date.now(), new Date().toISOString(), Math.random(), new Date(0) instanceof Date];\n' +
        "console.log('hello', { a: 1 });\n" +
        'export const none = [typeof WebSocket, typeof process, typeof indexedDB, typeof globalThis.Worker];\n' +
        "export const ask = () => fetch('https://example.org');",
    },
    lines,
  );
  const { time, none, ask } = loaded.exports();
  loaded.tick(500);
  expect(typeof time === 'function' && time()).toEqual([1_000_500, '1970-01-01T00:16:40.500Z', 0.25, true]);
  expect(none).toEqual(['undefined', 'undefined', 'undefined', 'undefined']);
  expect(lines).toEqual(['hello {"a":1}']);
  expect(loaded.problem(() => (typeof ask === 'function' ? ask() : undefined))?.title).toContain('no network');
});

test('a script awaits, sees names, may declare one of them again, and is strict', async () => {
  const loaded = load({});
  const names = { client: { list: async () => [1, 2] }, Pod: sdk.Pod };
  expect(await loaded.linker.script('const all = await client.list(Pod);\nreturn all.length', names)()).toBe(2);
  expect(await loaded.linker.script('const Pod: number = 7;\nreturn Pod', names)()).toBe(7);
  const frozen = { ...names, pod: Object.freeze({ name: 'a' }) };
  await expect(loaded.linker.script('const x = 1;\npod.name = "b"', frozen)()).rejects.toThrow('read only');
  const error: unknown = await loaded.linker
    .script('const a = 1; null.x', names)()
    .catch((each: unknown) => each);
  expect(loaded.inSource(error)).toMatchObject({ line: 1, squiggle: { from: 14, to: 20 } });
});
