/** What "Your work" hands out: links, files, earlier versions. */
import { startOf } from '../../lesson/page/data.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { lessonLog } from '../../lesson/cells/run-cell.ts';
import { allWork } from '../../lesson/progress/browser-storage.ts';
import { playgroundCells } from '../../lesson/progress/playground-setup.ts';
import { codeKey, sessionKey, versionsKey, workKey } from '../../lesson/progress/keys.ts';
import type { Stored } from '../../lesson/share/archive.ts';
import type { FreeCell, SharedSession } from '../../lesson/share/link.ts';
import type { SessionLog } from '../../session/types.ts';

/** What a link to the session as it now is holds: with its forks left out, for one looks at one of them. */
export async function sharedOf(page: LessonPage): Promise<SharedSession> {
  const { work, view: now } = page.value;
  const { past } = page.travel.value;
  const atEnd = past?.timeMs === now?.timeMs && past?.revision === now?.revision;
  return {
    lesson: page.data.slug,
    lessonHash: page.hash,
    log: await logOf(page),
    files: work.files,
    cells: page.data.free ? {} : work.inputs,
    free: page.data.free ? freeCells(page) : [],
    ...(past === undefined || atEnd ? {} : { at: { t: past.timeMs, revision: past.revision } }),
  };
}

const freeCells = ({ data, value: { work } }: LessonPage): readonly FreeCell[] =>
  playgroundCells(data.cells, work).map(({ id, language, code }) => ({ id, language, code: work.inputs[id] ?? code }));

/** The session that inputs go to, or the one that would begin. */
export async function logOf(page: LessonPage): Promise<SessionLog> {
  const kept = await page.kept();
  const branch = kept?.branches.find(({ view }) => view.id === kept.current);
  return branch?.log ?? lessonLog({ ...page.data, ...page.value.work.bench }, { ...startOf(page.data), ...page.value.work.files });
}

/** Everything this browser has kept. */
export async function storedWork(): Promise<Stored> {
  const [work, versions, sessions, code] = await Promise.all([workKey(''), versionsKey(''), sessionKey(''), codeKey('')].map((each) => allWork(each)));
  const none = new Map<string, unknown>();
  return { work: work ?? none, versions: versions ?? none, sessions: sessions ?? none, code: code ?? none };
}
