/** What the playground's buttons do. Loaded when the first of them is pressed. */
import { tick } from 'svelte';
import type { CellFence, CellLanguage } from '../../lesson/cells/fence.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { type Bench, benchCells, benchOf, mostNodes, withCell, withCellMoved, withoutCell } from '../../lesson/progress/bench.ts';
import Ask from './StartAsk.svelte';

/** A cluster that would take the place of one in which something was done. */
export interface Start {
  readonly lost: number;
  readonly Ask: typeof Ask;
  go(): void;
}

/** Starts what the form says. Words: what is wrong with it. Otherwise: what has to be asked first, if anything. */
export async function startCluster(page: LessonPage, bench: Bench, form: FormData): Promise<string | Start | undefined> {
  const nodes = whole(form.get('nodes'), 1, mostNodes);
  if (nodes === undefined) return `A cluster here has 1 to ${mostNodes} nodes.`;
  const seed = whole(form.get('seed'), 0, 2 ** 31);
  if (seed === undefined) return 'The seed is a whole number, 0 or more.';
  const etcd = among(form.get('etcd'), [1, 3, 5]) ?? bench.etcd;
  const controlPlanes = among(form.get('controlPlanes'), [1, 2, 3]) ?? bench.controlPlanes;
  const go = (): void => {
    page.keep({ bench: { ...listed(page), nodes, seed, etcd, controlPlanes } });
    page.notebook({ type: 'restart' });
  };
  const kept = await page.kept();
  const inputs = kept?.branches.flatMap(({ log }) => log.inputs) ?? [];
  const lost = inputs.filter(({ type }) => type !== 'advance').length;
  if (lost > 0) return { lost, Ask, go };
  go();
  return undefined;
}

/** At the end, or after the cell of this id; its editor is open. */
export async function addCell(page: LessonPage, language: CellLanguage, after?: string): Promise<void> {
  const { id, bench } = withCell(listed(page), language, after);
  // The editor takes the focus when it is there, unless somebody has it.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  page.keep({ bench });
  page.edit(id);
  page.say(`A cell for ${language === 'sh' ? 'the shell' : language === 'yaml' ? 'a manifest' : 'TypeScript'} is there.`);
  await show(id);
}

export async function removeCell(page: LessonPage, { id, number }: Pick<CellFence, 'id' | 'number'>): Promise<void> {
  if (page.value.notebook.queue.includes(id)) return page.say('This cell runs: interrupt it first.');
  const { [id]: text = '', ...inputs } = page.value.work.inputs;
  const cells = benchCells(page.data.cells, page.value.work);
  page.edit(undefined);
  page.keep({ bench: withoutCell(listed(page), id), inputs }, `before cell ${number} was removed`);
  page.say(`Cell ${number} is removed.${text.trim() === '' ? '' : ' Its text is among the earlier versions, in Your work.'}`);
  const next = cells[number] ?? cells[number - 2];
  if (next !== undefined) return show(next.id, '.cell-in pre');
  document.querySelector<HTMLElement>('.bench-add button')?.focus();
}

export async function moveCell(page: LessonPage, { id, number }: Pick<CellFence, 'id' | 'number'>, by: 1 | -1): Promise<void> {
  const to = number + by;
  if (to < 1 || to > benchCells(page.data.cells, page.value.work).length) return;
  const focus = document.activeElement;
  page.keep({ bench: withCellMoved(listed(page), id, by) });
  page.say(`Cell ${number} is cell ${to} now.`);
  await show(id);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
}

/** With texts that had lost their cell: the list is what is shown. */
function listed({ data, value: { work } }: LessonPage): Bench {
  return { ...benchOf(data, work), cells: benchCells(data.cells, work).map(({ id, language }) => ({ id, language })) };
}

/** Once it is drawn it comes into sight; `part` of it has the focus. */
async function show(id: string, part?: string): Promise<void> {
  await tick();
  const cell = document.getElementById(`cell-${id}`);
  cell?.scrollIntoView({ block: 'nearest' });
  if (part !== undefined) cell?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
}

function whole(value: FormDataEntryValue | null, least: number, most: number): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

const among = <N extends number>(value: FormDataEntryValue | null, numbers: readonly N[]): N | undefined =>
  numbers.find((each) => String(each) === value);
