/** What a cell that takes long waits for, as a sentence. */
import type { CellFence } from '../cells/fence.ts';
import { hasQuorum } from '../../viz/quorum.ts';
import { seconds } from '../notebook.ts';
import type { LessonPage } from './lesson-page.ts';
import type { PageState } from './page-state.ts';

/** Says it now, and again while the cell runs and the answer changes. The first time it is said aloud. */
export function watchWaitReason(page: LessonPage | undefined, cell: CellFence, tell: (words: string) => void): void {
  if (page === undefined) return;
  let said = false;
  let ended = false;
  const stop = page.subscribe((state) => {
    const words = waitReason(state, cell);
    ended ||= words === undefined;
    if (words === undefined || ended) return queueMicrotask(() => stop());
    tell(words);
    if (said) return;
    said = true;
    queueMicrotask(() => page.say(words));
  });
}

/** undefined: it doesn't run any more. */
export function waitReason({ notebook, runtime, view }: PageState, cell: CellFence): string | undefined {
  const mine = notebook.cells.find(({ id }) => id === cell.id);
  if (mine?.status.type !== 'running') return undefined;
  if (runtime.state !== 'ready') return 'Waits for the cluster, which is being started.';
  if (view === undefined) return 'Waits for the cluster to come to rest for the first time.';
  const now = seconds(view.timeMs);
  if (cell.atMs !== undefined && view.timeMs < cell.atMs) return `Waits until ${seconds(cell.atMs)}, when it is to run; it is ${now}.`;
  if (!hasQuorum(view.etcd?.members ?? [])) return `Waits for etcd, which has no quorum, ${now}.`;
  const set = view.sets.find(({ gap }) => gap > 0);
  if (set !== undefined) return `Waits for ${set.kind} ${set.name}, which wants ${set.wants} Pods and has ${set.ready} ready, ${now}.`;
  return `Hasn’t ended yet, ${now}.`;
}
