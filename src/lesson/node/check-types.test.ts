import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkTypeMistakes, mistakesIn } from './check-types.ts';
import { withPlace } from './place-in-check.ts';

test('mistakes of types in a check are named with file, line and the nearest name', { timeout: 120_000 }, () => {
  // Where it finds what it imports.
  const folder = mkdtempSync(join(process.cwd(), 'src/content/lessons/4-place-to-run/check-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'check.ts');
  const text = readFileSync('src/content/lessons/4-place-to-run/17-scheduler/check.ts', 'utf8');
  writeFileSync(file, text);
  expect(checkTypeMistakes(file)).toEqual([]);
  writeFileSync(file, text.replace('bench.wait(3000)', 'bench.waits(3000)'));
  const line = text.split('\n').findIndex((each) => each.includes('bench.wait(3000)')) + 1;
  expect(line).toBeGreaterThan(0);
  expect(checkTypeMistakes(file)).toEqual([`${relative(process.cwd(), file)}:${line}: Property 'waits' does not exist on type 'Bench'. Did you mean 'wait'?`]);
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
