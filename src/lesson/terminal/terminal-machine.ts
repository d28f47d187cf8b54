/** A terminal of the session as a state machine: what is typed and what the session says in, what is shown and sent out. */
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import type { TerminalStatus } from '../../runtimes/terminal.ts';
import type { TerminalAct, TerminalPiece, TerminalState as SessionState, TerminalView } from '../../session/types.ts';
import type { Step } from '../machine.ts';
import { type Key, readKeys, withoutPasteMarks } from './keys.ts';
import { typedLine } from './paint.ts';
import {
  type Completions,
  createPrompt,
  isShown,
  isTyped,
  type PromptEffect,
  type PromptEvent,
  type PromptState,
  stepPrompt,
  wipe,
} from './prompt.ts';

/** What the screen shows. */
type Screen =
  /** The session is on its way. */
  | { readonly type: 'starting' }
  /** What the session has kept is on its way. `again`: it has changed since it was requested. */
  | { readonly type: 'drawing'; readonly again: boolean; readonly replaying: boolean }
  /** The session is being replayed; what it has kept is drawn when that is done. */
  | { readonly type: 'replaying' }
  /** Each piece is shown as it comes. */
  | { readonly type: 'live' }
  | { readonly type: 'ended' };

export interface TerminalState {
  /** The session knows it by this. */
  readonly name: string;
  readonly screen: Screen;
  /** Why it can't be used, or why the screen couldn't be drawn; ''. */
  readonly failure: string;
  readonly prompt: PromptState;
  /** The command that runs, as the session has said last. */
  readonly session: SessionState;
  /** Pieces shown so far. */
  readonly count: number;
  /** The last of the output ended its line. */
  readonly atLineStart: boolean;
  /** Lines that were sent: they are on the screen already. */
  readonly submitted: readonly string[];
  /** Keys for the next prompt. */
  readonly typedAhead: readonly Key[];
  /** For a program that reads: one request at a time, and what waits for the next. */
  readonly input: { readonly sending: boolean; readonly waiting: string };
  readonly size: Size;
  readonly sizeSent: Size;
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

export type TerminalEvent =
  /** The session is there. `history`: commands run before, oldest first. */
  | { readonly type: 'opened'; readonly history: readonly string[] }
  | { readonly type: 'failed'; readonly because: string }
  | { readonly type: 'drawn'; readonly view: TerminalView }
  | { readonly type: 'draw-failed'; readonly because: string }
  | { readonly type: 'runtime'; readonly event: RuntimeEvent }
  | { readonly type: 'typed'; readonly data: string }
  | { readonly type: 'completed'; readonly completions: Completions }
  /** A line has run. `because`: why it could not. */
  | { readonly type: 'line-done'; readonly text: string; readonly because?: string }
  | { readonly type: 'keys-sent'; readonly because?: string }
  | { readonly type: 'act-failed'; readonly because: string }
  | { readonly type: 'resized'; readonly size: Size }
  | { readonly type: 'closed' };

export type TerminalEffect =
  | { readonly type: 'write'; readonly data: string }
  /** `statusOf` may have changed. */
  | { readonly type: 'status' }
  /** Fetches what the session has kept: `drawn`. */
  | { readonly type: 'draw' }
  /** Requests completions: `completed`. */
  | { readonly type: 'complete'; readonly line: string; readonly cursor: number }
  | { readonly type: 'save-history'; readonly history: readonly string[] }
  /** Ends an input that is under way; its command goes on. */
  | { readonly type: 'stop-waiting' }
  | { readonly type: 'act'; readonly act: TerminalAct };

type TerminalStep = Step<TerminalState, TerminalEffect>;

export function createTerminal(name: string): TerminalState {
  const size = { columns: 80, rows: 24 };
  return {
    name,
    screen: { type: 'starting' },
    failure: '',
    prompt: createPrompt(size.columns),
    session: { command: '', listening: false, reading: false },
    count: 0,
    atLineStart: true,
    submitted: [],
    typedAhead: [],
    input: { sending: false, waiting: '' },
    size,
    sizeSent: size,
  };
}

export function stepTerminal(state: TerminalState, event: TerminalEvent): TerminalStep {
  switch (event.type) {
    case 'opened':
      return chain(state, (now) => prompted(now, { type: 'recalled', history: event.history }), startDrawing);
    case 'failed':
      return settle({ ...state, screen: { type: 'ended' }, failure: event.because });
    case 'drawn':
      return drawn(state, event.view);
    case 'draw-failed':
      return chain({ ...state, failure: event.because }, (now) => afterDrawing(now, isReplaying(now)));
    case 'runtime':
      return state.screen.type === 'starting' || state.screen.type === 'ended' ? only(state) : heard(state, event.event);
    case 'typed':
      return typed(state, event.data);
    case 'completed':
      return chain(state, (now) => prompted(now, { type: 'completed', ...event.completions }), pressAhead);
    case 'line-done': {
      // The session has shown it long since, unless it was lost.
      const submitted = state.submitted.filter((each) => each !== event.text);
      return chain({ ...state, submitted }, (now) => failed(now, event.because), settle);
    }
    case 'keys-sent':
      return chain(state, (now) => failed(now, event.because), (now) => sendInput({ ...now, input: { ...now.input, sending: false } }));
    case 'act-failed':
      return failed(state, event.because);
    case 'resized': {
      const resized = { ...state, size: event.size };
      return chain(resized, (now) => prompted(now, { type: 'resized', columns: now.size.columns }), sendSize);
    }
    case 'closed': {
      const open = state.screen.type !== 'starting' && state.screen.type !== 'ended' && state.count > 0;
      const closed: TerminalState = { ...state, screen: { type: 'ended' } };
      return open ? { state: closed, effects: [{ type: 'act', act: { do: 'close' } }] } : only(closed);
    }
  }
}

/** What the reader sees of it. */
export function statusOf(state: TerminalState): TerminalStatus {
  const { screen, session, failure, submitted, typedAhead, prompt } = state;
  if (screen.type === 'ended') return { state: 'ended', command: '', words: failure, typed: false };
  if (screen.type !== 'live') return { state: 'starting', command: '', words: failure, typed: false };
  if (!isRunning(state)) return { state: 'prompt', command: '', words: '', typed: isTyped(prompt) || typedAhead.length > 0 };
  const command = (session.command || (submitted[0] ?? '')).split('\n')[0] ?? '';
  if (session.reading) return { state: 'program', command, words: 'It reads what you type.', typed: true };
  const words = session.listening ? 'It waits for updates. Ctrl+C ends it.' : 'Ctrl+C ends it.';
  return { state: 'running', command, words, typed: typedAhead.length > 0 };
}

const isRunning = ({ session, submitted }: TerminalState): boolean => session.command !== '' || submitted.length > 0;
const isAtPrompt = (state: TerminalState): boolean => state.screen.type === 'live' && !isRunning(state);
const isReplaying = ({ screen }: TerminalState): boolean =>
  screen.type === 'replaying' || (screen.type === 'drawing' && screen.replaying);

const only = (state: TerminalState): TerminalStep => ({ state, effects: [] });
const write = (state: TerminalState, data: string): TerminalStep => ({ state, effects: [{ type: 'write', data }] });
const failed = (state: TerminalState, because: string | undefined): TerminalStep =>
  because === undefined ? only(state) : write(state, `${because}\r\n`);

/** One step after another. */
function chain(state: TerminalState, ...steps: readonly ((state: TerminalState) => TerminalStep)[]): TerminalStep {
  return steps.reduce<TerminalStep>((before, step) => {
    const after = step(before.state);
    return { state: after.state, effects: [...before.effects, ...after.effects] };
  }, only(state));
}

/** Shows the prompt where a command can be typed, and gives it what was typed ahead; hides it elsewhere. */
function settle(state: TerminalState): TerminalStep {
  const withStatus = (now: TerminalState): TerminalStep => ({ state: now, effects: [{ type: 'status' }] });
  if (!isAtPrompt(state)) return chain(state, withStatus, (now) => prompted(now, { type: 'hide' }));
  return chain(state, withStatus, showPrompt, pressAhead);
}

function showPrompt(state: TerminalState): TerminalStep {
  if (isShown(state.prompt)) return only(state);
  const lineEnd = state.atLineStart ? only(state) : write({ ...state, atLineStart: true }, '\r\n');
  const shown = prompted(lineEnd.state, { type: 'show' });
  return { state: shown.state, effects: [...lineEnd.effects, ...shown.effects] };
}

/** What was typed ahead, up to the key that runs a command or has to be waited for. */
function pressAhead(state: TerminalState): TerminalStep {
  let step = only(state);
  for (;;) {
    const [key, ...typedAhead] = step.state.typedAhead;
    if (key === undefined || !isAtPrompt(step.state) || step.state.prompt.completing !== undefined) break;
    const pressed = prompted({ ...step.state, typedAhead }, { type: 'key', key });
    step = { state: pressed.state, effects: [...step.effects, ...pressed.effects] };
  }
  return { state: step.state, effects: [...step.effects, { type: 'status' }] };
}

/** A step of the prompt, as one of the terminal. */
function prompted(state: TerminalState, event: PromptEvent): TerminalStep {
  const { state: prompt, effects } = stepPrompt(state.prompt, event);
  return chain({ ...state, prompt }, ...effects.map((effect) => (now: TerminalState) => carried(now, effect)));
}

function carried(state: TerminalState, effect: PromptEffect): TerminalStep {
  if (effect.type !== 'run') return { state, effects: [effect] };
  const submitted = [...state.submitted, effect.text];
  const act: TerminalEffect = { type: 'act', act: { do: 'line', text: effect.text } };
  return { state: { ...state, submitted, atLineStart: true }, effects: [{ type: 'status' }, act] };
}

function typed(state: TerminalState, data: string): TerminalStep {
  if (state.screen.type === 'ended') return only(state);
  if (isRunning(state) && state.session.reading) {
    const waiting = state.input.waiting + withoutPasteMarks(data);
    return sendInput({ ...state, input: { ...state.input, waiting } });
  }
  if (isRunning(state) && data === '\x03') {
    const interrupt: TerminalEffect = { type: 'act', act: { do: 'interrupt' } };
    return { state: { ...state, typedAhead: [] }, effects: [{ type: 'stop-waiting' }, interrupt] };
  }
  return settle({ ...state, typedAhead: [...state.typedAhead, ...readKeys(data)] });
}

function sendInput(state: TerminalState): TerminalStep {
  const { sending, waiting } = state.input;
  if (sending || waiting === '') return only(state);
  const act: TerminalEffect = { type: 'act', act: { do: 'keys', text: waiting } };
  return { state: { ...state, input: { sending: true, waiting: '' } }, effects: [act] };
}

/** A program that reads gets the size, when it is another than before. */
function sendSize(state: TerminalState): TerminalStep {
  const { size, sizeSent, session } = state;
  if (!session.reading || (size.columns === sizeSent.columns && size.rows === sizeSent.rows)) return only(state);
  return { state: { ...state, sizeSent: size }, effects: [{ type: 'act', act: { do: 'resize', ...size } }] };
}

function heard(state: TerminalState, event: RuntimeEvent): TerminalStep {
  const { screen, name } = state;
  switch (event.type) {
    case 'replaying':
      return settle({ ...state, screen: screen.type === 'drawing' ? { ...screen, replaying: true } : { type: 'replaying' } });
    case 'branches':
      return startDrawing(state);
    case 'terminal':
      if (event.terminal !== name || isReplaying(state)) return only(state);
      if (screen.type === 'drawing' || event.count !== state.count + 1) return startDrawing(state);
      return chain(state, (now) => prompted(now, { type: 'hide' }), (now) => show({ ...now, count: event.count }, event.piece));
    case 'terminal-state':
      if (event.terminal !== name || isReplaying(state)) return only(state);
      return chain({ ...state, session: event.state }, (now) => (state.session.reading ? only(now) : sendSize(now)), settle);
    default:
      return only(state);
  }
}

/** Has the screen drawn anew from what the session has kept: now, or when what is on its way has come. */
function startDrawing(state: TerminalState): TerminalStep {
  const { screen } = state;
  if (screen.type === 'drawing') return only({ ...state, screen: { ...screen, again: true } });
  const drawing: Screen = { type: 'drawing', again: false, replaying: screen.type === 'replaying' };
  const wiped = prompted({ ...state, screen: drawing }, { type: 'wiped' });
  return { state: wiped.state, effects: [...wiped.effects, { type: 'draw' }] };
}

function drawn(state: TerminalState, view: TerminalView): TerminalStep {
  if (state.screen.type !== 'drawing') return only(state);
  const { pieces, count, command, listening, reading } = view;
  const next = { ...state, failure: '', submitted: [], count, session: { command, listening, reading } };
  const empty = state.count === 0 && count === 0;
  return chain(
    next,
    (now) => (empty ? only(now) : write(now, wipe)),
    ...pieces.map((piece) => (now: TerminalState) => show(now, piece)),
    (now) => afterDrawing(now, false),
  );
}

function afterDrawing(state: TerminalState, replaying: boolean): TerminalStep {
  if (state.screen.type !== 'drawing') return only(state);
  const { again } = state.screen;
  const next: TerminalState = { ...state, screen: replaying ? { type: 'replaying' } : { type: 'live' } };
  return again ? startDrawing(next) : settle(next);
}

/** A line that was typed here is on the screen already. */
function show(state: TerminalState, { type, text }: TerminalPiece): TerminalStep {
  const shown = (words: string): string => words.replaceAll(/\r?\n/g, '\r\n');
  if (type === 'output') return write({ ...state, atLineStart: text.endsWith('\n') }, shown(text));
  const [first, ...submitted] = state.submitted;
  if (first === text) return only({ ...state, atLineStart: true, submitted });
  return write({ ...state, atLineStart: true }, shown(typedLine(text)));
}
