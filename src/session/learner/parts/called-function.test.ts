/** A function that a learner wrote, called apart from any cluster: what can’t cross to whoever judges is reported, and no call ends the others. */
import { expect, onTestFinished, test } from 'vitest';
import { openCalls } from '../../../lesson/universes/cases/calls.ts';
import { nodePlatform } from '../../../runtimes/platforms.ts';
import { openLoopback } from '../../apart/loopback.ts';
import { sessionParts } from '../../parts.ts';
import { loadTypeScript } from '../toolchain.ts';

/** What `sum(2, 3)` returns, of this file, and what is reported. */
async function call(text: string, times = 1) {
  await loadTypeScript();
  const port = openCalls(openLoopback(sessionParts(nodePlatform())), { controller: 'function/sum', entry: 'sum.ts', files: { 'sum.ts': text }, seed: 1 });
  onTestFinished(() => port.close());
  const { returned, problem } = await port.run(Array.from({ length: times }, () => ({ name: 'sum', values: [2, 3], atMs: 0 })));
  const { title, message } = problem ?? port.unfit() ?? {};
  return { returned, problem: title, message };
}

test('it is called with the values, and what it returns comes back; a promise is awaited', async () => {
  expect((await call('export const sum = (a: number, b: number) => a + b;')).returned).toEqual([5]);
  expect((await call('export const sum = async (a: number, b: number) => ({ sum: a + b });')).returned).toEqual([{ sum: 5 }]);
});

test('a module is evaluated once for all calls of a run', async () => {
  expect((await call('let all = 0;\nexport const sum = (a: number, b: number) => (all += a + b);', 2)).returned).toEqual([5, 10]);
});

test.each([
  ["export const sum = () => {\n  throw new Error('mine');\n};", 'Error: mine'],
  ["export const sum = async () => {\n  throw new Error('mine');\n};", 'Error: mine'],
  ['export const sum = () => Number.NaN;', 'TypeError: sum returned NaN: what it returns has to be JSON'],
  ['export const sum = () => [new Set([5])];', 'TypeError: sum returned a Set: what it returns has to be JSON'],
  ['export const sum = () => ({ sum: () => 5 });', 'TypeError: sum returned a function: what it returns has to be JSON'],
  ['export const sum = () => 5n;', 'TypeError: sum returned a bigint: what it returns has to be JSON'],
])('%s returns nothing, and is reported', async (text, reported) => {
  const { returned, problem } = await call(text);
  expect(returned).toEqual([undefined]);
  expect(problem).toBe(reported);
});

test('what refers to itself returns nothing, and is reported', async () => {
  const { returned, problem } = await call('const all: unknown[] = [];\nall.push(all);\nexport const sum = () => all;');
  expect(returned).toEqual([undefined]);
  expect(problem).toContain('circular structure');
});

test('a file without it can’t be run, and what it exports is named', async () => {
  const { problem, message } = await call('export const summe = () => 5;');
  expect(problem).toBe('Error: sum.ts doesn’t export sum');
  expect(message).toBe('Its exports: summe.');
});
