/** What is stored of a page's session, and where. */
import type { KeptBranches, Runtime } from '../../runtimes/runtime.ts';
import type { SessionLog } from '../../session/types.ts';
import type { CellFence } from '../cells/fence.ts';
import type { NotebookEvent } from '../notebook.ts';
import type { Storage } from '../progress/storage.ts';
import type { LiveSession } from './live-session.ts';

/** One of a lesson's, for each tab its own. */
export interface SavedSession {
  /** When it was kept: milliseconds since the epoch. */
  readonly at: number;
  readonly tab: string;
  readonly lessonHash: string;
  readonly kept: KeptBranches;
}

/** Where a lesson's session is stored. */
export interface SessionPlace {
  readonly storage: Storage;
  /** `12-replicaset` */
  readonly lesson: string;
  readonly lessonHash: string;
  /** A session in which nothing has been done comes back as well. */
  readonly empty?: boolean;
}

/** Only the branch that inputs go to. */
export function alone({ branches, current }: KeptBranches): KeptBranches {
  return { branches: branches.filter(({ view }) => view.id === current), current };
}

export interface SessionAutosaveParts {
  readonly place: SessionPlace;
  fences(): readonly CellFence[];
  readonly session: LiveSession;
  readonly runtime: Pick<Runtime, 'on' | 'stop'>;
  kept(): Promise<KeptBranches>;
  /** The same as far as the page knows by itself. */
  known(): KeptBranches | undefined;
  after(ms: number, run: () => void): () => void;
  notebook(event: NotebookEvent): void;
  /** The session that is being brought back. */
  stands(log: SessionLog): void;
  notice(words: string | undefined): void;
  /** Storage has refused it. */
  refused(error: unknown): Promise<void>;
}
