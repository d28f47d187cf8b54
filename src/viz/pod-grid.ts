/** Many Pods at once: squares in rows, a bar of states, and their numbers in words. */
import type { PodState, PodView } from './model.ts';
import { type English, tr, trCount } from './words.ts';

/** A square, and how far the next one is. */
export const squarePx = 12;
export const pitchPx = 15;

/** In the order in which they are listed, counted and drawn: what is broken first. */
export const stateOrder: readonly PodState[] = [
  'failed',
  'crash-loop',
  'unknown',
  'pending',
  'starting',
  'not-ready',
  'terminating',
  'running',
  'succeeded',
  'missing',
];

const stateWords: Readonly<Record<PodState, English>> = {
  failed: 'Failed',
  'crash-loop': 'in a crash loop',
  unknown: 'Unknown',
  pending: 'Pending',
  starting: 'starting',
  'not-ready': 'not ready',
  terminating: 'Terminating',
  running: 'Running',
  succeeded: 'Succeeded',
  missing: 'missing',
};

export interface StateCount {
  readonly state: PodState;
  readonly count: number;
  readonly words: string;
}

/** `missing`: wanted, and not there. */
export function countStates(pods: readonly PodView[], missing = 0): readonly StateCount[] {
  const counts = new Map<PodState, number>();
  for (const { state } of pods) counts.set(state, (counts.get(state) ?? 0) + 1);
  if (missing > 0) counts.set('missing', missing);
  return stateOrder.flatMap((state) => {
    const count = counts.get(state) ?? 0;
    return count === 0 ? [] : [{ state, count, words: tr(stateWords[state]) }];
  });
}

/** "300 Pods: 290 Running, 10 starting" */
export function stateCountText(pods: readonly PodView[]): string {
  const number = trCount(pods.length, { one: '{count} Pod', other: '{count} Pods' });
  const counts = countStates(pods);
  return counts.length === 0 ? tr('no Pods') : `${number}: ${counts.map(({ count, words }) => `${count} ${words}`).join(', ')}`;
}

/** Those with every one of these words in name, state or node. */
export function podsWith(pods: readonly PodView[], words: string): readonly PodView[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (wanted.length === 0) return pods;
  return pods.filter(({ name, label, node = '' }) => {
    const text = `${name} ${label} ${node}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
  readonly heightPx: number;
}

export function gridSize(count: number, widthPx: number): GridSize {
  const columns = Math.max(1, Math.floor((widthPx + pitchPx - squarePx) / pitchPx));
  const rows = Math.ceil(count / columns);
  return { columns, rows, heightPx: Math.max(squarePx, rows * pitchPx - (pitchPx - squarePx)) };
}

/** The index of the square at this point; undefined between them and beyond the last. */
export function squareAt(x: number, y: number, columns: number, count: number): number | undefined {
  const [column, row] = [Math.floor(x / pitchPx), Math.floor(y / pitchPx)];
  const index = row * columns + column;
  return x < 0 || y < 0 || column >= columns || index >= count ? undefined : index;
}
