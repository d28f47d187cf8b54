import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { indentation } from './code-layout.ts';

/** `|` is where Enter is pressed; the column of the new line. */
function check(code: string, column: number): void {
  const at = code.indexOf('|');
  expect(indentation(Text.of(code.replace('|', '').split('\n')), at, at), code).toBe(column);
}

test('a new line stands below the last, one step in after an opening bracket, one step out before a closing one', () => {
  check('a();|', 0);
  check('  a();|', 2);
  check('if (a) {|', 2);
  check('if (a) { // why|', 2);
  check('  f([|', 4);
  check('  {|}', 2);
  check('  a();\n\n|', 2);
  check('spec:|', 2);
  check('  containers:|', 4);
});
