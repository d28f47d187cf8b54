/** What a loop has written and its cache hasn’t shown yet. */
import type {
  Clock, Expected, ExpectationStore, KubeObject,
} from 'converge/sdk';

/** A lost event isn’t waited for longer than this. */
const timeoutMs = 5 * 60_000;

export function createExpectations(
  clock: Pick<Clock, 'now'>,
): ExpectationStore {
  const all = new Map<string, Expected>();

  /** A pass is about to write for this owner. */
  function note(
    key: string, creations: number, leaving: readonly KubeObject[],
  ): void {
    // Yours. An Expected is { creations, deletions, since }:
    // a number, a set of uids, and a time.
  }

  return {
    creations: (key, count, leaving = []) => note(key, count, leaving),
    deletions: (key, objects) => note(key, 0, objects),

    /** So many creates were refused. */
    creationsFailed(key, count) {
      // Yours.
    },
    /** The deletes of these were refused. */
    deletionsFailed(key, objects) {
      // Yours.
    },

    /** The watch has shown a new object of this owner. */
    creationObserved(key) {
      // Yours.
    },
    /** The watch has shown an object as leaving, or as gone. */
    deletionObserved(key, uid) {
      // Yours. One object is shown both ways.
    },

    /** Whether a pass may trust its cache. */
    satisfied(key) {
      // Yours. clock.now() says what time it is.
      return true;
    },
    /** The owner is gone. */
    forget(key) {
      // Yours.
    },
    all,
  };
}
