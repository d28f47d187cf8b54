/** The command line that is being typed: keys in, a new line and what it asks for out. Pure; what it looks like is `paint.ts`. */
import { needsMore } from '../../shell/entered.ts';
import type { Key } from './keys.ts';

export interface LineState {
  /** May hold line ends: a loop or a here document that spans lines is one command. */
  readonly text: string;
  /** From 0, in UTF-16 units. */
  readonly cursor: number;
  /** Commands that were run, oldest first. */
  readonly history: readonly string[];
  /** Which of them is shown; `history.length`: what is being typed. */
  readonly place: number;
  /** What was being typed when history was entered. */
  readonly draft: string;
  /** What was cut last, for Ctrl+Y. */
  readonly cut: string;
  /** Ctrl+R: what is sought, and where it was found. */
  readonly search?: Search | undefined;
}

export interface Search {
  readonly query: string;
  /** Index in the history; -1: nowhere. */
  readonly found: number;
  /** What Escape brings back. */
  readonly before: { readonly text: string; readonly cursor: number };
}

/** What a key asks of whoever has the line. */
export type LineEffect =
  | { readonly type: 'submit'; readonly text: string }
  | { readonly type: 'complete' }
  /** Ctrl+C: the line is given up; `text` is what it was. */
  | { readonly type: 'cancel' }
  | { readonly type: 'clear' }
  /** There is nothing to do. */
  | { readonly type: 'bell' };

export interface LineStep {
  readonly state: LineState;
  readonly effect?: LineEffect;
}

const mostRemembered = 500;

/** An empty line. */
export function createLine(history: readonly string[] = []): LineState {
  return { text: '', cursor: 0, history, place: history.length, draft: '', cut: '' };
}

/** One key. */
export function press(state: LineState, key: Key): LineStep {
  if (state.search !== undefined) return searching(state, state.search, key);
  switch (key.type) {
    case 'text':
      return { state: insert(state, key.text) };
    case 'enter':
      return enter(state);
    case 'tab':
      return { state, effect: { type: 'complete' } };
    case 'interrupt':
      return { state: fresh(state), effect: { type: 'cancel' } };
    case 'clear':
      return { state, effect: { type: 'clear' } };
    case 'end-of-input':
      return state.text === '' ? bell(state) : cutRange(state, state.cursor, after(state), false);
    case 'search':
      return { state: { ...state, search: { query: '', found: -1, before: state } } };
    case 'up':
      return travel(state, -1);
    case 'down':
      return travel(state, 1);
    case 'swap':
      return swap(state);
    case 'yank':
      return { state: insert(state, state.cut) };
    case 'escape':
      return { state };
    default:
      return moveOrCut(state, key.type);
  }
}

/** Puts a completion in place of what stands from `from` up to the cursor. */
export function replace(state: LineState, from: number, text: string): LineState {
  const rest = state.text.slice(state.cursor);
  return { ...state, text: state.text.slice(0, from) + text + rest, cursor: from + text.length };
}

/** The history with a command that has been run. */
export function remembered(history: readonly string[], text: string): readonly string[] {
  const command = text.trimEnd();
  if (command.trim() === '' || history.at(-1) === command) return history;
  return [...history, command].slice(-mostRemembered);
}

function moveOrCut(state: LineState, key: Key['type']): LineStep {
  const { cursor, text } = state;
  switch (key) {
    case 'left':
      return move(state, before(state));
    case 'right':
      return move(state, after(state));
    case 'home':
      return move(state, text.lastIndexOf('\n', cursor - 1) + 1);
    case 'end':
      return move(state, endOfLine(state));
    case 'word-left':
      return move(state, wordBefore(state, /[\w-]/));
    case 'word-right':
      return move(state, wordAfter(state));
    case 'backspace':
      return cutRange(state, before(state), cursor, false);
    case 'delete':
      return cutRange(state, cursor, after(state), false);
    case 'kill-word':
      return cutRange(state, wordBefore(state, /\S/), cursor, true);
    case 'kill-word-on':
      return cutRange(state, cursor, wordAfter(state), true);
    case 'kill-line':
      return cutRange(state, cursor, endOfLine(state), true);
    case 'kill-to-start':
      return cutRange(state, 0, cursor, true);
    default:
      return bell(state);
  }
}

function enter(state: LineState): LineStep {
  if (needsMore(state.text)) return { state: insert({ ...state, cursor: state.text.length }, '\n') };
  const history = remembered(state.history, state.text);
  return { state: createWith(state, history), effect: { type: 'submit', text: state.text } };
}

const createWith = (state: LineState, history: readonly string[]): LineState => ({
  ...createLine(history),
  cut: state.cut,
});
const fresh = (state: LineState): LineState => createWith(state, state.history);
const bell = (state: LineState): LineStep => ({ state, effect: { type: 'bell' } });

function insert(state: LineState, text: string): LineState {
  return replace(state, state.cursor, text);
}

function move(state: LineState, cursor: number): LineStep {
  return cursor === state.cursor ? bell(state) : { state: { ...state, cursor } };
}

function cutRange(state: LineState, from: number, to: number, keep: boolean): LineStep {
  if (from === to) return bell(state);
  const text = state.text.slice(0, from) + state.text.slice(to);
  return { state: { ...state, text, cursor: from, ...(keep && { cut: state.text.slice(from, to) }) } };
}

function swap(state: LineState): LineStep {
  const at = Math.min(state.cursor, state.text.length - 1);
  if (at < 1) return bell(state);
  const [a = '', b = ''] = [state.text[at - 1], state.text[at]];
  return { state: { ...state, text: state.text.slice(0, at - 1) + b + a + state.text.slice(at + 1), cursor: at + 1 } };
}

/** Up and down: within a command of several lines first, then through the history. */
function travel(state: LineState, by: 1 | -1): LineStep {
  const place = state.place + by;
  if (place < 0 || place > state.history.length) return bell(state);
  const draft = state.place === state.history.length ? state.text : state.draft;
  const text = state.history[place] ?? draft;
  return { state: { ...state, place, draft, text, cursor: text.length } };
}

function searching(state: LineState, search: Search, key: Key): LineStep {
  const { search: _, ...rest } = state;
  const seek = (query: string, from: number): LineStep => {
    const found = findBefore(state.history, query, from);
    const text = state.history[found];
    const shown =
      text === undefined ? {} : { text, cursor: text.indexOf(query) + query.length, place: found, draft: search.before.text };
    const step = { state: { ...state, ...shown, search: { ...search, query, found } } };
    return found < 0 && query !== '' ? { ...step, effect: { type: 'bell' } } : step;
  };
  switch (key.type) {
    case 'text':
      return seek(search.query + key.text, state.history.length);
    case 'backspace':
      return seek(search.query.slice(0, -1), state.history.length);
    case 'search':
      return seek(search.query, search.found < 0 ? state.history.length : search.found);
    case 'escape':
    case 'interrupt':
      return { state: { ...rest, ...search.before, place: state.history.length } };
    default:
      return press(rest, key);
  }
}

function findBefore(history: readonly string[], query: string, from: number): number {
  if (query === '') return -1;
  for (let at = from - 1; at >= 0; at -= 1) if (history[at]?.includes(query)) return at;
  return -1;
}

/** A character further, whole ones only. */
function after({ text, cursor }: LineState): number {
  return Math.min(text.length, cursor + (String.fromCodePoint(text.codePointAt(cursor) ?? 0).length || 1));
}

function before({ text, cursor }: LineState): number {
  const isHalf = /[\udc00-\udfff]/.test(text[cursor - 1] ?? '');
  return Math.max(0, cursor - (isHalf ? 2 : 1));
}

function endOfLine({ text, cursor }: LineState): number {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
}

function wordBefore({ text, cursor }: LineState, letter: RegExp): number {
  let at = cursor;
  while (at > 0 && !letter.test(text[at - 1] ?? '')) at -= 1;
  while (at > 0 && letter.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

function wordAfter({ text, cursor }: LineState): number {
  let at = cursor;
  while (at < text.length && !/[\w-]/.test(text[at] ?? '')) at += 1;
  while (at < text.length && /[\w-]/.test(text[at] ?? '')) at += 1;
  return at;
}
