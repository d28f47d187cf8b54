/** A cluster and cells of one's own choosing: what the playground keeps where a lesson has its frontmatter. Plain JSON. */
import { type CellFence, type CellLanguage, cellLanguages } from '../cells/fence.ts';

export interface PlaygroundSetup {
  readonly seed: number;
  readonly nodes: number;
  readonly etcd: 1 | 3 | 5;
  readonly controlPlanes: 1 | 2 | 3;
  /** How many cells were ever added: no two had the same id. */
  readonly made: number;
  /** In order. Their texts are inputs of the work, by id. */
  readonly cells: readonly PlaygroundCell[];
}

/** Of a cluster that a page still draws well. */
export const mostNodes = 100;

export interface PlaygroundCell {
  /** `sh-4`: begins with its language, so that a text without a cell can have one again. */
  readonly id: string;
  readonly language: CellLanguage;
}

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

/** The cells that stand on the page. `given`: those it was built with, and their texts. */
export function playgroundCells(
  given: readonly CellFence[],
  work: { readonly bench?: PlaygroundSetup; readonly inputs: Readonly<Record<string, string>> },
): readonly CellFence[] {
  if (work.bench === undefined) return given;
  const listed = work.bench.cells;
  const lost = Object.keys(work.inputs).flatMap((id) => {
    const language = cellLanguages.find((each) => id.startsWith(`${each}-`));
    return language === undefined || listed.some((cell) => cell.id === id) ? [] : [{ id, language }];
  });
  return [...listed, ...lost].map(({ id, language }, index) => {
    const code = given.find((cell) => cell.id === id)?.code ?? '';
    return { id, language, code, number: index + 1 };
  });
}
