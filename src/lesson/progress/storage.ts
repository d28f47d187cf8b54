/** Where things are kept in the browser. */

/** A place that keeps values by key; IndexedDB in the page. Both may reject. */
export interface Storage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Reads and writes in one step, so that no other tab comes between. A storage without it is this page's alone. */
  change?(key: string, next: (stored: unknown) => unknown): Promise<void>;
  /** Keeps it before this call returns, for a page that is going away; the next `get` gives both together. False: it could not. */
  backUp?(key: string, rescued: unknown): boolean;
  /** What this page’s `backUp` has kept is down now. */
  forget?(key: string): void;
}

/** A place that keeps values by key; each call is a turn or more later, and may reject. */
export interface Database {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Reads and writes in one step; resolves when it is down. */
  change(key: string, next: (stored: unknown) => unknown): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** localStorage in the page. Everything may throw. */
export type SyncStorage = Pick<globalThis.Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** What the names of backups begin with. */
export const backupPrefix = 'converge/';

/** The key that a name on the shelf belongs to. */
export const keyOf = (name: string): string => name.slice(backupPrefix.length, name.lastIndexOf('#'));
