import { expect, test } from 'vitest';
import type { SavedCode } from '../page/code-autosave.ts';
import { mergeCode } from './code.ts';

const code = (files: SavedCode['files'], watches: SavedCode['watches'] = []): SavedCode => ({ files, ran: {}, watches });

test.each([
  ['plan.ts', 'plan.other.ts'],
  ['Makefile', 'Makefile.other'],
  ['v1.2/notes', 'v1.2/notes.other'],
  ['.env', '.env.other'],
])('another text of %s stands beside it as %s', (path, beside) => {
  expect(mergeCode(code({ [path]: 'mine' }), code({ [path]: 'theirs' })).files).toEqual({ [path]: 'mine', [beside]: 'theirs' });
});

test('each watch expression has an id of its own, whatever a file has', () => {
  const watch = (id: string, line: number) => ({ id, file: 'a.ts', line, text: 'x' });
  const { watches } = mergeCode(code({}, [watch('w9007199254740992', 1), watch('w1', 2)]), code({}, [watch('w1', 3), watch('w1', 2)]));
  expect(watches.map(({ line }) => line)).toEqual([1, 2, 3]);
  expect(new Set(watches.map(({ id }) => id)).size).toBe(3);
});
