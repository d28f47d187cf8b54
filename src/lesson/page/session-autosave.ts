/**
 * Keeps the page's session soon after each change, and brings back the one that was kept. What that takes is loaded when it is needed. What is
 * left to save is the difference of two counters, which needs no machine.
 */
import type { KeptBranches } from '../../runtimes/runtime.ts';
import { sessionKey } from '../progress/keys.ts';
import { alone, type SavedSession, type SessionAutosaveParts } from './stored-session.ts';
import { thisTab } from './tab-name.ts';
import { tr } from '../words/words.ts';

export interface SessionAutosave {
  /** Something has happened in the session. */
  keep(): void;
  /** Stores what isn't stored yet. */
  flush(): Promise<void>;
  /** The page goes away: what isn’t stored yet is kept before this returns. */
  leave(): void;
  /** A session that was kept is replayed, and its cells show what they printed. */
  restore(): Promise<void>;
}

const waitMs = 300;

export function createSessionAutosave(parts: SessionAutosaveParts): SessionAutosave {
  const { place, session } = parts;
  const { storage, lesson, lessonHash } = place;
  const key = sessionKey(lesson);
  const tab = thisTab();
  let waiting = false;
  /** How often something has happened, and how much of it is stored. */
  let happened = 0;
  let stored = 0;
  let storing: Promise<void> = Promise.resolve();

  /** One after the other: of two that are under way, the older one could come down last. */
  function keepNow(): Promise<void> {
    waiting = false;
    storing = storing.then(write, write);
    return storing;
  }

  async function write(): Promise<void> {
    if (session.place !== 'lesson') return;
    const upTo = happened;
    const { saveSession } = await import('./saved-session.ts');
    const kept = await parts.kept();
    const fits = await saveSession(place, kept).catch((error: unknown) => void parts.refused(error));
    if (fits === undefined) return;
    stored = Math.max(stored, upTo);
    if (stored === happened) storage.forget?.(key);
    if (!fits) parts.notice(tr('This session has become too large to be saved: a reload starts it from the beginning.'));
  }

  return {
    keep() {
      if (session.place !== 'lesson') return;
      happened += 1;
      if (waiting) return;
      waiting = true;
      parts.after(waitMs, () => void keepNow().catch(() => undefined));
    },
    async flush() {
      // What is being stored meanwhile may be older than what happened last, and would come down after it.
      await storing.catch(() => undefined);
      if (stored < happened) await keepNow();
    },
    leave() {
      const known = session.place === 'lesson' && stored < happened ? parts.known() : undefined;
      if (known === undefined) return;
      const rescue = (kept: KeptBranches): SavedSession => ({ at: Date.now(), tab: tab.name, lessonHash, kept });
      // One that was rescued earlier is older, and better than nothing.
      if (!storage.backUp?.(key, rescue(known))) storage.backUp?.(key, rescue(alone(known)));
    },
    async restore() {
      const found = await storage.get(key).catch(() => undefined);
      if (found === undefined) return;
      const { restoreSession } = await import('./session-restore.ts');
      await restoreSession(parts, found);
    },
  };
}
