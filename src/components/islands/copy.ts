/** Copies a cell's text, or what it printed as it stands in the page. Says politely whether it could. */
import type { CellFence } from '../../lesson/cells/fence.ts';
import { outputText } from '../cell/output-text.ts';
import { lessonPage } from './page.ts';
import { tr } from '../../lesson/words/words.ts';

/** `input`: its text; absent: what it printed. */
export async function copyCell(cell: CellFence, input?: string): Promise<void> {
  const output = document.querySelector(`#cell-${CSS.escape(cell.id)} .cell-out`);
  const text = input ?? (output === null ? '' : outputText(output));
  try {
    await navigator.clipboard.writeText(text);
    lessonPage()?.say(tr(input === undefined ? 'The output of cell {number} is copied.' : 'Cell {number} is copied.', { number: cell.number }));
  } catch {
    lessonPage()?.say(tr('The browser doesn’t let this page copy: select the text and copy it yourself.'));
    return;
  }
  const button = document.querySelector(`#cell-${CSS.escape(cell.id)} .copy-${input === undefined ? 'output' : 'input'}`);
  button?.classList.add('copied');
  setTimeout(() => button?.classList.remove('copied'), 1500);
}
