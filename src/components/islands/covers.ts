/** Keeps covered what would give a prediction away: figures and words here, a cell's output in its own component. */
import type { PageState } from '../../lesson/page/page-state.ts';
import { cellOf, untouched } from './prediction-cell.ts';

/** By a prediction's id: the cell that decides it. */
type Predictions = Readonly<Record<string, string>>;

/** What the build printed for this cell answers a prediction that isn't settled yet. */
export const isCovered = (page: PageState, predictions: Predictions, cell: string): boolean =>
  untouched(cellOf(page, cell)) &&
  Object.entries(predictions).some(([id, decides]) => decides === cell && page.work.predictions[id]?.settled !== true);

/** Covers and uncovers what stands outside of cells; the build has covered all of it. */
export function showCovers(root: Document, page: PageState, predictions: Predictions): void {
  for (const cell of new Set(Object.values(predictions))) {
    const covered = isCovered(page, predictions, cell);
    for (const spoiler of root.querySelectorAll(`[data-spoiler="${CSS.escape(cell)}"]`)) spoiler.toggleAttribute('data-covered', covered);
  }
}
