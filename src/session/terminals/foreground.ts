/**
 * What runs in the foreground of one terminal, and what was typed ahead of it: a state machine without I/O. `terminals.ts` carries out
 * its effects. The first Ctrl+C interrupts the command; the second gives it up together with its shell.
 */
import type { TerminalAct } from '../types.ts';

export type Foreground =
  | { readonly state: 'prompt' }
  /** `typedAhead`: lines that run after it, in their order. */
  | { readonly state: 'running' | 'interrupted'; readonly command: string; readonly typedAhead: readonly string[] };

/** What is typed reaches the program that reads it without passing through here. */
export type ForegroundEvent =
  | Exclude<TerminalAct, { readonly do: 'keys' | 'resize' }>
  /** The command has ended. */
  | { readonly do: 'exit' };

export type ForegroundEffect =
  | { readonly do: 'run'; readonly command: string }
  | { readonly do: 'print'; readonly text: string }
  /** The shell is sent Ctrl+C. */
  | { readonly do: 'interrupt-shell' }
  /** A new shell takes the place of the old one, whose command no longer has a terminal. */
  | { readonly do: 'replace-shell' }
  /** Listeners are sent the terminal's new state. */
  | { readonly do: 'publish' };

export interface ForegroundStep {
  readonly state: Foreground;
  readonly effects: readonly ForegroundEffect[];
}

export const atPrompt: Foreground = { state: 'prompt' };

/** The command in the foreground; '' at the prompt. */
export const commandOf = (foreground: Foreground): string => (foreground.state === 'prompt' ? '' : foreground.command);

export function stepForeground(foreground: Foreground, event: ForegroundEvent): ForegroundStep {
  switch (event.do) {
    case 'line':
      if (foreground.state === 'prompt') return runFirst([event.text]);
      return { state: { ...foreground, typedAhead: [...foreground.typedAhead, event.text] }, effects: [] };
    case 'exit': {
      if (foreground.state === 'prompt') return { state: foreground, effects: [] };
      const next = runFirst(foreground.typedAhead);
      return { state: next.state, effects: [{ do: 'publish' }, ...next.effects] };
    }
    case 'interrupt':
      return interrupt(foreground);
    case 'close':
      return { state: atPrompt, effects: [{ do: 'interrupt-shell' }, { do: 'replace-shell' }] };
  }
}

function runFirst([command, ...typedAhead]: readonly string[]): ForegroundStep {
  if (command === undefined) return { state: atPrompt, effects: [] };
  return { state: { state: 'running', command, typedAhead }, effects: [{ do: 'run', command }] };
}

/** Ctrl+C also drops what was typed ahead, as a real terminal does. */
function interrupt(foreground: Foreground): ForegroundStep {
  const echo: ForegroundEffect = { do: 'print', text: '^C\n' };
  switch (foreground.state) {
    case 'prompt':
      return { state: foreground, effects: [] };
    case 'running':
      return {
        state: { state: 'interrupted', command: foreground.command, typedAhead: [] },
        effects: [echo, { do: 'interrupt-shell' }],
      };
    case 'interrupted':
      return {
        state: atPrompt,
        effects: [
          echo,
          { do: 'replace-shell' },
          { do: 'print', text: 'It didn’t end, and was forgotten with all that this shell knew.\n' },
          { do: 'publish' },
        ],
      };
  }
}
