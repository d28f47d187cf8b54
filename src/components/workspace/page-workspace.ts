/** The code of this page's session: its desk, its watch expressions. Each is made once, with what was kept, when something first needs it. */
import { type CodeAutosave, createCodeAutosave, type SavedCode } from '../../lesson/page/code-autosave.ts';
import { startOf } from '../../lesson/page/data.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import type { PageState } from '../../lesson/page/page-state.ts';
import { createWatchList, type WatchList } from '../../lesson/page/watch-list.ts';
import { createWorkspacePage, type WorkspacePage } from '../../lesson/page/workspace-page.ts';
import { codeKey } from '../../lesson/progress/keys.ts';
import { lessonPage, whenLeaving } from '../islands/page.ts';
import { builtIns } from './built-ins.ts';

interface Code {
  readonly page: LessonPage;
  readonly keeping: CodeAutosave;
  readonly kept: SavedCode;
}

let code: Promise<Code | undefined> | undefined;
let desk: Promise<WorkspacePage | undefined> | undefined;
let list: Promise<WatchList | undefined> | undefined;

/** Undefined on a page without a session. */
export function pageWorkspace(): Promise<WorkspacePage | undefined> {
  desk ??= makeDesk();
  return desk;
}
/** Undefined on a page without a session. */
export function watchList(): Promise<WatchList | undefined> {
  list ??= makeList();
  return list;
}

async function openCode(): Promise<Code | undefined> {
  const page = lessonPage();
  if (page === undefined) return undefined;
  const keeping = createCodeAutosave(page.storage, codeKey(page.data.slug), page.refused);
  whenLeaving(keeping.leave);
  return { page, keeping, kept: await keeping.open() };
}

async function makeDesk(): Promise<WorkspacePage | undefined> {
  code ??= openCode();
  const opened = await code;
  if (opened === undefined) return undefined;
  const { page, keeping, kept } = opened;
  // Where there is no exercise, these files are the page's own work: shared and carried away with it.
  const { free } = page.data;
  const keep = (change: Partial<SavedCode>): void => {
    keeping.keep(change);
    if (free && change.files !== undefined) page.keep({ files: change.files });
  };
  const made = createWorkspacePage({ run: page.input, builtIns, say: page.say, keep });
  await made.bringBack(free ? { ...kept, files: { ...kept.files, ...page.value.work.files } } : kept);
  whenNew(page, ({ swapped }) => swapped, (controllers) => made.heard(controllers));
  // Also while another view is open. The exercise has its own files in its own editor.
  const ofExercises = startOf(page.data);
  let heard: PageState['savedInside'] = {};
  page.subscribe(({ savedInside = {} }) => {
    const before = heard ?? {};
    heard = savedInside;
    for (const [path, saved] of Object.entries(savedInside))
      if (before[path] !== saved && ofExercises[path] === undefined) made.savedInside(saved);
  });
  return made;
}

async function makeList(): Promise<WatchList | undefined> {
  code ??= openCode();
  const opened = await code;
  if (opened === undefined) return undefined;
  const { page, keeping, kept } = opened;
  const made = createWatchList(kept.watches, (watches) => keeping.keep({ watches }));
  whenNew(page, ({ swapped }) => swapped, () => made.ran());
  whenNew(page, ({ endless }) => endless, ({ id }) => made.endless(id));
  return made;
}

/** Told of each value once, also while none of the code is shown. */
function whenNew<T>(page: LessonPage, of: (state: PageState) => T | undefined, told: (value: T) => void): void {
  let last: T | undefined;
  page.subscribe((state) => {
    const value = of(state);
    if (value === undefined || value === last) return;
    last = value;
    told(value);
  });
}
