/** Keeps the page's session soon after each change, and brings back the one that was kept. What that takes is loaded when it is needed. */
import type { KeptBranches } from '../../runtimes/runtime.ts';
import type { SessionLog } from '../../session/types.ts';
import type { CellFence } from '../cells/fence.ts';
import type { NotebookEvent } from '../notebook.ts';
import type { SessionPlace } from './kept-session.ts';
import type { LiveSession } from './live-session.ts';

export interface SessionKeepingParts {
  readonly place: SessionPlace;
  fences(): readonly CellFence[];
  readonly session: LiveSession;
  kept(): Promise<KeptBranches>;
  after(ms: number, run: () => void): () => void;
  notebook(event: NotebookEvent): void;
  /** The session that is being brought back. */
  stands(log: SessionLog): void;
  notice(words: string | undefined): void;
}

export interface SessionKeeping {
  /** Something has happened in the session. */
  keep(): void;
  /** A session that was kept is replayed, and its cells show what they printed. */
  restore(): Promise<void>;
}

const waitMs = 300;

export function createSessionKeeping(parts: SessionKeepingParts): SessionKeeping {
  const { place, session, notice } = parts;
  let waiting = false;

  async function keepNow(): Promise<void> {
    waiting = false;
    if (session.place !== 'lesson') return;
    const { keepSession } = await import('./kept-session.ts');
    if (await keepSession(place, await parts.kept())) return;
    notice('This session has become too large to be kept: a reload begins it anew.');
  }

  return {
    keep() {
      if (waiting || session.place !== 'lesson') return;
      waiting = true;
      // Storage that refuses has been told of by the keeper of the work.
      parts.after(waitMs, () => void keepNow().catch(() => undefined));
    },
    async restore() {
      const stored = await place.storage.get(`session/${place.lesson}`).catch(() => undefined);
      if (stored === undefined) return;
      const { restored, sessionToRestore } = await import('./kept-session.ts');
      const kept = sessionToRestore(stored, place);
      if (kept === undefined || session.place !== 'none') return;
      notice('Your session is being brought back.');
      const log = kept.branches.find(({ view }) => view.id === kept.current)?.log;
      if (log !== undefined) parts.stands(log);
      try {
        const replayed = await session.restore(kept);
          // What hung was left out: the page has been told so, and that notice stays.
          if (replayed === 'mended') return;
          if (replayed !== undefined) parts.notebook(restored(parts.fences(), replayed, await session.view()));
        notice(undefined);
      } catch (error) {
        notice(`Your session can’t be brought back: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}
