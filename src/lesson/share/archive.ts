/** All lessons' work as one file, to keep or to carry to another browser: written, read strictly, and brought in. */
import { type SavedCode, parseCode } from '../page/code-autosave.ts';
import { mostSessions, parseSession, readSessions } from '../page/saved-session.ts';
import type { SavedSession } from '../page/stored-session.ts';
import { thisTab } from '../page/tab-name.ts';
import type { Storage } from '../progress/storage.ts';
import { codeKey, sessionKey, versionsKey } from '../progress/keys.ts';
import { mergeWork, same } from '../progress/merge.ts';
import { checkVersion, checkWork } from '../progress/parse-work.ts';
import { bounded, keepVersion, readVersions, type WorkVersion } from '../progress/versions.ts';
import { readWork } from '../progress/read-work.ts';
import { updateWork } from '../progress/save-merged.ts';
import { emptyWork, type LessonWork } from '../progress/work.ts';
import { createChecks } from './checks.ts';
import { checkCode, codeConflicts, isEmptyCode, mergeCode } from './code.ts';
import { tr } from '../words/words.ts';

export interface KeptLesson {
  readonly work: LessonWork;
  /** Newest first. */
  readonly versions: readonly WorkVersion[];
  readonly sessions: readonly SavedSession[];
  /** Beside the exercise; absent where there is none. Files of version 1 have none. */
  readonly code?: SavedCode;
}

const version = 2;

export interface Archive {
  readonly format: 'converge-work';
  readonly version: typeof version;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly lessons: Readonly<Record<string, KeptLesson>>;
}

/** A file larger than this isn't one of ours. */
export const largestArchive = 40_000_000;

/** What is stored, by lesson; each part as it was read. */
export interface Stored {
  readonly work: ReadonlyMap<string, unknown>;
  readonly versions: ReadonlyMap<string, unknown>;
  readonly sessions: ReadonlyMap<string, unknown>;
  readonly code: ReadonlyMap<string, unknown>;
}

export function archiveOf(stored: Stored, nowMs: number): Archive {
  const slugs = [...new Set([...stored.work.keys(), ...stored.sessions.keys(), ...stored.code.keys()])].sort();
  const lessons = slugs.map((slug) => {
    const sessions = readSessions(stored.sessions.get(slug));
    const work = readWork(stored.work.get(slug)).work ?? emptyWork(sessions[0]?.lessonHash ?? '');
    const code = parseCode(stored.code.get(slug));
    const versions = readVersions(stored.versions.get(slug));
    return [slug, { work, versions, sessions, ...(isEmptyCode(code) ? {} : { code }) }] as const;
  });
  return { format: 'converge-work', version, madeAt: nowMs, lessons: Object.fromEntries(lessons) };
}

/** The file's name and text. */
export function archiveFile(archive: Archive): { readonly name: string; readonly text: string } {
  const day = new Date(archive.madeAt).toISOString().slice(0, 10);
  return { name: `converge-work-${day}.json`, text: `${JSON.stringify(archive, null, 1)}\n` };
}

/** @throws Error whose message is a sentence that says what is wrong with the file, and where. */
export function parseArchive(value: unknown, what: string): Archive {
  const checks = createChecks(what);
  const fields = checks.record(value, 'it');
  if (fields['format'] !== 'converge-work') throw checks.wrong('format', '"converge-work"');
  if (typeof fields['version'] === 'number' && fields['version'] > version)
    throw new Error(tr('{what} was written by a newer Converge (version {version}; this page reads {own}). Reload the page, and bring it in again.', { what, version: fields['version'], own: version }));
  if (fields['version'] !== 1 && fields['version'] !== version) throw checks.wrong('version', `1 or ${version}`);
  checks.only(fields, 'it', ['format', 'version', 'madeAt', 'lessons']);
  const lessons = checks.each(fields['lessons'], 'lessons', (each, where): KeptLesson => {
    const { work, versions, sessions, code } = checks.only(each, where, ['work', 'versions', 'sessions', 'code']);
    return {
      work: checkWork(checks, work, `${where}.work`),
      versions: checks.list(versions, `${where}.versions`).map((one, index) => checkVersion(checks, one, `${where}.versions[${index}]`)),
      sessions: checks.list(sessions, `${where}.sessions`).map((one) => parseSession(one, `${what}: a session of ${where}`)),
      ...(code === undefined ? {} : { code: checkCode(checks, code, `${where}.code`) }),
    };
  });
  const odd = Object.keys(lessons).find((slug) => !/^[a-z0-9][a-z0-9-]{0,80}$/.test(slug));
  if (odd !== undefined) throw checks.wrong('lessons', `lessons by name, without ${JSON.stringify(odd)}`);
  return { format: 'converge-work', version, madeAt: checks.number(fields['madeAt'], 'madeAt'), lessons };
}

/** Lessons in which the file and this browser have different texts in the same place: the reader must choose. */
export function conflicts(archive: Archive, stored: Stored): readonly string[] {
  return Object.entries(archive.lessons).flatMap(([slug, { work, code }]) => {
    if (code !== undefined && codeConflicts(parseCode(stored.code.get(slug)), code).length > 0) return [slug];
    const mine = readWork(stored.work.get(slug)).work;
    if (mine === undefined || same(mine, work)) return [];
    const base = emptyWork(mine.lessonHash);
    const texts = (each: LessonWork): boolean => Object.keys({ ...each.files, ...each.inputs }).length > 0;
    return mergeWork(base, mine, work).lost && texts(mine) ? [slug] : [];
  });
}

/** A session that gave way to another in its tab goes on under this name, which no tab has. */
const aside = 'before ';
const asideName = (nowMs: number): string => `${aside}${nowMs}`;

/** Sessions of a lesson that gave way to one of a file, the newest first: they can be opened again. */
export const sessionsAside = (stored: unknown, lessonHash: string): readonly SavedSession[] =>
  readSessions(stored).filter((each) => each.tab.startsWith(aside) && each.lessonHash === lessonHash);

/** This tab opens with that session the next time; the one it has now gives way in turn. */
export async function openAside(storage: Changing, slug: string, chosen: string, nowMs: number, tab = thisTab().name): Promise<void> {
  await storage.change(sessionKey(slug), (stored) => {
    const sessions = readSessions(stored);
    if (!sessions.some((each) => each.tab === chosen)) return sessions;
    const renamed = sessions.map((each) => {
      if (each.tab === chosen) return { ...each, tab, at: nowMs };
      return each.tab === tab ? { ...each, tab: asideName(nowMs) } : each;
    });
    return renamed.sort((a, b) => b.at - a.at);
  });
}

type Changing = Storage & Required<Pick<Storage, 'change'>>;

/**
 * Puts the file's work beside what is there. `prefer`: whose text stays where both have one; the other becomes an earlier version, and that of
 * a file beside the exercise another file. With the file's texts come its sessions: this `tab` opens with one of them.
 */
export async function bringIn(archive: Archive, storage: Changing, prefer: 'file' | 'mine', nowMs: number, tab = thisTab().name): Promise<void> {
  for (const [slug, lesson] of Object.entries(archive.lessons)) {
    let lost: LessonWork | undefined;
    let now = lesson.work;
    await updateWork(storage, slug, (mine) => {
      if (mine === undefined) return lesson.work;
      const [theirs, first] = prefer === 'file' ? [mine, lesson.work] : [lesson.work, mine];
      lost = theirs;
      now = mergeWork(emptyWork(theirs.lessonHash), theirs, first).work;
      return now;
    });
    await storage.change(versionsKey(slug), (stored) => {
      const all = [...readVersions(stored), ...lesson.versions].sort((a, b) => b.at - a.at);
      const each = all.filter((version, index) => index === 0 || !same(version, all[index - 1]));
      if (lost === undefined) return bounded(each);
      return keepVersion(bounded(each), lost, now, nowMs, prefer === 'file' ? 'before a file was brought in' : 'from a file');
    });
    const { code } = lesson;
    if (code !== undefined)
      await storage.change(codeKey(slug), (stored) => {
        const mine = parseCode(stored);
        return prefer === 'file' ? mergeCode(code, mine) : mergeCode(mine, code);
      });
    await storage.change(sessionKey(slug), (stored) => {
      // The page opens with the file's: what stood in this tab has another name then.
      const mine = readSessions(stored).map((each) => (prefer === 'file' && each.tab === tab ? { ...each, tab: asideName(nowMs) } : each));
      const added = lesson.sessions.filter((one) => !mine.some((each) => each.tab === one.tab));
      const placed = prefer === 'file' && mine.length > 0 ? added.map((each) => ({ ...each, at: nowMs })) : added;
      return [...placed, ...mine].sort((a, b) => b.at - a.at).slice(0, mostSessions);
    });
  }
}
