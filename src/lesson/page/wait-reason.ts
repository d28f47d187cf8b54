/** What a cell that takes long waits for, as a sentence. */
import type { CellFence } from '../cells/fence.ts';
import { hasQuorum } from '../../viz/quorum.ts';
import { seconds } from '../notebook.ts';
import type { LessonPage } from './lesson-page.ts';
import type { PageState } from './page-state.ts';
import type { Store } from './store.ts';
import { type English, tr } from '../words/words.ts';

/** Says it now, and again while the cell runs and the answer changes. The first time it is said aloud. */
export function watchWaitReason(page: LessonPage | undefined, cell: CellFence, fetched: Store<EngineFetch>, tell: (words: string) => void): void {
  if (page === undefined) return;
  let said = false;
  let ended = false;
  const update = (): void => {
    const words = waitReason(page.value, cell, fetched.value);
    ended ||= words === undefined;
    if (words === undefined || ended) return queueMicrotask(stop);
    tell(words);
    if (said) return;
    said = true;
    queueMicrotask(() => page.say(words));
  };
  const stops = [page.subscribe(update), fetched.subscribe(update)];
  function stop(): void {
    for (const each of stops) each();
  }
}

/** How many of the engine's files are on their way, and the bytes of text that have come of them. */
export interface EngineFetch {
  readonly files: number;
  readonly bytes: number;
  /** As the browser knows it. */
  readonly online: boolean;
}

const offline: English = 'You are offline. The cell runs when you are online again.';

/** undefined: it doesn't run any more. */
export function waitReason({ notebook, runtime, view }: PageState, cell: CellFence, fetched: EngineFetch): string | undefined {
  const mine = notebook.cells.find(({ id }) => id === cell.id);
  if (mine?.status.type !== 'running') return undefined;
  if (fetched.files > 0) return fetched.online ? tr('Waits for the engine: {amount} loaded.', { amount: megabytes(fetched.bytes) }) : tr(offline);
  if (runtime.state !== 'ready') return tr('Waits for the cluster, which is being started.');
  if (view === undefined) return tr('Waits for the cluster to come to rest for the first time.');
  const now = seconds(view.timeMs);
  if (cell.atMs !== undefined && view.timeMs < cell.atMs) return tr('Waits until {time}, when it is to run; it is {now}.', { time: seconds(cell.atMs), now });
  if (!hasQuorum(view.etcd?.members ?? [])) return tr('Waits for etcd, which has no quorum, {now}.', { now });
  const set = view.sets.find(({ gap }) => gap > 0);
  if (set !== undefined) return tr('Waits for {kind} {name}, which wants {wants} Pods and has {ready} ready, {now}.', { kind: set.kind, name: set.name, wants: set.wants, ready: set.ready, now });
  return tr('Hasn’t ended yet, {now}.', { now });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
