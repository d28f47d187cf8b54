/** Statements that wait to be sent, and what has been reported of each lesson: one value in the browser's storage, for all tabs. */
import type { LessonWork } from '../progress/work.ts';
import type { Storage } from '../progress/storage.ts';
import { updateStored } from '../progress/update-stored.ts';
import { eventsSince, type ProgressEvent, type Reported, reportedOf } from './progress-events.ts';
import type { Statement } from './statement.ts';

interface Outbox {
  /** Stands for a learner who has given no name. */
  readonly anonymous: string;
  /** By lesson. */
  readonly reported: Readonly<Record<string, Reported>>;
  /** Oldest first. */
  readonly queue: readonly Statement[];
}

export interface OutboxStore {
  /**
   * Queues statements of what was done since the last call for this lesson; the first call only notes how it stands.
   *
   * @param make Makes the statement of an event.
   * @returns How many were queued.
   */
  add(lesson: { readonly slug: string; readonly tasks: number }, work: LessonWork, make: (event: ProgressEvent, anonymous: string) => Statement): Promise<number>;
  /** The oldest, at most so many. */
  first(most: number): Promise<readonly Statement[]>;
  /** Takes those out. Resolves with the number of those that are left. */
  remove(statements: readonly Statement[]): Promise<number>;
}

const key = 'xapi/outbox';
/** Of a class that is offline for weeks. Beyond that the oldest go. */
const mostQueued = 1_000;

/** `newId`: a UUID. Where nothing can be stored, the page keeps it while it is open. */
export function createOutbox(storage: Storage, newId: () => string): OutboxStore {
  let own: unknown;

  async function change<T>(next: (box: Outbox) => readonly [Outbox, T]): Promise<T> {
    const results: T[] = [];
    const step = (stored: unknown): Outbox => {
      const [box, result] = next(readOutbox(stored, newId));
      results.push(result);
      return box;
    };
    try {
      await updateStored(storage, key, step);
    } catch {
      own = step(own);
    }
    const result = results.pop();
    if (result === undefined) throw new Error('the storage has changed nothing');
    return result;
  }

  return {
    add: ({ slug, tasks }, work, make) =>
      change((box) => {
        const reported = box.reported[slug];
        const now = { ...box, reported: { ...box.reported, [slug]: reportedOf(work, { tasks }) } };
        const made = reported === undefined ? [] : eventsSince(reported, work, { tasks }).map((event) => make(event, box.anonymous));
        return [{ ...now, queue: [...box.queue, ...made].slice(-mostQueued) }, made.length];
      }),
    first: (most) => change((box) => [box, box.queue.slice(0, most)]),
    remove(statements) {
      const gone = new Set(statements.map(({ id }) => id));
      return change((box) => {
        const queue = box.queue.filter(({ id }) => !gone.has(id));
        return [{ ...box, queue }, queue.length];
      });
    },
  };
}

/** Only this file writes it. What doesn't look like it is put aside for a new one. */
function readOutbox(stored: unknown, newId: () => string): Outbox {
  const isOne = typeof stored === 'object' && stored !== null && 'anonymous' in stored && 'reported' in stored && 'queue' in stored && Array.isArray(stored.queue);
  return isOne ? (stored as Outbox) : { anonymous: newId(), reported: {}, queue: [] };
}
