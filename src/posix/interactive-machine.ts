/**
 * A shell that reads its script line by line: a state machine without I/O; `interactive.ts` carries out its effects. Lines are gathered until
 * they make a whole command; the next line is read once that has ended.
 */
import { type Command, parseShell } from './parse.ts';

export type Reading = Phase & {
  /** A person types: there are prompts, and errors don't end the shell. */
  readonly isInteractive: boolean;
};

type Phase =
  /** `typed`: lines of a command that isn't whole. */
  | { readonly phase: 'reading'; readonly typed: string }
  /** `exit`: the code of an `exit` in the command. */
  | { readonly phase: 'running'; readonly exit: number | undefined }
  /** Undefined: with the code of the last command. */
  | { readonly phase: 'over'; readonly code: number | undefined };

export type ReadingEvent =
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'endOfInput' }
  /** Ctrl+C. */
  | { readonly type: 'interrupt' }
  /** The command that runs contains an `exit`. */
  | { readonly type: 'exit'; readonly code: number }
  | { readonly type: 'ended' };

export type ReadingEffect =
  | { readonly type: 'print'; readonly text: string }
  /** `secondary`: a command goes on, as PS2 shows it. */
  | { readonly type: 'prompt'; readonly which: 'primary' | 'secondary' }
  /** `$?` */
  | { readonly type: 'setLastCode'; readonly code: number }
  /** What a person types has CPU time of its own. */
  | { readonly type: 'renewCpu' }
  /** `ended` follows. */
  | { readonly type: 'run'; readonly command: Command }
  | { readonly type: 'kill'; readonly code: number };

export interface ReadingStep {
  readonly state: Reading;
  readonly effects: readonly ReadingEffect[];
}

const interruptedCode = 130;
const syntaxErrorCode = 2;

export function beginReading(isInteractive: boolean): ReadingStep {
  return nextLine(isInteractive);
}

export function stepReading(state: Reading, event: ReadingEvent): ReadingStep {
  switch (event.type) {
    case 'line':
      return state.phase === 'reading' ? lineRead(state, state.typed + event.text) : unchanged(state);
    case 'endOfInput':
      return state.phase === 'reading' ? inputEnded(state, state.typed) : unchanged(state);
    case 'interrupt':
      return interrupted(state);
    case 'exit':
      return unchanged(state.phase === 'running' ? { ...state, exit: event.code } : state);
    case 'ended':
      if (state.phase !== 'running') return unchanged(state);
      if (state.exit !== undefined) return over(state.isInteractive, state.exit);
      return nextLine(state.isInteractive);
  }
}

function unchanged(state: Reading): ReadingStep {
  return { state, effects: [] };
}

function over(isInteractive: boolean, code: number | undefined, effects: readonly ReadingEffect[] = []): ReadingStep {
  return { state: { isInteractive, phase: 'over', code }, effects };
}

/** A new command begins, or `typed` goes on. */
function nextLine(isInteractive: boolean, typed = '', before: readonly ReadingEffect[] = []): ReadingStep {
  const which = typed === '' ? 'primary' : 'secondary';
  const effects: readonly ReadingEffect[] = isInteractive ? [...before, { type: 'prompt', which }] : before;
  return { state: { isInteractive, phase: 'reading', typed }, effects };
}

function lineRead({ isInteractive }: Reading, typed: string): ReadingStep {
  const renewed: readonly ReadingEffect[] = isInteractive ? [{ type: 'renewCpu' }] : [];
  const command = parseShell(typed);
  if (!('error' in command)) {
    return { state: { isInteractive, phase: 'running', exit: undefined }, effects: [...renewed, { type: 'run', command }] };
  }
  if (command.incomplete) return nextLine(isInteractive, typed, renewed);
  const { state, effects } = isInteractive ? nextLine(isInteractive) : over(isInteractive, syntaxErrorCode);
  const failed: readonly ReadingEffect[] = [
    { type: 'print', text: `sh: ${command.error}\n` },
    { type: 'setLastCode', code: syntaxErrorCode },
  ];
  return { state, effects: [...renewed, ...failed, ...effects] };
}

function inputEnded({ isInteractive }: Reading, typed: string): ReadingStep {
  if (isInteractive) return over(isInteractive, undefined, [{ type: 'print', text: '\n' }]);
  if (typed === '') return over(isInteractive, undefined);
  return over(isInteractive, syntaxErrorCode, [{ type: 'print', text: 'sh: syntax error: unexpected end of file\n' }]);
}

/** Ends the command that runs; at the prompt, the line. */
function interrupted(state: Reading): ReadingStep {
  const print: ReadingEffect = { type: 'print', text: '\n' };
  switch (state.phase) {
    case 'reading':
      return nextLine(state.isInteractive, '', [{ type: 'setLastCode', code: interruptedCode }, print]);
    case 'running':
      return { state, effects: [print, { type: 'kill', code: interruptedCode }] };
    case 'over':
      return unchanged(state);
  }
}
