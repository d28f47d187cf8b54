/** A lesson's session as it is kept in the browser, so that a reload stands where one was. Loaded when there is one. */
import type { KeptBranches } from '../../runtimes/runtime.ts';
import { parseLog } from '../../session/parse-log.ts';
import type { BranchView } from '../../viz/model.ts';
import { updateStored } from '../progress/update-stored.ts';
import { sessionKey } from '../progress/keys.ts';
import { createChecks } from '../share/checks.ts';
import { alone, type SavedSession, type SessionPlace } from './stored-session.ts';
import { thisTab } from './tab-name.ts';

/** Characters; what is larger is kept without its forks, or not at all. */
export const largestSession = 400_000;
/** Tabs whose sessions are remembered, the last used first. */
export const mostSessions = 3;

/** False: it has become too large to be kept. Storage that refuses is the autosave's to tell. */
export async function saveSession(place: SessionPlace, whole: KeptBranches): Promise<boolean> {
  const { storage, lesson, lessonHash } = place;
  const kept = [whole, alone(whole)].find((each) => JSON.stringify(each).length <= largestSession);
  const tab = thisTab().name;
  const next = (stored: unknown): readonly SavedSession[] => {
    const others = readSessions(stored).filter((each) => each.tab !== tab);
    if (kept === undefined) return others;
    return [{ at: Date.now(), tab, lessonHash, kept }, ...others].slice(0, mostSessions);
  };
  await updateStored(storage, sessionKey(lesson), next);
  return kept !== undefined;
}

/** What is stored, with the session that a page rescued when it went away. */
export function mergeSessionBackup(stored: unknown, rescued: unknown): readonly SavedSession[] {
  const sessions = readSessions(stored);
  const [found] = readSessions([rescued]);
  // What that page wrote after all is newer.
  if (found === undefined || sessions.some(({ tab, at }) => tab === found.tab && at >= found.at)) return sessions;
  const others = sessions.filter(({ tab }) => tab !== found.tab);
  return [...others, found].sort((a, b) => b.at - a.at).slice(0, mostSessions);
}

/** What to bring back in this tab: the one it begins with, or else the last one. Undefined: nothing has been done yet, or the lesson has changed. */
export function sessionToRestore(
  stored: unknown,
  { lessonHash, empty = false }: Pick<SessionPlace, 'lessonHash' | 'empty'>,
  tabs: readonly string[] = thisTab().from,
): KeptBranches | undefined {
  const sessions = readSessions(stored).filter((each) => each.lessonHash === lessonHash);
  const own = tabs.map((tab) => sessions.find((each) => each.tab === tab)).find((each) => each !== undefined);
  const kept = (own ?? sessions[0])?.kept;
  return kept?.branches.some(({ log }) => empty || log.inputs.length > 0) ? kept : undefined;
}

/** Those that can be read. */
export function readSessions(stored: unknown): readonly SavedSession[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each) => {
    try {
      return [parseSession(each, 'The session')];
    } catch {
      return [];
    }
  });
}

/** A kept session, from the storage or a file. @throws Error with a sentence that begins with `what`. */
export function parseSession(value: unknown, what: string): SavedSession {
  const checks = createChecks(what);
  const { at, tab, lessonHash, kept } = checks.only(value, 'it', ['at', 'tab', 'lessonHash', 'kept']);
  const { branches, current } = checks.only(kept, 'kept', ['branches', 'current']);
  const parsed = checks.list(branches, 'kept.branches').map((each, index) => {
    const where = `kept.branches[${index}]`;
    const { view, log } = checks.only(each, where, ['view', 'log']);
    return { view: parseBranch(view, `${where}.view`), log: parseLog(log) };
  });
  const on = checks.text(current, 'kept.current');
  if (!parsed.some(({ view }) => view.id === on)) throw checks.wrong('kept.current', 'one of its branches');
  return {
    at: checks.number(at, 'at'),
    tab: checks.text(tab, 'tab'),
    lessonHash: checks.text(lessonHash, 'lessonHash'),
    kept: { branches: parsed, current: on },
  };

  function parseBranch(given: unknown, where: string): BranchView {
    const { id, name, from, words } = checks.only(given, where, ['id', 'name', 'from', 'words']);
    const view = { id: checks.text(id, `${where}.id`), name: checks.text(name, `${where}.name`) };
    const origin = from === undefined ? undefined : checks.only(from, `${where}.from`, ['name', 't', 'revision']);
    return {
      ...view,
      ...(words === undefined ? {} : { words: checks.text(words, `${where}.words`) }),
      ...(origin === undefined
        ? {}
        : {
            from: {
              name: checks.text(origin['name'], `${where}.from.name`),
              t: checks.number(origin['t'], `${where}.from.t`),
              revision: checks.number(origin['revision'], `${where}.from.revision`),
            },
          }),
    };
  }
}
