/** The prompt of a terminal as a state machine: keys in, what is written and run out. It draws the line, its history and completions. */
import type { Inspections } from '../../session/inspections.ts';
import type { Step } from '../machine.ts';
import type { Key } from './keys.ts';
import { createLine, type LineState, press, replace } from './line-editor.ts';
import { leave, listed, type Painted, paint, wiped } from './paint.ts';

export interface PromptState {
  readonly line: LineState;
  /** As it stands on the screen; undefined: it isn't drawn. */
  readonly painted: Painted | undefined;
  /** The line whose completions are on their way. No key is pressed meanwhile. */
  readonly completing: LineState | undefined;
  readonly columns: number;
}

export type PromptEvent =
  /** Draws it, at the start of an empty row. */
  | { readonly type: 'show' }
  /** Takes it off the screen; what was typed stays. */
  | { readonly type: 'hide' }
  /** As `hide`, where the screen has been wiped. */
  | { readonly type: 'wiped' }
  | { readonly type: 'key'; readonly key: Key }
  | ({ readonly type: 'completed' } & Completions)
  | { readonly type: 'resized'; readonly columns: number }
  /** Commands run before, oldest first. */
  | { readonly type: 'recalled'; readonly history: readonly string[] };

export type Completions = Inspections['complete']['answer'];

export type PromptEffect =
  | { readonly type: 'write'; readonly data: string }
  | { readonly type: 'complete'; readonly line: string; readonly cursor: number }
  /** The history has grown. */
  | { readonly type: 'save-history'; readonly history: readonly string[] }
  | { readonly type: 'run'; readonly text: string };

export type PromptStep = Step<PromptState, PromptEffect>;

/** Wipes the screen and moves the cursor home. */
export const wipe = '\x1b[2J\x1b[3J\x1b[H';
const bell = '\x07';

export function createPrompt(columns: number): PromptState {
  return { line: createLine(), painted: undefined, completing: undefined, columns };
}

export const isShown = ({ painted }: PromptState): boolean => painted !== undefined;

/** Something stands in it. */
export const isTyped = ({ line }: PromptState): boolean => line.text !== '' || line.search !== undefined;

export function stepPrompt(state: PromptState, event: PromptEvent): PromptStep {
  switch (event.type) {
    case 'show':
      return draw(state);
    case 'hide':
      return hide(state);
    case 'wiped':
      return only({ ...state, painted: undefined });
    case 'key':
      return pressKey(state, event.key);
    case 'completed':
      return complete({ ...state, completing: undefined }, state.completing, event);
    case 'resized': {
      const resized = { ...state, columns: event.columns };
      return isShown(state) ? draw(resized) : only(resized);
    }
    case 'recalled': {
      const { line } = state;
      const history = [...event.history, ...line.history];
      return only({ ...state, line: { ...line, history, place: event.history.length + line.place } });
    }
  }
}

const only = (state: PromptState): PromptStep => ({ state, effects: [] });
const write = (state: PromptState, data: string): PromptStep => ({ state, effects: [{ type: 'write', data }] });

/** One step after another. */
function chain(state: PromptState, ...steps: readonly ((state: PromptState) => PromptStep)[]): PromptStep {
  return steps.reduce<PromptStep>((before, step) => {
    const after = step(before.state);
    return { state: after.state, effects: [...before.effects, ...after.effects] };
  }, only(state));
}

function draw(state: PromptState): PromptStep {
  const { data, painted } = paint(state.line, state.columns, state.painted);
  return write({ ...state, painted }, data);
}

function hide(state: PromptState): PromptStep {
  return state.painted === undefined ? only(state) : write({ ...state, painted: undefined }, wiped(state.painted));
}

/** Leaves the line as it stands, with the cursor below it. */
function leaveBelow(state: PromptState): PromptStep {
  return state.painted === undefined ? only(state) : write({ ...state, painted: undefined }, leave(state.painted));
}

/** The whole line stands on the screen, also when it is left from its middle. */
function drawWhole(state: PromptState): PromptStep {
  return draw({ ...state, line: { ...state.line, search: undefined, cursor: state.line.text.length } });
}

const clear = (state: PromptState): PromptStep => write({ ...state, painted: undefined }, wipe);

function pressKey(state: PromptState, key: Key): PromptStep {
  const { state: line, effect } = press(state.line, key);
  const next = { ...state, line };
  switch (effect?.type) {
    case undefined:
      return draw(next);
    case 'bell':
      return chain(next, (now) => write(now, bell), draw);
    case 'clear':
      return chain(next, clear, draw);
    case 'cancel':
      // As a shell shows it: behind what was typed.
      return chain(state, drawWhole, (now) => write({ ...now, line }, '^C'), leaveBelow, draw);
    case 'complete': {
      const { text, cursor } = line;
      return { state: { ...next, completing: line }, effects: [{ type: 'complete', line: text, cursor }] };
    }
    case 'submit':
      return chain(state, drawWhole, (now) => leaveBelow({ ...now, line }), (now) => submit(now, effect.text));
  }
}

/** `clear` and `history` are done here; everything else runs in the session. */
function submit(state: PromptState, text: string): PromptStep {
  const { history } = state.line;
  const save: PromptEffect = { type: 'save-history', history };
  switch (text.trim()) {
    case '':
      return draw(state);
    case 'clear':
      return chain(state, clear, draw);
    case 'history':
      return chain(state, (now) => ({ state: now, effects: [save] }), (now) => write(now, numbered(history)), draw);
    default:
      return { state, effects: [save, { type: 'run', text }] };
  }
}

function complete(state: PromptState, requested: LineState | undefined, { from, candidates }: Completions): PromptStep {
  const { line, columns } = state;
  if (line !== requested || !isShown(state)) return only(state);
  const [first] = candidates;
  if (first === undefined) return write(state, bell);
  const typed = line.text.slice(from, line.cursor);
  const isOnly = candidates.length === 1;
  const common = isOnly ? `${first.text}${first.open === true ? '' : ' '}` : commonStart(candidates.map(({ text }) => text));
  if (common.length > typed.length || isOnly) return draw({ ...state, line: replace(line, from, common) });
  const list = listed(candidates.map(({ shown, text }) => shown ?? text), columns);
  return chain(state, leaveBelow, (now) => write(now, list), draw);
}

const numbered = (history: readonly string[]): string =>
  history.map((each, index) => `${String(index + 1).padStart(5)}  ${each.replaceAll('\n', '\r\n')}\r\n`).join('');

function commonStart(words: readonly string[]): string {
  const [first = ''] = words;
  let length = first.length;
  for (const word of words) while (!word.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}
