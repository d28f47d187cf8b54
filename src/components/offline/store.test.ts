import { expect, test } from 'vitest';
import type { OfflineFiles } from './protocol.ts';
import { createOfflineStore } from './store.ts';

const scope = 'https://example.edu/course/';
const files = (version: string, core = 'core.1.txt'): OfflineFiles => ({
  version,
  shell: ['', 'engine/', `_astro/${core}`],
  kept: ['_astro/checker.1.js'],
  pages: ['', 'lessons/1/', 'lessons/2/', 'de/lessons/1/'],
  isolated: [],
  beside: { 'de/': ['words/de.js'] },
});

/** What a browser keeps between visits, and a server that says which of its files were requested. */
function createBrowser() {
  const stored = new Map<string, Map<string, string>>();
  const requested: string[] = [];
  let online = true;
  const open = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return {
      match: async (url: string) => (entries.has(url) ? new Response(entries.get(url)) : undefined),
      put: async (url: string, response: Response) => void entries.set(url, await response.text()),
      delete: async (url: string) => entries.delete(url),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    };
  };
  const caches = {
    open: async (name: string) => open(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (url: string) => [...stored.values()].flatMap((entries) => (entries.has(url) ? new Response(entries.get(url)) : []))[0],
  } as unknown as CacheStorage;
  const fetch = (async (url: string) => {
    if (!online) throw new TypeError('Failed to fetch');
    requested.push(url.slice(scope.length));
    return new Response(`text of ${url}`);
  }) as typeof globalThis.fetch;
  return {
    requested,
    disconnect(): void {
      online = false;
    },
    versions: () => [...stored.keys()].filter((name) => name.startsWith('converge-version-')),
    store: (version: string, core?: string) => createOfflineStore({ files: files(version, core), scope, caches, fetch }),
  };
}

const ignored = (): void => undefined;

test('a page that is held comes with what every page needs; a kept one with the rest', async () => {
  const browser = createBrowser();
  const store = browser.store('a');
  await store.hold(['lessons/1/'], 'visited', ignored);
  expect(browser.requested).toEqual(['', 'engine/', '_astro/core.1.txt', 'lessons/1/']);
  await store.hold(['lessons/2/'], 'kept', ignored);
  expect(browser.requested.slice(4)).toEqual(['_astro/checker.1.js', 'lessons/2/']);
  expect(await store.held()).toEqual({ 'lessons/1/': 'visited', 'lessons/2/': 'kept' });
});

test('a page in another language comes with the words of that language', async () => {
  const browser = createBrowser();
  await browser.store('a').hold(['de/lessons/1/'], 'visited', ignored);
  expect(browser.requested).toEqual(['', 'engine/', '_astro/core.1.txt', 'words/de.js', 'de/lessons/1/']);
});

test('a visit leaves a kept page kept, and a page that the course doesn’t have is not held', async () => {
  const store = createBrowser().store('a');
  await store.hold(['lessons/1/'], 'kept', ignored);
  await store.hold(['lessons/1/', 'lessons/9/'], 'visited', ignored);
  expect(await store.held()).toEqual({ 'lessons/1/': 'kept' });
});

test('a page that could not be stored is not held', async () => {
  const browser = createBrowser();
  browser.disconnect();
  const store = browser.store('a');
  await expect(store.hold(['lessons/1/'], 'kept', ignored)).rejects.toThrow('Failed to fetch');
  expect(await store.held()).toEqual({});
});

test('a page that is given up is gone; what all pages need stays', async () => {
  const store = createBrowser().store('a');
  await store.hold(['', 'lessons/1/'], 'kept', ignored);
  await store.release(['', 'lessons/1/']);
  expect(await store.held()).toEqual({});
  expect(await store.current('lessons/1/')).toBeUndefined();
  expect(await store.current('')).toBeDefined();
});

test('a new version stores the held pages anew, and files that haven’t changed from this device', async () => {
  const browser = createBrowser();
  await browser.store('a').hold(['lessons/1/'], 'visited', ignored);
  browser.requested.length = 0;
  await browser.store('b', 'core.2.txt').takeOver();
  expect(browser.requested).toEqual(['', 'engine/', '_astro/core.2.txt', 'lessons/1/']);
  browser.requested.length = 0;
  await browser.store('c', 'core.2.txt').takeOver();
  expect(browser.requested).toEqual(['', 'engine/', 'lessons/1/']);
});

test('where nothing is held, a new version stores nothing', async () => {
  const browser = createBrowser();
  await browser.store('a').takeOver();
  expect(browser.requested).toEqual([]);
});

test('the version before the last is removed: a page of the last may still be open', async () => {
  const browser = createBrowser();
  for (const version of ['a', 'b', 'c']) await browser.store(version).hold(['lessons/1/'], 'visited', ignored);
  await browser.store('c').removeOutdated();
  expect(browser.versions()).toEqual(['converge-version-b', 'converge-version-c']);
});
