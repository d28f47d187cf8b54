/** Keeps covered what would give a prediction away: figures and words here, a cell's output in its own component. */
import type { PageState } from '../../lesson/page/page-state.ts';
import { cellOf, untouched } from './prediction-cell.ts';

/** By a cell's id: the predictions that its output gives away. */
type Covers = Readonly<Record<string, readonly string[]>>;

/** What the build printed for this cell answers a prediction that isn't settled yet. */
export const isCovered = (page: PageState, covers: Covers, cell: string): boolean =>
  untouched(cellOf(page, cell)) && (covers[cell] ?? []).some((id) => page.work.predictions[id]?.settled !== true);

/** Covers and uncovers what stands outside of cells; the build has covered all of it. */
export function showCovers(root: Document, page: PageState, covers: Covers = {}): void {
  for (const cell of Object.keys(covers)) {
    const covered = isCovered(page, covers, cell);
    for (const spoiler of root.querySelectorAll(`[data-spoiler="${CSS.escape(cell)}"]`)) spoiler.toggleAttribute('data-covered', covered);
  }
}
