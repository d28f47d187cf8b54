/**
 * A storage for pages that go away: what isn't down yet is put onto a shelf where writing takes no time, and taken in from there by
 * whichever page comes next. It leaves the shelf when that very content is down, and not before.
 */
import { backupPrefix, type Database, keyOf, type Storage, type SyncStorage } from './storage.ts';

export interface BackupStorage extends Required<Storage> {
  /** Everything under keys that begin so, by the rest of the key. Empty where nothing can be read. */
  all(prefix: string): Promise<ReadonlyMap<string, unknown>>;
}

/** Characters: a browser’s shelf holds about five millions, for all lessons and tabs. A manifest may have one. */
const largestRescue = 4_000_000;

/** `me`: another for each load of a page. Its own rescues are its own to forget. */
export function createBackupStorage(database: Database, shelf: () => SyncStorage, me: string): BackupStorage {
  let settling: Promise<unknown> | undefined;
  const others = (): readonly string[] => rescuesOf(shelf).filter((name) => !name.endsWith(`#${me}`));

  /** What pages that are gone had not written is down now, or still on the shelf. Never rejects. */
  async function settle(): Promise<void> {
    if (others().length === 0) return;
    settling ??= import('./restore-backup.ts')
      .then(({ restoreBackups }) => restoreBackups(database, shelf, others()))
      .catch(() => undefined)
      .finally(() => {
        settling = undefined;
      });
    await settling;
  }

  async function get(key: string): Promise<unknown> {
    await settle();
    const left = others().filter((name) => keyOf(name) === key);
    if (left.length === 0) return database.get(key);
    // It could not be written down: then it is shown all the same.
    const { withBackups } = await import('./restore-backup.ts');
    return withBackups(key, await database.get(key).catch(() => undefined), shelf, left);
  }

  return {
    get,
    set: database.set,
    async change(key, next) {
      await settle();
      await database.change(key, next);
    },
    backUp(key, value) {
      try {
        const text = JSON.stringify({ at: Date.now(), value });
        if (text.length > largestRescue) return false;
        shelf().setItem(`${backupPrefix}${key}#${me}`, text);
        return true;
      } catch {
        // Refused or full: the usual way is tried all the same.
        return false;
      }
    },
    forget(key) {
      try {
        shelf().removeItem(`${backupPrefix}${key}#${me}`);
      } catch {
        // Then there is nothing on it.
      }
    },
    async all(prefix) {
      const known = [...(await database.keys().catch(() => [])), ...others().map(keyOf)];
      const found = [...new Set(known)].filter((key) => key.startsWith(prefix)).sort();
      const values = await Promise.all(found.map((key) => get(key).catch(() => undefined)));
      return new Map(found.map((key, index) => [key.slice(prefix.length), values[index]]));
    },
  };
}

/** The names under which something is on the shelf. */
function rescuesOf(shelf: () => SyncStorage): readonly string[] {
  try {
    const place = shelf();
    const names = Array.from({ length: place.length }, (_none, index) => place.key(index) ?? '');
    return names.filter((name) => name.startsWith(backupPrefix) && name.includes('#'));
  } catch {
    return [];
  }
}
