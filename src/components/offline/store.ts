/** What the service worker stores: a cache for each version of the site, and a list of the pages that are held, which outlives versions. */
import type { HeldFor, OfflineFiles } from './protocol.ts';

const heldPages = 'converge-held';
const prefix = 'converge-version-';

export interface OfflineStore {
  held(): Promise<Readonly<Record<string, HeldFor>>>;
  /** Stores the pages and what they need. Rejects when the network ends; what is there by then stays. */
  hold(pages: readonly string[], heldFor: HeldFor, progress: (done: number, total: number) => void): Promise<void>;
  release(pages: readonly string[]): Promise<void>;
  /** A page or another file that changes under its name, of this version. */
  current(path: string): Promise<Response | undefined>;
  /** A file of any version: its name changes with its content. */
  any(url: string): Promise<Response | undefined>;
  /** Stores for this version what the version before it held. */
  takeOver(): Promise<void>;
  /** Removes versions before the last one: a page of that one may still be open. */
  removeOutdated(): Promise<void>;
}

export interface OfflineStoreOptions {
  readonly files: OfflineFiles;
  /** The service worker's: all paths are below it. */
  readonly scope: string;
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
}

/** Whatever the request said of encodings, and whatever stands behind a question mark. */
const match: CacheQueryOptions = { ignoreVary: true, ignoreSearch: true };

export function createOfflineStore({ files, scope, caches, fetch }: OfflineStoreOptions): OfflineStore {
  const name = `${prefix}${files.version}`;
  const url = (path: string): string => new URL(path, scope).href;
  /** Named by its content. */
  const isHashed = (path: string): boolean => path.startsWith('_astro/');

  async function add(cache: Cache, path: string): Promise<void> {
    if (await cache.match(url(path), match)) return;
    const known = isHashed(path) ? await caches.match(url(path), match) : undefined;
    const response = known ?? (await fetch(url(path), isHashed(path) ? {} : { cache: 'no-cache' }));
    if (!response.ok) throw new Error(`${path} could not be loaded (status ${response.status})`);
    await cache.put(url(path), response.redirected ? new Response(response.body, response) : response);
  }

  async function held(): Promise<Record<string, HeldFor>> {
    const cache = await caches.open(heldPages);
    const pages: Record<string, HeldFor> = {};
    for (const { url } of await cache.keys()) {
      const text = await (await cache.match(url))?.text();
      pages[url.slice(scope.length)] = text === 'kept' ? 'kept' : 'visited';
    }
    return pages;
  }

  /** The course may have lost pages since they were held. */
  const known = (pages: readonly string[]): readonly string[] => pages.filter((page) => files.pages.includes(page));

  /** One file after the other: the reader's own requests go first. */
  async function store(pages: readonly string[], heldFor: HeldFor, progress: (done: number, total: number) => void): Promise<void> {
    const cache = await caches.open(name);
    const paths = [...files.shell, ...(heldFor === 'kept' ? files.kept : []), ...besideThem(files, pages), ...pages];
    for (const [index, path] of paths.entries()) {
      progress(index, paths.length);
      await add(cache, path);
    }
    progress(paths.length, paths.length);
  }

  return {
    held,
    async hold(requested, heldFor, progress) {
      const pages = known(requested);
      await store(pages, heldFor, progress);
      const before = await held();
      const list = await caches.open(heldPages);
      // What is kept isn't only visited when it is visited again.
      for (const page of pages) if (before[page] !== 'kept') await list.put(url(page), new Response(heldFor));
    },
    async release(pages) {
      const [list, cache] = await Promise.all([caches.open(heldPages), caches.open(name)]);
      for (const page of pages) {
        await list.delete(url(page));
        if (!files.shell.includes(page)) await cache.delete(url(page), match);
      }
    },
    current: async (path) => (await caches.open(name)).match(url(path), match),
    any: (address) => caches.match(address, match),
    async takeOver() {
      const before = Object.entries(await held());
      for (const heldFor of ['visited', 'kept'] as const) {
        const pages = before.filter(([, each]) => each === heldFor).map(([page]) => page);
        if (pages.length > 0) await store(known(pages), heldFor, () => undefined);
      }
    },
    async removeOutdated() {
      const versions = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name);
      for (const each of versions.slice(0, -1)) await caches.delete(each);
    },
  };
}

/** What pages need that others don't. */
const besideThem = ({ beside }: OfflineFiles, pages: readonly string[]): readonly string[] =>
  Object.entries(beside).flatMap(([folder, paths]) => (pages.some((page) => page.startsWith(folder)) ? paths : []));
