// @vitest-environment happy-dom
import { undo } from '@codemirror/commands';
import { afterEach, expect, test } from 'vitest';
import { createWatchList } from '../page/watch-list.ts';
import { type Editor, openEditor } from './editor.ts';

let editor: Editor;
const list = () => createWatchList([], () => {});
afterEach(() => editor.destroy());

function open(watches = list()) {
  editor = openEditor({ parent: document.body, path: 'a.ts', text: 'one\ntwo\nthree\n', label: 'a.ts', watches: watches.in('a.ts') });
  return watches;
}
const told = (): Promise<void> => Promise.resolve();
function press(target: Element, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}
const input = (): HTMLInputElement | null => editor.view.dom.querySelector('.cm-watch-panel input');
function ask(line: number): HTMLInputElement {
  editor.goTo(line);
  editor.view.contentDOM.blur();
  press(editor.view.contentDOM, 'B', { ctrlKey: true, shiftKey: true, keyCode: 66 });
  const field = input();
  if (field === null) throw new Error('nothing asks');
  return field;
}
function submit(text: string): void {
  const field = input();
  if (field !== null) field.value = text;
  field?.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  // happy-dom tells of a selection while it is being set, which browsers don't.
  editor.view.contentDOM.blur();
}

test('a line is watched by keys: asked for, taken with Enter, its value at the line’s end', async () => {
  const watches = open();
  const field = ask(2);
  expect(field.closest('label')?.textContent).toContain('Watch in line 2');
  expect(document.activeElement).toBe(field);
  submit('missing');
  await told();
  expect(input()).toBeNull();
  expect(watches.value.expressions).toEqual([{ id: 'w1', file: 'a.ts', line: 2, text: 'missing' }]);
  expect(editor.view.dom.querySelector('.cm-watch-value')?.textContent).toBe('missing = not reached yet');
  expect(editor.view.dom.querySelectorAll('.cm-watch-gutter .cm-watch:not([style])').length).toBeGreaterThan(0);
  ask(2);
  expect(input()?.value).toBe('missing');
  submit('');
  await told();
  expect(watches.value.expressions).toEqual([]);
});

test('Escape changes nothing, and is the field’s alone', () => {
  const watches = open();
  const field = ask(1);
  field.value = 'x';
  let heard = false;
  const onkeydown = (): void => {
    heard = true;
  };
  document.body.addEventListener('keydown', onkeydown);
  expect(press(field, 'Escape').defaultPrevented).toBe(true);
  document.body.removeEventListener('keydown', onkeydown);
  expect(heard).toBe(false);
  expect(input()).toBeNull();
  expect(watches.value.expressions).toEqual([]);
});

test('a watch stays with its line’s text while that moves, also when a line is put in right before it; the field goes on', async () => {
  const watches = open();
  ask(2);
  submit('two');
  await told();
  const field = ask(3);
  field.value = 'half';
  const { view } = editor;
  view.dispatch({ changes: { from: view.state.doc.line(2).from, insert: 'new\n' } });
  await told();
  expect(watches.value.expressions[0]?.line).toBe(3);
  expect(input()).toBe(field);
  submit('three');
  await told();
  expect(watches.value.expressions.map(({ line, text }) => `${line} ${text}`)).toEqual(['3 two', '4 three']);
  undo(view);
  await told();
  expect(watches.value.expressions.map(({ line }) => line)).toEqual([2, 3]);
  editor.replace('all\nof it\nis\nanother\n');
  expect(watches.value.expressions.map(({ line }) => line)).toEqual([2, 3]);
});
