/** The prompt of a terminal: the line that is typed, drawn; its history and its completions. */
import type { Inspections } from '../../session/inspections.ts';
import type { Key } from './keys.ts';
import { createLine, type LineEffect, type LineState, press, replace } from './line-editor.ts';
import { leave, listed, type Painted, paint, wiped } from './paint.ts';

export interface Prompt {
  /** Draws it at the start of an empty row, where it isn't drawn. */
  show(): void;
  /** What is typed stays; it isn't drawn any more. */
  hide(): void;
  /** As `hide`, where the screen has been wiped. */
  forget(): void;
  readonly shown: boolean;
  /** Something stands in it. */
  readonly typed: boolean;
  /** Takes keys until one of them runs a command or has to be waited for; the rest is for later. */
  press(keys: readonly Key[]): Pressed;
  resized(): void;
  /** Commands run before. */
  recall(history: readonly string[]): void;
}

export interface Pressed {
  /** As a terminal sends it. */
  readonly left: string;
  /** Nothing more can be typed before it has settled. */
  readonly busy?: Promise<void>;
}

export interface PromptParts {
  write(data: string): void;
  columns(): number;
  complete(line: string, cursor: number): Promise<Inspections['complete']['answer']>;
  /** The history has grown. */
  remember(history: readonly string[]): void;
  run(text: string): Promise<void>;
}

export function createPrompt(parts: PromptParts): Prompt {
  let line = createLine();
  let painted: Painted | undefined;

  function draw(): void {
    const { data, painted: now } = paint(line, parts.columns(), painted);
    painted = now;
    parts.write(data);
  }

  function below(words = ''): void {
    if (painted === undefined) return;
    // The cursor leaves from the line's end.
    parts.write(leave(painted) + words);
    painted = undefined;
  }

  async function complete(): Promise<void> {
    const asked = line;
    const { from, candidates } = await parts.complete(line.text, line.cursor).catch(() => ({ from: 0, candidates: [] }));
    if (line !== asked || painted === undefined) return;
    const typed = line.text.slice(from, line.cursor);
    const [only] = candidates;
    if (only === undefined) return parts.write('\x07');
    const common = candidates.length === 1 ? `${only.text}${only.open === true ? '' : ' '}` : commonStart(candidates.map(({ text }) => text));
    if (common.length > typed.length || candidates.length === 1) {
      line = replace(line, from, common);
      return draw();
    }
    below(listed(candidates.map(({ shown, text }) => shown ?? text), parts.columns()));
    draw();
  }

  function carryOut(effect: LineEffect, before: LineState, after: LineState): void {
    switch (effect.type) {
      case 'bell':
        parts.write('\x07');
        break;
      case 'clear':
        parts.write('\x1b[2J\x1b[3J\x1b[H');
        painted = undefined;
        draw();
        break;
      case 'cancel':
        // As a shell shows it: behind what was typed.
        line = { ...before, search: undefined, cursor: before.text.length };
        draw();
        parts.write('^C');
        line = after;
        below();
        draw();
        break;
      case 'complete':
      case 'submit':
        break;
    }
  }

  function submit(text: string): void {
    below();
    const command = text.trim();
    if (command === 'clear' || command === '') {
      if (command === 'clear') parts.write('\x1b[2J\x1b[3J\x1b[H');
      return draw();
    }
    parts.remember(line.history);
    if (command === 'history') {
      parts.write(line.history.map((each, index) => `${String(index + 1).padStart(5)}  ${each.replaceAll('\n', '\r\n')}\r\n`).join(''));
      return draw();
    }
    void parts.run(text);
  }

  return {
    show: draw,
    hide() {
      if (painted === undefined) return;
      parts.write(wiped(painted));
      painted = undefined;
    },
    forget() {
      painted = undefined;
    },
    get shown() {
      return painted !== undefined;
    },
    get typed() {
      return line.text !== '' || line.search !== undefined;
    },
    press(keys) {
      for (const [index, key] of keys.entries()) {
        const before = line;
        const { state, effect } = press(line, key);
        if (effect?.type === 'submit') {
          // The whole line stands on the screen, also when it ran from the middle.
          line = { ...before, search: undefined, cursor: before.text.length };
          draw();
          line = state;
          submit(effect.text);
          if (painted === undefined) return { left: asTyped(keys.slice(index + 1)) };
          continue;
        }
        line = state;
        if (effect?.type === 'complete') return { left: asTyped(keys.slice(index + 1)), busy: complete() };
        if (effect !== undefined) carryOut(effect, before, state);
        if (effect?.type !== 'cancel' && effect?.type !== 'clear') draw();
      }
      return { left: '' };
    },
    resized() {
      if (painted !== undefined) draw();
    },
    recall(history) {
      line = { ...line, history: [...history, ...line.history], place: history.length + line.place };
    },
  };
}

/** Keys that were left, for later. Only a paste has more than one key behind an Enter. */
function asTyped(keys: readonly Key[]): string {
  const text = keys.map((key) => (key.type === 'text' ? key.text : key.type === 'enter' ? '\r' : '')).join('');
  return text === '' ? '' : `\x1b[200~${text}\x1b[201~`;
}

function commonStart(words: readonly string[]): string {
  const [first = ''] = words;
  let length = first.length;
  for (const word of words) while (!word.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}
