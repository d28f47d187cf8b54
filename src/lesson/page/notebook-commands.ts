/** The commands of the notebook: running cells, and the session behind them. */
import type { CommandPlace, PageCommand } from './command.ts';
import { cellElement, nextCell, showCell } from './cell-navigation.ts';
import type { English } from '../words/words.ts';

const inCell = ({ cell }: CommandPlace): boolean => cell !== undefined;
/** A letter acts on a cell while the focus is in it and nothing is typed. */
const onCell = ({ cell, typing }: CommandPlace): boolean => cell !== undefined && !typing;
const isRunning = ({ page }: CommandPlace): boolean => page.value.notebook.queue.length > 0;

function run(place: CommandPlace, type: 'run' | 'run-above' | 'run-from'): void {
  if (place.cell !== undefined) place.page.notebook({ type, id: place.cell });
}

export const notebookCommands: readonly (PageCommand & { readonly title: English; readonly group: English })[] = [
  {
    id: 'run-and-go-on',
    title: 'Run this cell and go to the next',
    group: 'Cells',
    keys: ['Shift+Enter'],
    when: inCell,
    run(place) {
      run(place, 'run');
      const next = nextCell(place.focus, 1);
      if (next === undefined) place.page.edit(undefined);
      else showCell(place.page, next);
    },
  },
  {
    id: 'run',
    title: 'Run this cell',
    group: 'Cells',
    keys: ['Mod+Enter'],
    when: inCell,
    run: (place) => run(place, 'run'),
  },
  { id: 'run-all', title: 'Run all cells', group: 'Cells', run: ({ page }) => page.notebook({ type: 'run-all' }) },
  {
    id: 'run-above',
    title: 'Run the cells above this one',
    group: 'Cells',
    when: inCell,
    run: (place) => run(place, 'run-above'),
  },
  {
    id: 'run-from',
    title: 'Run this cell and those below it',
    group: 'Cells',
    when: inCell,
    run: (place) => run(place, 'run-from'),
  },
  {
    id: 'copy-input',
    title: 'Copy this cell’s text',
    group: 'Cells',
    keys: ['c'],
    when: onCell,
    run: ({ cell }) => press(cell, '.copy-input'),
  },
  {
    id: 'copy-output',
    title: 'Copy this cell’s output',
    group: 'Cells',
    when: ({ cell }) => cell !== undefined && cellElement(cell)?.querySelector('.copy-output') !== null,
    run: ({ cell }) => press(cell, '.copy-output'),
  },
  {
    id: 'restore-cell',
    title: 'Put this cell’s first text back',
    group: 'Cells',
    when: ({ page, cell }) =>
      page.value.notebook.cells.some(({ id, input, original }) => id === cell && input !== original),
    run: ({ cell }) => press(cell, '.restore'),
  },
  {
    id: 'interrupt',
    title: 'Interrupt what runs',
    group: 'Session',
    keys: ['i i'],
    when: isRunning,
    run: ({ page }) => page.notebook({ type: 'interrupt' }),
  },
  {
    id: 'restart',
    title: 'Restart: a new cluster, nothing run',
    group: 'Session',
    keys: ['0 0'],
    run: ({ page }) => page.notebook({ type: 'restart' }),
  },
  {
    id: 'restart-and-run-all',
    title: 'Restart and run all cells',
    group: 'Session',
    run({ page }) {
      page.notebook({ type: 'restart' });
      page.notebook({ type: 'run-all' });
    },
  },
];

const press = (cell: string | undefined, button: string): void =>
  cell === undefined ? undefined : cellElement(cell)?.querySelector<HTMLElement>(button)?.click();
