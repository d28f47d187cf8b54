import { cellsOf } from './cells/cells-of.ts';

/**
 * The cell that decides each prediction of a lesson's MDX text, by the prediction's id. What that cell has printed stays covered until it
 * has run, from the first paint of the page.
 */
export const decidingCells = (mdx: string): Readonly<Record<string, string>> =>
  Object.fromEntries(predictionsOf(mdx).map(({ id, cell }) => [id, cell]));

/**
 * Cells with outputs that would give a prediction away, and the ids of those predictions: from the prediction on, up to the cell that
 * decides it, and the next one, which often says it again. The build's output stays covered until the cell has run.
 */
export function coveredCells(mdx: string): Readonly<Record<string, readonly string[]>> {
  const cells = cellsOf(mdx).map(({ id }) => id);
  const covers: Record<string, string[]> = {};
  for (const { id, cell, at } of predictionsOf(mdx)) {
    const first = cellsOf(mdx.slice(0, at)).length;
    for (const each of cells.slice(first, cells.indexOf(cell) + 2)) covers[each] = [...(covers[each] ?? []), id];
  }
  return covers;
}

/** `at`: where its element begins in the text. */
function predictionsOf(mdx: string): readonly { readonly id: string; readonly cell: string; readonly at: number }[] {
  const value = (tag: string, name: string): string => new RegExp(`(?:^|\\s)${name}="([^"]+)"`).exec(tag)?.[1] ?? '';
  return [...mdx.matchAll(/<Predict(?:ion|Order)\s([\s\S]*?)\/>/g)].map(({ 1: tag = '', index }) => ({
    id: value(tag, 'id'),
    cell: value(tag, 'cell'),
    at: index,
  }));
}
