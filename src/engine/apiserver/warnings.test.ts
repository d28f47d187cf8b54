import { expect, test } from 'vitest';
import { createWarnings } from './warnings.ts';

function check(given: readonly string[], sent: readonly string[], isFull = false): void {
  const warnings = createWarnings();
  for (const text of given) warnings.add(text);
  expect(warnings.texts()).toEqual(sent);
  expect(warnings.isFull()).toBe(isFull);
}

test('each text goes out once, in the order in which it came', () => {
  check(['b', 'a', 'b', ''], ['b', 'a']);
});

test('a text that a header can’t carry is left out', () => {
  check(['two\nlines', 'one line'], ['one line']);
});

test('a long text goes out whole as long as all have room', () => {
  check(['x'.repeat(4_096)], ['x'.repeat(4_096)]);
});

test('one that has no room cuts those before it, too, and those that come after', () => {
  check(['x'.repeat(4_000), 'y'.repeat(300), 'z'.repeat(300)], ['x', 'y', 'z'].map((each) => each.repeat(256)));
});

test('a code point is never cut in two', () => {
  check(['x'.repeat(4_096), '😀'.repeat(300)], ['x'.repeat(256), '😀'.repeat(256)]);
});

test('once they are full together, nothing more goes out', () => {
  const texts = Array.from({ length: 100 }, (_, at) => `${at}`.padEnd(300, '.'));
  check(texts, texts.slice(0, 16).map((each) => each.slice(0, 256)), true);
});
