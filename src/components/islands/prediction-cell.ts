/** What a prediction's two components share: the deciding cell, whether it has run, and what its run has left. */
import type { BakedCell } from '../../lesson/baked.ts';
import type { CellState } from '../../lesson/notebook.ts';
import type { PageState } from '../../lesson/page/page-state.ts';
import type { Evidence } from '../../lesson/prediction.ts';
import { lessonPage } from './page.ts';

/** The deciding cell shows what the build printed. */
export const untouched = (state: CellState | undefined): boolean =>
  state?.status.type === 'built' || state?.status.type === 'queued';

export const cellOf = (page: PageState | undefined, id: string): CellState | undefined =>
  page?.notebook.cells.find((each) => each.id === id);

/** What this browser's run of a cell has left; undefined when the session can't say. */
export async function evidenceOfRun({ output, foot }: Partial<BakedCell>): Promise<Evidence | undefined> {
  if (output === undefined || foot === undefined) return undefined;
  const to = { t: foot.toMs, revision: foot.toRevision };
  const story = await lessonPage()
    ?.inspect('changeLog', { to })
    .catch(() => undefined);
  return story && { output, story, fromRevision: foot.fromRevision };
}
