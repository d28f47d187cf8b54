/** Going about between cells, as in Jupyter: a cell is chosen (its text has the focus) or edited (its editor has it). */
import type { CommandPlace, PageCommand } from './command.ts';
import type { LessonPage } from './lesson-page.ts';
import type { English } from '../words/words.ts';

export const cellElement = (id: string): HTMLElement | null => document.getElementById(`cell-${id}`);

const cells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.cell[data-cell]:not([hidden] *)')];
const inputOf = (cell: Element): HTMLElement | null => cell.querySelector<HTMLElement>('.cell-in pre:not([hidden] *)');

/** The cell after (1) or before (-1) an element, wherever on the page that stands. */
export function nextCell(from: Element, by: 1 | -1): HTMLElement | undefined {
  const side = by === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const own = from.closest('[data-cell]') ?? from;
  const others = cells().filter((cell) => cell !== own && (own.compareDocumentPosition(cell) & side) !== 0);
  return from === document.body ? nearest(by) : by === 1 ? others[0] : others.at(-1);
}

/** Seen from the middle of the window, for who has no focus anywhere. */
function nearest(by: 1 | -1): HTMLElement | undefined {
  const middle = innerHeight / 2;
  const beyond = cells().filter((cell) => (cell.getBoundingClientRect().top - middle) * by > 0);
  return by === 1 ? (beyond[0] ?? cells().at(-1)) : (beyond.at(-1) ?? cells()[0]);
}

/** Chooses a cell: it comes into sight, and no cell is edited any more. */
export function showCell(page: LessonPage, cell: HTMLElement): void {
  page.edit(undefined);
  const input = inputOf(cell) ?? cell.querySelector<HTMLElement>('.cell-in pre');
  input?.focus({ preventScroll: true });
  cell.scrollIntoView({ block: 'nearest' });
}

function move(by: 1 | -1) {
  return ({ page, focus }: CommandPlace): void => {
    const cell = nextCell(focus, by);
    if (cell !== undefined) showCell(page, cell);
  };
}

/** The text of a cell has the focus, not one of its buttons, nor its output, which may scroll. */
const chosen = ({ focus }: CommandPlace): boolean => focus.matches('.cell-in pre');
const free = ({ typing, focus }: CommandPlace): boolean => !typing && focus.closest('#pane, dialog') === null;

export const navigationCommands: readonly (PageCommand & { readonly title: English; readonly group: English })[] = [
  {
    id: 'edit',
    title: 'Edit this cell',
    group: 'Cells',
    keys: ['Enter'],
    when: chosen,
    run: ({ page, cell }) => page.edit(cell),
  },
  {
    id: 'leave',
    title: 'Leave the editor of this cell',
    group: 'Cells',
    keys: ['Escape'],
    when: ({ cell, typing }) => cell !== undefined && typing,
    run: ({ page }) => page.edit(undefined),
  },
  { id: 'next', title: 'Go to the next cell', group: 'Cells', keys: ['j', 'ArrowDown'], when: free, run: move(1) },
  { id: 'previous', title: 'Go to the cell before', group: 'Cells', keys: ['k', 'ArrowUp'], when: free, run: move(-1) },
];
