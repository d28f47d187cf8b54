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
