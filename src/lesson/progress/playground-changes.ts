/** What is chosen in the playground, and what changes it. */
import type { CellFence, CellLanguage } from '../cells/fence.ts';
import type { PlaygroundSetup } from './playground-setup.ts';

/** What stands there until something is chosen. */
export function playgroundSetupOf(
  data: { readonly seed: number; readonly nodes: number; readonly cells: readonly CellFence[] },
  work: { readonly bench?: PlaygroundSetup },
): PlaygroundSetup {
  const cells = data.cells.map(({ id, language }) => ({ id, language }));
  return work.bench ?? { seed: data.seed, nodes: data.nodes, etcd: 1, controlPlanes: 1, cells, made: cells.length };
}

/** A new cell, beside the one of this id or else at the end. */
export function withCell(
  bench: PlaygroundSetup,
  language: CellLanguage,
  beside?: string,
  side: 'above' | 'below' = 'below',
): { readonly bench: PlaygroundSetup; readonly id: string } {
  const made = bench.made + 1;
  const id = `${language}-${made}`;
  const found = bench.cells.findIndex((cell) => cell.id === beside);
  const at = found < 0 ? bench.cells.length : found + (side === 'below' ? 1 : 0);
  return { id, bench: { ...bench, made, cells: bench.cells.toSpliced(at, 0, { id, language }) } };
}

export function withoutCell(bench: PlaygroundSetup, id: string): PlaygroundSetup {
  return { ...bench, cells: bench.cells.filter((cell) => cell.id !== id) };
}

/** Up (-1) or down (1) by one place; at the end it stays. */
export function withCellMoved(bench: PlaygroundSetup, id: string, by: 1 | -1): PlaygroundSetup {
  const from = bench.cells.findIndex((cell) => cell.id === id);
  const cell = bench.cells[from];
  const to = from + by;
  if (cell === undefined || to < 0 || to >= bench.cells.length) return bench;
  return { ...bench, cells: bench.cells.toSpliced(from, 1).toSpliced(to, 0, cell) };
}
