/** What the playground's buttons do. Loaded when the first of them is pressed. */
import { listed } from '../../lesson/page/playground-cells.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { type PlaygroundSetup, mostNodes } from '../../lesson/progress/playground-setup.ts';
import Ask from './ConfirmStart.svelte';

export { addCell, moveCell, removeCell } from '../../lesson/page/playground-cells.ts';

/** A cluster that would take the place of one in which something was done. */
export interface Start {
  readonly lost: number;
  readonly Ask: typeof Ask;
  go(): void;
}

/** Starts what the form says. Words: what is wrong with it. Otherwise: what has to be asked first, if anything. */
export async function startCluster(page: LessonPage, bench: PlaygroundSetup, form: FormData): Promise<string | Start | undefined> {
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

function whole(value: FormDataEntryValue | null, least: number, most: number): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

const among = <N extends number>(value: FormDataEntryValue | null, numbers: readonly N[]): N | undefined =>
  numbers.find((each) => String(each) === value);
