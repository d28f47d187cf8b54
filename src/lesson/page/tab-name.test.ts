import { afterEach, expect, test, vi } from 'vitest';
import type { Tab } from './tab-name.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page of the tab that has this session storage. `leave`: it is reloaded or shut; without it, it crashed. */
async function page(values: Map<string, string>): Promise<{ tab: Tab; leave(): void }> {
  const leaving: (() => void)[] = [];
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  vi.stubGlobal('addEventListener', (type: string, run: () => void) => type === 'pagehide' && leaving.push(run));
  vi.resetModules();
  const { thisTab } = await import('./tab-name.ts');
  return { tab: thisTab(), leave: () => leaving.forEach((run) => run()) };
}

test('a tab keeps its name over reloads', async () => {
  const values = new Map<string, string>();
  const first = await page(values);
  first.leave();
  expect((await page(values)).tab).toEqual(first.tab);
});

test('a duplicate has a name of its own, and begins with what the other had, also when it is reloaded', async () => {
  const values = new Map<string, string>();
  const { tab } = await page(values);
  const copied = new Map(values);
  const copy = await page(copied);
  expect(copy.tab.name).not.toBe(tab.name);
  expect(copy.tab.from).toEqual([copy.tab.name, tab.name]);
  copy.leave();
  expect((await page(copied)).tab).toEqual(copy.tab);
});

test('after a crash a tab finds what it had, in every lesson', async () => {
  const values = new Map<string, string>();
  const { tab } = await page(values);
  const back = await page(values);
  back.leave();
  expect((await page(values)).tab.from).toContain(tab.name);
});
