/**
 * Text for a terminal as runs of one style each. Colours become the few of this site (base of look.md), so that contrast holds in both
 * themes; movements of a cursor mean nothing on a page and are left out.
 */
export interface TextRun {
  readonly text: string;
  /** Space-separated, as `output.css` has them; '' for plain text. */
  readonly classes: string;
}

/** Text as runs; without escapes it is one run. */
export function textRuns(text: string): readonly TextRun[] {
  return isPlain(text) ? [{ text, classes: '' }] : read(text);
}

/** What is left when the colours are gone. */
export const plainText = (text: string): string => textRuns(text).map((run) => run.text).join('');

const escapeSign = '\u001b';
const backspace = '\b';
const bell = '\u0007';
const isPlain = (text: string): boolean => ![escapeSign, backspace, bell, '\r'].some((sign) => text.includes(sign));

interface Style {
  readonly ink: Ink;
  readonly ground: Ink;
  readonly marks: ReadonlySet<Mark>;
}
type Ink = '' | 'fault' | 'gap' | 'is' | 'want' | 'pale' | 'strong';
type Mark = 'bold' | 'dim' | 'italic' | 'underline' | 'strike' | 'inverse';

const plain: Style = { ink: '', ground: '', marks: new Set() };

/** Black, red, green, yellow, blue, magenta, cyan, white. There is no green here: it is what is. */
const inks: readonly Ink[] = ['', 'fault', 'is', 'gap', 'want', 'want', 'is', ''];
const marks: Readonly<Record<number, Mark>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
};
/** What a code takes away. */
const ends: Readonly<Record<number, readonly Mark[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
};

/** As a terminal would show it in the end: what was written over is gone, and so are sequences that aren't colours. */
function read(text: string): readonly TextRun[] {
  const done: TextRun[] = [];
  let line: TextRun[] = [];
  let style: Style = plain;
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? '';
    if (sign === escapeSign) {
      const sequence = sequenceAt(text, at);
      const codes = /^\[([\d;:]*)m$/.exec(sequence.slice(1))?.[1];
      if (codes !== undefined) style = changed(style, codes.split(/[;:]/).map(Number));
      at += sequence.length;
      continue;
    }
    at += 1;
    if (sign === '\n') {
      for (const run of [...line, { text: sign, classes: '' }]) add(done, run.text, run.classes);
      line = [];
    } else if (sign === '\r') {
      if (text[at] !== '\n' && at < text.length) line = [];
    } else if (sign === backspace) shorten(line);
    else if (sign !== bell) add(line, sign, classesOf(style));
  }
  for (const run of line) add(done, run.text, run.classes);
  return done;
}

/** From an escape to its end: `ESC [ … letter`, `ESC ] … BEL`, or the one character after it. */
function sequenceAt(text: string, at: number): string {
  const rest = text.slice(at + 1);
  if (rest.startsWith('[')) return escapeSign + (/^\[[\d;:?]*[A-Za-z]?/.exec(rest)?.[0] ?? '');
  if (!rest.startsWith(']')) return escapeSign + rest.slice(0, 1);
  const end = rest.indexOf(bell);
  return escapeSign + (end < 0 ? rest : rest.slice(0, end + 1));
}

function shorten(line: TextRun[]): void {
  const last = line.pop();
  if (last !== undefined && last.text.length > 1) line.push({ ...last, text: last.text.slice(0, -1) });
}

function changed(style: Style, codes: readonly number[]): Style {
  let { ink, ground } = style;
  const set = new Set(style.marks);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    const mark = marks[code];
    if (code === 0) {
      ink = '';
      ground = '';
      set.clear();
    } else if (mark !== undefined) set.add(mark);
    else if (ends[code] !== undefined) for (const ended of ends[code]) set.delete(ended);
    else if (code === 38 || code === 48) {
      const [colour, used] = chosen(codes.slice(at + 1));
      if (code === 38) ink = colour;
      else ground = colour;
      at += used;
    } else if (code >= 30 && code <= 37) ink = inks[code - 30] ?? '';
    else if (code === 90) ink = 'pale';
    else if (code > 90 && code <= 97) ink = inks[code - 90] ?? '';
    else if (code === 39) ink = '';
    else if (code >= 40 && code <= 47) ground = inks[code - 40] ?? '';
    else if (code >= 100 && code <= 107) ground = inks[code - 100] ?? '';
    else if (code === 49) ground = '';
  }
  return { ink, ground, marks: set };
}

/** One of 256 colours, or red, green and blue: the nearest of ours, and how many codes it took. */
function chosen(codes: readonly number[]): readonly [Ink, number] {
  if (codes[0] === 5) return [ofPalette(codes[1] ?? 0), 2];
  if (codes[0] === 2) return [ofHue(codes[1] ?? 0, codes[2] ?? 0, codes[3] ?? 0), 4];
  return ['', 1];
}

function ofPalette(index: number): Ink {
  if (index < 16) return index === 8 ? 'pale' : (inks[index % 8] ?? '');
  if (index >= 232) return index < 250 ? 'pale' : '';
  const cube = index - 16;
  return ofHue(Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6);
}

function ofHue(red: number, green: number, blue: number): Ink {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < most / 4) return most === 0 ? '' : 'pale';
  if (blue === most) return green * 4 > most * 3 ? 'is' : 'want';
  if (green === most) return red * 3 > most * 2 ? 'gap' : 'is';
  return green * 3 > most ? 'gap' : 'fault';
}

function classesOf({ ink, ground, marks: set }: Style): string {
  const names = [...set].map((mark) => `tx-${mark}`);
  if (ink !== '') names.unshift(`tx-${ink}`);
  if (ground !== '') names.push(`tx-on-${ground}`);
  return names.join(' ');
}

function add(runs: TextRun[], text: string, classes: string): void {
  const last = runs.at(-1);
  if (last?.classes === classes) runs[runs.length - 1] = { text: last.text + text, classes };
  else runs.push({ text, classes });
}
