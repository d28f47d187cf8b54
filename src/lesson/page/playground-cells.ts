/** What is done to the playground's cells, by its buttons and by keys. Loaded with the first of them. */
import { tick } from 'svelte';
import type { CellFence, CellLanguage } from '../cells/fence.ts';
import { playgroundSetupOf, withCell, withCellMoved, withoutCell } from '../progress/playground-changes.ts';
import { type PlaygroundSetup, playgroundCells } from '../progress/playground-setup.ts';
import type { LessonPage } from './lesson-page.ts';
import { type English, tr } from '../words/words.ts';

const added: Readonly<Record<CellLanguage, English>> = { sh: 'A cell for the shell is there.', yaml: 'A cell for a manifest is there.', ts: 'A cell for TypeScript is there.' };

/** At the end, with its editor open. */
export async function addCell(page: LessonPage, language: CellLanguage): Promise<void> {
  const { id, bench } = withCell(listed(page), language);
  // The editor takes the focus when it is there, unless another element has it.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  page.keep({ bench });
  page.edit(id);
  page.say(tr(added[language]));
  await show(id);
}

/** Beside the cell of this id, in its language, and chosen: Enter edits it. Where there is none, a cell for the shell. */
export async function insertCell(page: LessonPage, beside: string | undefined, side: 'above' | 'below'): Promise<void> {
  const before = listed(page);
  const language = before.cells.find(({ id }) => id === beside)?.language ?? 'sh';
  const { id, bench } = withCell(before, language, beside, side);
  page.edit(undefined);
  page.keep({ bench });
  page.say(tr(added[language]));
  await show(id, '.cell-in pre');
}

export async function removeCell(page: LessonPage, { id, number }: Pick<CellFence, 'id' | 'number'>): Promise<void> {
  if (page.value.notebook.queue.includes(id)) return page.say(tr('This cell runs: interrupt it first.'));
  const { [id]: text = '', ...inputs } = page.value.work.inputs;
  const cells = playgroundCells(page.data.cells, page.value.work);
  page.edit(undefined);
  page.keep({ bench: withoutCell(listed(page), id), inputs }, `before cell ${number} was removed`);
  page.say(tr(text.trim() === '' ? 'Cell {number} is removed.' : 'Cell {number} is removed. Its text is among the earlier versions, in Your work.', { number }));
  const next = cells[number] ?? cells[number - 2];
  if (next !== undefined) return show(next.id, '.cell-in pre');
  document.querySelector<HTMLElement>('.bench-add button')?.focus();
}

export async function moveCell(page: LessonPage, { id, number }: Pick<CellFence, 'id' | 'number'>, by: 1 | -1): Promise<void> {
  const to = number + by;
  if (to < 1 || to > playgroundCells(page.data.cells, page.value.work).length) return;
  const focus = document.activeElement;
  page.keep({ bench: withCellMoved(listed(page), id, by) });
  page.say(tr('Cell {number} is cell {to} now.', { number, to }));
  await show(id);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
}

/** With texts that had lost their cell: the list is what is shown. */
export function listed({ data, value: { work } }: LessonPage): PlaygroundSetup {
  return { ...playgroundSetupOf(data, work), cells: playgroundCells(data.cells, work).map(({ id, language }) => ({ id, language })) };
}

/** Once it is drawn it comes into sight; `part` of it has the focus. */
async function show(id: string, part?: string): Promise<void> {
  await tick();
  const cell = document.getElementById(`cell-${id}`);
  cell?.scrollIntoView({ block: 'nearest' });
  if (part !== undefined) cell?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
}
