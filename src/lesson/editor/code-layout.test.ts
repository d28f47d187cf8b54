// @vitest-environment happy-dom
import { indentOnInput } from '@codemirror/language';
import { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { codeLayout, indentation } from './code-layout.ts';

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

test('the first letter of an empty line goes where a new line would begin', () => {
  const view = new EditorView({ state: EditorState.create({ doc: 'f() {\n\n}', extensions: [codeLayout(true), indentOnInput()] }) });
  const type = (text: string): void => {
    const { from, to } = view.state.selection.main;
    const insert = view.state.update({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, userEvent: 'input.type' });
    view.dispatch(insert);
  };
  view.dispatch({ selection: { anchor: 6 } });
  type('a');
  type('b');
  expect(view.state.doc.toString()).toBe('f() {\n  ab\n}');
  view.destroy();
});
