// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { commandsFor, pageCommands, placeOf } from './commands.ts';
import type { LessonPage } from './lesson-page.ts';
import { createNotebook } from '../notebook.ts';
import { createShortcuts, keyName, keyWords } from './shortcuts.ts';

const lesson = `
  <section class="cell" id="cell-a" data-cell="a"><div class="cell-in"><pre tabindex="0">a</pre><button>Run</button></div></section>
  <section class="cell" id="cell-b" data-cell="b"><div class="cell-in"><div contenteditable="true"></div></div></section>
  <input type="search" /><p tabindex="-1">prose</p>`;
beforeEach(() => {
  document.body.innerHTML = lesson;
});

const asked: string[] = [];
/** Only what commands ask of it. */
const page = {
  value: { notebook: createNotebook([{ id: 'a', code: 'a' }, { id: 'b', code: 'b' }]), phase: 'ready', work: { inputs: {} } },
  data: { cells: [] },
  notebook: (event: { readonly type: string; readonly id?: string }) => asked.push(`${event.type} ${event.id ?? ''}`.trim()),
  edit: (cell?: string) => asked.push(`edit ${cell ?? 'nothing'}`),
} as unknown as LessonPage;

function place(selector: string) {
  const focus = document.querySelector(selector);
  if (focus === null) throw new Error(`no ${selector}`);
  return placeOf(page, focus, (dialog) => asked.push(`open ${dialog}`));
}

/** What these keys do, pressed one after the other where the selector says: `Mod+S`, `0 0`. */
function check(selector: string, keys: string, expected: string | undefined, on = true): void {
  const shortcuts = createShortcuts(() => on);
  let found: string | undefined;
  for (const [index, name] of keys.split(' ').entries()) {
    const parts = name.split('+');
    const has = (part: string): boolean => parts.includes(part);
    const key = parts.at(-1) ?? '';
    const press = { key, ctrlKey: has('Mod'), metaKey: false, altKey: has('Alt'), shiftKey: has('Shift'), timeStamp: index * 200 };
    found = shortcuts.press(press, place(selector))?.id;
  }
  expect(found).toBe(expected);
}

test('a chosen cell is run, edited and left behind as in Jupyter', () => {
  check('#cell-a pre', 'Shift+Enter', 'run-and-go-on');
  check('#cell-a pre', 'Mod+Enter', 'run');
  check('#cell-a pre', 'Enter', 'edit');
  check('#cell-a pre', 'ArrowDown', 'next');
  check('#cell-a pre', 'k', 'previous');
  check('#cell-a pre', '0 0', 'restart');
});

test('the editor of a cell keeps its keys, except those that leave or run it', () => {
  check('#cell-b [contenteditable]', 'j', undefined);
  check('#cell-b [contenteditable]', 'Enter', undefined);
  check('#cell-b [contenteditable]', 'ArrowDown', undefined);
  check('#cell-b [contenteditable]', 'Escape', 'leave');
  check('#cell-b [contenteditable]', 'Shift+Enter', 'run-and-go-on');
});

test('a button keeps Enter and the arrows; a field keeps what is typed', () => {
  check('#cell-a button', 'Enter', undefined);
  check('#cell-a button', 'ArrowDown', undefined);
  check('input', '?', undefined);
  check('p', '?', 'keys');
});

test('two keys make a pair only when they follow each other soon', () => {
  const shortcuts = createShortcuts(() => true);
  const zero = (timeStamp: number) =>
    shortcuts.press({ key: '0', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, timeStamp }, place('p'))?.id;
  expect([zero(0), zero(5000), zero(5500), zero(5900)]).toEqual([undefined, undefined, 'restart', undefined]);
});

test('keys that type a character can be turned off; the others stay', () => {
  check('p', '?', undefined, false);
  check('#cell-a pre', 'j', undefined, false);
  check('#cell-a pre', 'Mod+Shift+P', 'palette', false);
});

test('keys have one name whoever presses them, and words for the reader', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, timeStamp: 0 };
  expect(keyName({ ...none, key: '?', shiftKey: true })).toBe('?');
  expect(keyName({ ...none, key: 's', metaKey: true })).toBe('Mod+S');
  expect(keyName({ ...none, key: 'P', ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+P');
  expect([keyWords('Mod+Shift+P', false), keyWords('Mod+Shift+P', true)]).toEqual(['Ctrl+Shift+P', '⌘⇧P']);
});

test('ids and keys are told apart, so that each key means one thing at a place', () => {
  const ids = pageCommands.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const selector of ['#cell-a pre', '#cell-b [contenteditable]', 'p']) {
    const keys = commandsFor(place(selector)).flatMap((command) => command.keys ?? []);
    expect(new Set(keys).size, selector).toBe(keys.length);
  }
});

test('what it asks of the page', () => {
  asked.length = 0;
  for (const id of ['run-and-go-on', 'run-above', 'restart-and-run-all', 'keys']) {
    pageCommands.find((command) => command.id === id)?.run(place('#cell-a pre'));
  }
  expect(asked).toEqual(['run a', 'edit nothing', 'run-above a', 'restart', 'run-all', 'open keys']);
});

test('cells are added and removed by key only where they may be chosen, and nothing is typed', () => {
  const cells = ['a', 'b'].map((id, index) => ({ id, language: 'sh', code: '', number: index + 1 }));
  const onLesson = commandsFor(place('#cell-a pre')).map(({ id }) => id);
  expect(onLesson).not.toContain('add-above');
  Object.assign(page, { data: { free: true, cells } });
  check('#cell-a pre', 'a', 'add-above');
  check('#cell-a pre', 'b', 'add-below');
  check('#cell-a pre', 'd d', 'remove-cell');
  check('#cell-a pre', 'd', undefined);
  check('#cell-a pre', 'Mod+Shift+ArrowUp', 'move-up');
  check('#cell-b [contenteditable]', 'a', undefined);
  check('p', 'b', undefined);
  Object.assign(page, { data: { free: true, cells: [] } });
  check('p', 'b', 'add-below');
  Object.assign(page, { data: { cells: [] } });
});
