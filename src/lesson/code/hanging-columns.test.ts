/** A wrapped line goes on below its own code. */
import { expect, test } from 'vitest';
import { hangingColumns } from './hanging-columns.ts';

test('a line hangs by its indentation, and no further than the room allows', () => {
  expect(['const a = 1;', '    a += 1;', '', '  ', `${' '.repeat(40)}a`].map(hangingColumns)).toEqual([0, 4, 0, 2, 16]);
});
