/**
 * A page opened by a link that holds a session: it asks before anything of it runs. Declined, the page loads anew without it. Accepted,
 * the page takes the session from here instead of from this browser's storage, and nothing it does is kept.
 */
import { branchesOf } from '../../runtimes/protocol.ts';
import { contentsOf } from '../../lesson/share/contents.ts';
import { parseShared, readLink, type SharedSession } from '../../lesson/share/link.ts';
import { withinBudget } from '../../lesson/share/replay-budget.ts';
import { readJson } from '../../lesson/share/checks.ts';
import { startOf } from '../../lesson/page/data.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { showPageBar } from '../../lesson/page/page-bar.ts';
import { emptyWork, type LessonWork } from '../../lesson/progress/work.ts';
import { openDialog } from './dialogs.ts';
import SharedDialog from './SharedDialog.svelte';
import { tr } from '../../lesson/words/words.ts';
import { trSaid } from '../../lesson/words/said.ts';

/** Where a session that came as a file waits for the page to load anew. */
const waitingFile = 'converge-shared';
const fromFile = '#session=file';

/** Reads by key, like the storage of one's own work. Answers only after the reader has agreed. */
export type OpenedSession = (key: string) => Promise<unknown>;

/** `page`: the one that asks, once it is made. In a frame of another site there is no session to be read. */
export async function openSharedSession(page: () => LessonPage | undefined): Promise<OpenedSession> {
  if (page()?.data.embedded) return async () => undefined;
  const shared = await ask(page);
  const hash = page()?.hash ?? shared.lessonHash;
  const { lesson, log } = shared;
  // As progress/keys.ts has them; importing it here, the bundler cuts the page's first chunk in two, a kilobyte more for every reader.
  const values = new Map<string, unknown>([
    [`work/${lesson}`, { ...emptyWork(hash), files: shared.files, inputs: shared.cells, ...benchOfShared(shared) }],
    [`session/${lesson}`, [{ at: 0, tab: 'shared', lessonHash: hash, kept: branchesOf(log) }]],
  ]);
  // The session on this page belongs to another person, all the time.
  const words = tr('This is someone else’s session. What you do here isn’t kept; your own work is untouched.');
  showPageBar(words, tr('Back to mine'), backToMine);
  showMoment(page, shared);
  return async (key) => structuredClone(values.get(key));
}

/** Cells and cluster, where they aren’t a lesson’s. */
function benchOfShared({ lesson, log, free, cells }: SharedSession): Partial<LessonWork> {
  if (lesson !== 'playground') return {};
  const { nodes = 3, etcd = 1, controlPlanes } = log.cluster;
  const planes = ([1, 2, 3] as const).find((each) => each === controlPlanes) ?? 1;
  const listed = free.map(({ id, language }) => ({ id, language }));
  const made = Math.max(0, ...free.map(({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0)));
  return {
    bench: { seed: log.seed, nodes, etcd, controlPlanes: planes, cells: listed, made },
    inputs: { ...cells, ...Object.fromEntries(free.map(({ id, code }) => [id, code])) },
  };
}

/** Resolves when the reader agrees; otherwise never. */
function ask(page: () => LessonPage | undefined): Promise<SharedSession> {
  return new Promise((resolve) => {
    const title = document.querySelector('h1')?.textContent ?? tr('this lesson');
    const decline = (): void => backToMine();
    try {
      const { shared, words } = withinBudget(read());
      const data = page()?.data;
      if (data !== undefined && data.slug !== shared.lesson)
        throw new Error(tr('The link is for {lesson}, and this is another page.', { lesson: shared.lesson }));
      const dialog = openDialog(SharedDialog, {
        title,
        contents: contentsOf(shared, data === undefined ? {} : startOf(data)),
        takes: words ?? '',
        changed: shared.lessonHash !== page()?.hash,
        ondecline: decline,
        onaccept() {
          dialog.close();
          resolve(shared);
        },
      });
    } catch (error) {
      const trouble = trSaid(error instanceof Error ? error.message : String(error));
      openDialog(SharedDialog, { title, trouble, ondecline: decline, onaccept: decline });
    }
  });
}

function read(): SharedSession {
  if (location.hash !== fromFile) return readLink(location.hash);
  const text = sessionStorage.getItem(waitingFile);
  if (text === null) throw new Error(tr('The file isn’t there any more: open it again.'));
  return parseShared(readJson(text, 'The file'), 'The file');
}

/** Loads the page anew, with this session to be asked about. @throws where the browser has no room for it. */
export function openSessionFile(session: SharedSession): void {
  sessionStorage.setItem(waitingFile, JSON.stringify(session));
  location.hash = fromFile;
}

/** The page without the link. */
function backToMine(): void {
  history.replaceState(null, '', location.pathname + location.search);
  location.reload();
}

/** The moment that was shared, once the session stands. */
function showMoment(page: () => LessonPage | undefined, { at }: SharedSession): void {
  if (at === undefined) return;
  let done = false;
  page()?.subscribe(({ view, notebook }) => {
    if (done || view === undefined || (notebook.turns === 0 && view.timeMs < at.t)) return;
    done = true;
    // Its very end is no past.
    if (view.timeMs > at.t || view.revision > at.revision) page()?.travel.look(at);
  });
}
