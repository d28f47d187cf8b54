/** Brings back the session that was kept: replays it, and its cells show what they printed. Loaded when there is one. */
import type { Replayed } from '../../runtimes/runtime.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { CellFence } from '../cells/fence.ts';
import { cellResult, originalCode } from '../cells/run-cell.ts';
import type { NotebookEvent } from '../notebook.ts';
import { sessionToRestore } from './saved-session.ts';
import { watchReplay } from './replay-bar.ts';
import type { SessionAutosaveParts } from './stored-session.ts';
import { tr } from '../words/words.ts';

/** `stored`: what the storage has of the lesson's sessions. */
export async function restoreSession(parts: SessionAutosaveParts, stored: unknown): Promise<void> {
  const { session, notice } = parts;
  const kept = sessionToRestore(stored, parts.place);
  if (kept === undefined || session.place !== 'none') return;
  notice(tr('Your session is being brought back.'));
  const log = kept.branches.find(({ view }) => view.id === kept.current)?.log;
  if (log !== undefined) parts.stands(log);
  const watch = watchReplay(parts);
  try {
    const replayed = await session.restore(kept);
    // The input that hung was left out: the page shows a notice of it, which stays.
    if (replayed === 'mended') return;
    if (replayed !== undefined) parts.notebook(restored(parts.fences(), replayed, await session.view()));
    notice(undefined);
  } catch (error) {
    notice(watch.words(error));
  } finally {
    watch.end();
  }
}

/** What the replay says of the lesson's cells. `view`: as the cluster now stands. */
function restored(cells: readonly CellFence[], replayed: Replayed, view: ClusterView): NotebookEvent {
  const runs = replayed.results.flatMap((result) => {
    const { input } = result;
    const cell = cells.find(({ id }) => id === input.cell);
    if (cell === undefined) return [];
    const text = 'source' in input ? input.source : 'text' in input ? (input.text ?? '') : '';
    const ok = result.outputs.every(({ type }) => type !== 'error');
    return [{ id: cell.id, input: text === originalCode(cell) ? cell.code : text, ok, ...cellResult(result, view) }];
  });
  return { type: 'restored', runs };
}
