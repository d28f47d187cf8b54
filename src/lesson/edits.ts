/** Answers written as edits of the solution: what differs stands there, and what is equal doesn't. docs/authoring.md shows the form. */
import { nearest } from './nearest.ts';

/** The ending of such an answer: `wrong/counts-leaving.diff`. */
export const editsEnding = /\.diff$/;

/** An answer that edits have made. */
export interface Edited {
  readonly text: string;
  /** For each line of `text`, the line of the edits that has it, from 1. Undefined: it is the solution's own. */
  readonly lines: readonly (number | undefined)[];
}

/** What is wrong with the edits, and in which of their lines (from 1). */
export class EditsError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

interface HunkLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
  /** In the edits, from 1. */
  readonly line: number;
}

interface Hunk {
  /** That of its `@@`. */
  readonly line: number;
  readonly lines: readonly HunkLine[];
}

interface Original {
  /** `solution/reconcile.ts`, for messages. */
  readonly name: string;
  readonly text: string;
}

/**
 * Each edit is looked for in the solution itself, not in what the edits before it have made.
 * @throws EditsError where they can't be read, fit no place or several, or change nothing.
 */
export function applyEdits(edits: string, original: Original): Edited {
  const solution = original.text.split('\n');
  const placed = hunksOf(edits).map((hunk) => ({ hunk, at: placeOf(hunk, solution, original.name) }));
  placed.sort((a, b) => a.at - b.at);
  const texts: string[] = [];
  const lines: (number | undefined)[] = [];
  let next = 0;
  const keepTo = (end: number): void => {
    for (const text of solution.slice(next, end)) lines[texts.push(text) - 1] = undefined;
  };
  for (const { hunk, at } of placed) {
    if (at < next) throw new EditsError(hunk.line, `this edit is about line ${at + 1} of ${original.name}, and so is another: make one of the two`);
    keepTo(at);
    for (const { text, line } of hunk.lines.filter(isAfter)) lines[texts.push(text) - 1] = line;
    next = at + hunk.lines.filter(isBefore).length;
  }
  keepTo(solution.length);
  return { text: texts.join('\n'), lines };
}

const isBefore = ({ kind }: HunkLine): boolean => kind !== 'new';
const isAfter = ({ kind }: HunkLine): boolean => kind !== 'gone';

const kinds: Readonly<Record<string, HunkLine['kind']>> = { ' ': 'same', '-': 'gone', '+': 'new' };

/** What stands before the first `@@` describes the answer. */
function hunksOf(edits: string): readonly Hunk[] {
  const hunks: { line: number; lines: HunkLine[] }[] = [];
  for (const [index, written] of edits.replace(/\n+$/, '').split('\n').entries()) {
    const line = index + 1;
    const hunk = hunks.at(-1);
    if (written.startsWith('@@')) hunks.push({ line, lines: [] });
    else if (hunk !== undefined) hunk.lines.push(hunkLine(written, line));
  }
  if (hunks.length === 0) throw new EditsError(1, 'there is no edit: each begins with a line @@');
  for (const { line, lines } of hunks)
    if (lines.every(({ kind }) => kind === 'same')) throw new EditsError(line, 'this edit changes nothing: a line to take out begins with -, one to put in with +');
  return hunks;
}

function hunkLine(written: string, line: number): HunkLine {
  // Editors take spaces from the ends of lines.
  if (written === '') return { kind: 'same', text: '', line };
  const kind = kinds[written.charAt(0)];
  if (kind === undefined) throw new EditsError(line, `a line of an edit begins with a space, - or +, not with "${written.charAt(0)}"`);
  return { kind, text: written.slice(1), line };
}

/** The one place where the lines stand that an edit keeps or takes out. */
function placeOf(hunk: Hunk, texts: readonly string[], name: string): number {
  const before = hunk.lines.filter(isBefore);
  if (before.length === 0) throw new EditsError(hunk.line, 'this edit has no place: begin it with the line of the solution that it follows, after a space');
  const places = texts.map((_, at) => at).filter((at) => before.every(({ text }, offset) => texts[at + offset] === text));
  const [place, ...others] = places;
  if (place === undefined) throw new EditsError(...noPlace(before, texts, name));
  if (others.length > 0) throw new EditsError(hunk.line, `this edit fits ${places.length} places in ${name}, lines ${places.map((at) => at + 1).join(' and ')}: give it a line more before or after`);
  return place;
}

/** Of its first line that isn't where the most lines fit. */
function noPlace(before: readonly HunkLine[], texts: readonly string[], name: string): [line: number, message: string] {
  const fitting = texts.map((_, at) => before.findIndex(({ text }, offset) => texts[at + offset] !== text));
  const most = Math.max(...fitting);
  const missing = before[most];
  const at = fitting.indexOf(most);
  const head = `this edit no longer fits ${name}`;
  if (missing === undefined) return [before[0]?.line ?? 1, head];
  if (most > 0) return [missing.line, `${head}: after its line ${at + most} comes "${texts[at + most] ?? ''}", not "${missing.text}"`];
  const near = nearest(missing.text, texts);
  return [missing.line, `${head}: no line there is "${missing.text}"${near === undefined ? '' : `; the nearest is line ${texts.indexOf(near) + 1}, "${near}"`}`];
}
