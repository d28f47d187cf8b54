import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkTypeMistakes, mistakesIn } from './check-types.ts';
import { placed, withPlace } from './place-in-check.ts';
import check17 from '../../content/lessons/4-place-to-run/17-scheduler/check.ts';
import { UnfitError } from '../universes/unfit-error.ts';

test('mistakes of types in a check are named with file, line and the nearest name', { timeout: 120_000 }, () => {
  // Where no other test looks for lessons.
  mkdirSync('.generated', { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), '.generated/check-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'check.ts');
  const text = readFileSync('src/content/lessons/4-place-to-run/17-scheduler/check.ts', 'utf8').replaceAll('../../../../', '../../src/');
  writeFileSync(file, text.replace('bench.wait(3000)', 'bench.waits(3000)'));
  const line = text.split('\n').findIndex((each) => each.includes('bench.wait(3000)')) + 1;
  expect(line).toBeGreaterThan(0);
  expect(checkTypeMistakes(file).mistakes).toEqual([`${relative(process.cwd(), file)}:${line}: Property 'waits' does not exist on type 'Bench'. Did you mean 'wait'?`]);
});

test('a check that couldn’t be read, for there is no compiler or it can’t run, says so', () => {
  const file = join(process.cwd(), 'src/content/x/check.ts');
  const unread = (reason: string) => ({ mistakes: [], unread: `src/content/x/check.ts wasn’t read for mistakes of types. ${reason}` });
  expect(checkTypeMistakes(file, { missing: 'TypeScript 7 isn’t installed' })).toEqual(unread('TypeScript 7 isn’t installed'));
  const folder = mkdtempSync(join(tmpdir(), 'converge-no-compiler-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tsc.mjs');
  writeFileSync(path, "throw new Error('Unable to resolve @typescript/typescript-linux-x64');");
  expect(checkTypeMistakes(file, { path })).toEqual(unread('Unable to resolve @typescript/typescript-linux-x64'));
});

test('what the compiler says over several lines is one mistake, and other files’ aren’t the check’s', () => {
  const printed = "a/check.ts(3,5): error TS2322: Type 'x' is not assignable.\n  It is no y.\nb/other.ts(1,1): error TS1: No.\n";
  expect(mistakesIn(printed, 'a/check.ts')).toEqual(["a/check.ts:3: Type 'x' is not assignable. It is no y."]);
});

test('an error that a check has thrown, or what it called, has the check’s file and line', () => {
  const error = new Error('bench.waits is not a function');
  error.stack = `Error: no\n    at run (file:///elsewhere/bench.ts:9:1)\n    at async furnish (file://${process.cwd()}/src/content/lessons/x/check.ts:36:5)\n    at judge (file://${process.cwd()}/src/content/lessons/x/check.ts:50:5)`;
  expect(withPlace(error)).toBe('src/content/lessons/x/check.ts:36: bench.waits is not a function');
  expect(withPlace(new Error('no place'))).toBe('no place');
});

test('a check’s errors get their place, and what is about the learner’s code stays as it is', async () => {
  const thrown = (error: Error) => placed({ ...check17, scenarios: [{ name: 'a', play: async () => Promise.reject(error) }] }).scenarios[0]?.play(undefined as never);
  const error = new TypeError('no function');
  error.stack = `TypeError: no\n    at async file://${process.cwd()}/src/content/lessons/x/check.ts:36:5`;
  await expect(thrown(error)).rejects.toThrow('src/content/lessons/x/check.ts:36: no function');
  const unfit = new UnfitError({ title: 'unfit' } as never);
  unfit.stack = error.stack;
  await expect(thrown(unfit)).rejects.toBe(unfit);
  expect(unfit.message).not.toContain('check.ts:36');
});
