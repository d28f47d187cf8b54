/** The cells above an exercise: its code needs what they make, so they run before it does. */
import type { CellState } from '../notebook.ts';
import type { PageEvent } from './page-machine.ts';
import type { PageState } from './page-state.ts';
import type { Store } from './store.ts';
import { tr } from '../words/words.ts';

/** The page that has them. */
export interface CellsPage {
  readonly page: Store<PageState>;
  send(event: PageEvent): void;
}

/** Runs those of them that haven't run; `begun` says how many. Resolves with words when one of them doesn't end well. */
export async function runCellsAbove(above: readonly string[], { page, send }: CellsPage, begun: (cells: number) => void): Promise<string | undefined> {
  // Until the kept session is back, it isn't known which of them have run.
  await until(page, ({ phase }) => phase === 'ready');
  const ids = page.value.notebook.cells.filter(({ id, status }) => above.includes(id) && status.type !== 'ran').map(({ id }) => id);
  if (ids.length === 0) return undefined;
  begun(ids.length);
  send({ type: 'notebook', event: { type: 'run-first', ids } });
  await until(page, ({ notebook }) => !notebook.queue.some((id) => ids.includes(id)));
  const unfinished = page.value.notebook.cells.find((cell) => ids.includes(cell.id) && !endedWell(cell));
  if (unfinished === undefined) return undefined;
  return tr('Cell {number} didn’t run to its end, so your code hasn’t been run. Run that cell first.', { number: unfinished.number });
}

const endedWell = ({ status, expectsError }: CellState): boolean => status.type === 'ran' && (status.ok || expectsError);

function until<T>(store: Store<T>, isSo: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    let over = false;
    stop = store.subscribe((value) => {
      if (over || !isSo(value)) return;
      over = true;
      stop?.();
      resolve();
    });
    if (over) stop();
  });
}
