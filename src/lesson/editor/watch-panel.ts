/** The field for a watch expression, below the code: Enter takes it, Escape leaves everything as it was, nothing in it takes it away. */
import type { Panel } from '@codemirror/view';
import { tr } from '../words/words.ts';

export interface WatchPanel {
  /** From 1. */
  readonly line: number;
  /** What is watched there; '' for nothing yet. */
  readonly text: string;
  done(text: string): void;
  close(): void;
}

export function watchPanel({ line, text, done, close }: WatchPanel): Panel {
  const dom = document.createElement('form');
  dom.className = 'cm-watch-panel';
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), { value: text, autocomplete: 'off', spellcheck: false, name: 'expression' });
  input.setAttribute('autocapitalize', 'off');
  label.append(`${tr('Watch in line {line}', { line })} `, input);
  const take = (value: string): void => {
    done(value.trim());
    close();
  };
  dom.append(label, button(tr(text === '' ? 'Watch' : 'Change'), 'submit'));
  if (text !== '') dom.append(button(tr('Remove'), 'button', () => take('')));
  dom.append(button(tr('Cancel'), 'button', close));
  dom.addEventListener('submit', (event) => {
    event.preventDefault();
    take(input.value);
  });
  dom.addEventListener('keydown', (event) => {
    // Keys typed here are neither the editor's nor the page's.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  return {
    dom,
    mount() {
      input.focus();
      input.select();
    },
  };
}

function button(text: string, type: 'submit' | 'button', run?: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type, textContent: text, className: 'btn small' });
  if (run !== undefined) made.addEventListener('click', run);
  return made;
}
