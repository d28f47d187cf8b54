import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff } from './diff.ts';

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ type, text }) => `${type === 'same' ? ' ' : type === 'added' ? '+' : '-'}${text}`);

test('a changed line is one removed and one added', () => {
  expect(shown('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']);
});

test('inserted lines leave the others alone', () => {
  expect(shown('a\nb', 'a\nnew\nb')).toEqual([' a', '+new', ' b']);
  expect(shown('', 'a')).toEqual(['-', '+a']);
});

test('without the added lines it is the first text, without the removed ones the second', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      expect(
        lines
          .filter(({ type }) => type !== 'added')
          .map((line) => line.text)
          .join('\n'),
      ).toBe(before);
      expect(
        lines
          .filter(({ type }) => type !== 'removed')
          .map((line) => line.text)
          .join('\n'),
      ).toBe(after);
    }),
  );
});
