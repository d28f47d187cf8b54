/** What a line looks like on a terminal's screen, and the least that has to be written to get there from what it looked like. */
import type { LineState } from './line-editor.ts';

export const prompt = '~ $ ';
export const continuation = '> ';

/** Where the drawn line and its cursor stand: rows from the line's first. */
export interface Painted {
  readonly shown: string;
  readonly cursor: number;
  readonly columns: number;
}

/** Text with prompts, without colours; `cursor` is an index in it. */
interface Shown {
  readonly shown: string;
  readonly cursor: number;
}

/** What is written, and what then stands there. `before`: what stands there now; absent: the cursor is at the start of an empty row. */
export function paint(line: LineState, columns: number, before?: Painted): { readonly data: string; readonly painted: Painted } {
  const { shown, cursor } = shownOf(line);
  const painted: Painted = { shown, cursor, columns };
  if (before === undefined) return { data: whole(painted), painted };
  if (before.columns === columns) {
    const few = appended(before, painted) ?? erased(before, painted) ?? moved(before, painted);
    if (few !== undefined) return { data: few, painted };
  }
  return { data: wiped({ ...before, columns }) + whole(painted), painted };
}

/** Leaves the line as it is, with the cursor below it. */
export function leave(before: Painted): string {
  const { row } = placeOf(before.shown, before.cursor, before.columns);
  const end = placeOf(before.shown, before.shown.length, before.columns);
  const down = end.row - row;
  // Where the text ends at the edge, the cursor stands on a row of its own already.
  const below = end.column === 0 && before.shown.length > 0 ? '\r' : '\r\n';
  return `${down > 0 ? `\x1b[${down}B` : ''}${below}`;
}

/** Takes it off the screen; the cursor is where it began. */
export function wiped(before: Painted): string {
  const { row } = placeOf(before.shown, before.cursor, before.columns);
  return `${row > 0 ? `\x1b[${row}A` : ''}\r\x1b[J`;
}

/** A command that was typed, as it stands above its output. */
export function typedLine(text: string): string {
  return `${coloured(withPrompts(text))}\n`;
}

/** The candidates of a completion, in columns; each line ends. */
export function listed(words: readonly string[], columns: number): string {
  const width = Math.max(...words.map(widthOf)) + 2;
  const perRow = Math.max(1, Math.floor(columns / width));
  const rows = Math.ceil(words.length / perRow);
  const lines = Array.from({ length: rows }, (_, row) =>
    words
      .filter((_word, index) => index % rows === row)
      .map((word) => word + ' '.repeat(width - widthOf(word)))
      .join('')
      .trimEnd(),
  );
  return lines.map((each) => `${each}\r\n`).join('');
}

function shownOf({ text, cursor, search }: LineState): Shown {
  if (search === undefined) {
    const start = withPrompts(text.slice(0, cursor)).length;
    return { shown: withPrompts(text), cursor: start };
  }
  const head = `(${search.found < 0 && search.query !== '' ? 'not found' : 'search'}) ${search.query}: `;
  return { shown: head + text.replaceAll('\n', ' '), cursor: head.length + cursor };
}

const withPrompts = (text: string): string => prompt + text.replaceAll('\n', `\n${continuation}`);

/** Prompts pale; what is typed as it is. */
function coloured(shown: string): string {
  const pale = (words: string): string => `\x1b[90m${words}\x1b[39m`;
  const [first = '', ...rest] = shown.split('\n');
  if (!first.startsWith(prompt)) return shown.replace(/^\([^)]*\)/, pale).replaceAll('\n', '\r\n');
  const lines = rest.map((line) => pale(continuation) + line.slice(continuation.length));
  return [pale(prompt) + first.slice(prompt.length), ...lines].join('\r\n');
}

function whole({ shown, cursor, columns }: Painted): string {
  const end = placeOf(shown, shown.length, columns);
  const at = placeOf(shown, cursor, columns);
  // A terminal waits at the edge for the next letter; a line end brings it to where the next one would be.
  const edge = end.column === 0 && shown.length > 0 ? '\r\n' : '';
  const up = end.row - at.row;
  return `${coloured(shown)}${edge}${up > 0 ? `\x1b[${up}A` : ''}\r${at.column > 0 ? `\x1b[${at.column}C` : ''}`;
}

/** Letters at the end: they alone are written, and read out alone. */
function appended(before: Painted, after: Painted): string | undefined {
  const atEnds = before.cursor === before.shown.length && after.cursor === after.shown.length;
  if (!atEnds || !after.shown.startsWith(before.shown)) return undefined;
  const more = after.shown.slice(before.shown.length);
  if (more.includes('\n')) return `\r\n${coloured(`${prompt}\n${more.slice(1)}`).split('\r\n')[1] ?? ''}`;
  return placeOf(after.shown, after.cursor, after.columns).column === 0 ? `${more}\r\n` : more;
}

/** The last letter is gone. */
function erased(before: Painted, after: Painted): string | undefined {
  const atEnds = before.cursor === before.shown.length && after.cursor === after.shown.length;
  if (!atEnds || before.shown.slice(0, -1) !== after.shown || widthOf(before.shown.slice(-1)) !== 1) return undefined;
  const [a, b] = [before, after].map(({ shown, cursor, columns }) => placeOf(shown, cursor, columns));
  return a?.row === b?.row && b?.column !== 0 ? '\b \b' : undefined;
}

/** Only the cursor has moved. */
function moved(before: Painted, after: Painted): string | undefined {
  if (before.shown !== after.shown) return undefined;
  const from = placeOf(before.shown, before.cursor, before.columns);
  const to = placeOf(after.shown, after.cursor, after.columns);
  const rows = to.row - from.row;
  const vertical = rows === 0 ? '' : rows < 0 ? `\x1b[${-rows}A` : `\x1b[${rows}B`;
  return `${vertical}\r${to.column > 0 ? `\x1b[${to.column}C` : ''}`;
}

/** Where the letter at `index` stands, or would. */
function placeOf(shown: string, index: number, columns: number): { readonly row: number; readonly column: number } {
  let [row, column] = [0, 0];
  for (const char of shown.slice(0, index)) {
    if (char === '\n') {
      row += 1;
      column = 0;
      continue;
    }
    const width = widthOf(char);
    if (column + width > columns) {
      row += 1;
      column = 0;
    }
    column += width;
  }
  return column >= columns ? { row: row + 1, column: 0 } : { row, column };
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u;

/** In cells. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += wide.test(char) ? 2 : 1;
  return width;
}
