/** Notes in each `catch` keep the lines, and what the code does. */
import { expect, test } from 'vitest';
import { compileNotingCatches } from './catches.ts';
import { compileTypeScript } from './compile-typescript.ts';

/** Runs a module that exports `run`; what was caught in which line of which file, and what it returned. */
function check(source: string) {
  const noted: string[] = [];
  const compiled = compileNotingCatches('a "b".ts', source);
  const exports: { run?: () => unknown } = {};
  new Function('exports', '__caught', compiled)(exports, (error: Error, line: number, file: string) => noted.push(`${file}:${line} ${error.message}`));
  return { noted, returned: exports.run?.(), lines: compiled.split('\n').length };
}

test('what each catch catches is noted, with its line and file', () => {
  const source = `export function run() {
  const texts: string[] = [];
  try { throw new Error('one'); } catch { texts.push('a'); }
  try {
    throw new Error('two');
  } catch (error: unknown) {
    texts.push(error instanceof Error ? error.message : '');
  }
  try { try { throw new Error('three'); } catch (e) { throw e; } } catch
  {
    texts.push('c');
  }
  return texts.join();
}`;
  const { noted, returned, lines } = check(source);
  expect(noted).toEqual(['a "b".ts:3 one', 'a "b".ts:6 two', 'a "b".ts:9 three', 'a "b".ts:9 three']);
  expect(returned).toBe('a,two,c');
  expect(lines).toBe(source.split('\n').length);
});

test('a catch that takes its error apart is left, and so is a promise’s', () => {
  const { noted, returned } = check(`export function run() {
  try { throw new Error('one'); } catch ({ message }) { Promise.resolve().catch(() => {}); return message; }
}`);
  expect(noted).toEqual([]);
  expect(returned).toBe('one');
});

test('a source without any is compiled as ever', () => {
  const source = `export const run = () => 'try and catch';`;
  expect(compileNotingCatches('a.ts', source)).toBe(compileTypeScript('a.ts', source));
});
