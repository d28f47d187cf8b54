import { expect, test } from 'vitest';
import { readKeys } from './keys.ts';
import { createLine, press } from './line-editor.ts';
import { leave, listed, type Painted, paint } from './paint.ts';

/** A terminal's screen: only what `paint` writes is understood. */
function createScreen(columns: number) {
  const rows: string[][] = [[]];
  let [row, column] = [0, 0];
  let waits = false;
  const put = (char: string): void => {
    if (waits) {
      row += 1;
      column = 0;
    }
    waits = false;
    while (rows.length <= row) rows.push([]);
    const line = rows[row] ?? [];
    while (line.length < column) line.push(' ');
    line[column] = char;
    if (column === columns - 1) waits = true;
    else column += 1;
  };
  return {
    write(data: string): void {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal gets
      for (const [token] of data.matchAll(/\x1b\[\d*[A-Za-z]|[\s\S]/g)) {
        const amount = Number(token.slice(2, -1) || 1);
        const moves = token.length > 1 || token < ' ';
        if (moves && token !== '\x07' && !token.endsWith('m')) waits = false;
        if (token === '\r') column = 0;
        else if (token === '\n') row += 1;
        else if (token === '\b') column -= 1;
        else if (token.endsWith('A') && moves) row -= amount;
        else if (token.endsWith('B') && moves) row += amount;
        else if (token.endsWith('C') && moves) column += amount;
        else if (token === '\x1b[J') {
          rows.length = row + 1;
          (rows[row] ?? []).length = column;
        } else if (!moves) put(token);
        while (rows.length <= row) rows.push([]);
      }
    },
    shown: () => rows.map((line) => line.join('').trimEnd()),
    get cursor() {
      return waits ? [row + 1, 0] : [row, column];
    },
  };
}

/** What stands on the screen after keys, painted one by one. */
function shown(columns: number, data: string) {
  const screen = createScreen(columns);
  let line = createLine(['kubectl get pods']);
  let painted: Painted | undefined;
  const draw = (): void => {
    const step = paint(line, columns, painted);
    painted = step.painted;
    screen.write(step.data);
  };
  draw();
  for (const key of readKeys(data)) {
    // A run of letters is typed one by one.
    for (const each of key.type === 'text' ? [...key.text].map((text) => ({ type: 'text', text }) as const) : [key]) {
      line = press(line, each).state;
      draw();
    }
  }
  return { screen, painted };
}

test('a line is drawn behind its prompt, and the cursor stands in it', () => {
  const { screen } = shown(20, 'echo abc\x1b[D\x1b[D');
  expect([screen.shown(), screen.cursor]).toEqual([['~ $ echo abc'], [0, 10]]);
});

test('a long line goes on in the next row, and comes back', () => {
  const { screen } = shown(10, 'abcdefghij');
  expect([screen.shown(), screen.cursor]).toEqual([['~ $ abcdef', 'ghij'], [1, 4]]);
  const shorter = shown(10, 'abcdefghij\x7f\x7f\x7f\x7f\x7f');
  expect([shorter.screen.shown()[0], shorter.screen.cursor]).toEqual(['~ $ abcde', [0, 9]]);
  const edited = shown(10, 'abcdefghij\x01\x0b');
  expect([edited.screen.shown(), edited.screen.cursor]).toEqual([['~ $'], [0, 4]]);
});

test('at the very edge the cursor stands in the row below', () => {
  const { screen, painted } = shown(10, 'abcdef');
  expect([screen.shown()[0], screen.cursor]).toEqual(['~ $ abcdef', [1, 0]]);
  if (painted !== undefined) screen.write(leave(painted));
  expect(screen.cursor).toEqual([1, 0]);
});

test('a command of several lines has a prompt for each', () => {
  const { screen, painted } = shown(30, 'for i in 1; do\recho $i');
  expect([screen.shown(), screen.cursor]).toEqual([['~ $ for i in 1; do', '> echo $i'], [1, 9]]);
  if (painted !== undefined) screen.write(leave(painted));
  expect(screen.cursor).toEqual([2, 0]);
});

test('a search shows what is sought and what was found', () => {
  const { screen } = shown(60, '\x12pods');
  expect(screen.shown()).toEqual(['(search) pods: kubectl get pods']);
});

test('letters typed at the end are written alone: they are what is read out', () => {
  const before = paint(press(createLine(), { type: 'text', text: 'ech' }).state, 40).painted;
  expect(paint(press(createLine(), { type: 'text', text: 'echo' }).state, 40, before).data).toBe('o');
});

test('candidates stand in columns', () => {
  expect(listed(['pods', 'podtemplates', 'nodes'], 42)).toBe('pods          podtemplates  nodes\r\n');
  expect(listed(['pods', 'podtemplates', 'nodes'], 30)).toBe('pods          nodes\r\npodtemplates\r\n');
});
