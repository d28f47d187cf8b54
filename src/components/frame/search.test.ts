// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Found } from './search-dialog.ts';
import { wireSearch } from './search.ts';

const found: Found = {
  url: '/lessons/12-replicaset/',
  meta: { title: 'ReplicaSet' },
  excerpt: 'a <mark>Pod</mark>',
  sub_results: [
    { url: '/lessons/12-replicaset/', title: 'ReplicaSet', excerpt: 'first', weighted_locations: [{ weight: 1 }] },
    { url: '/lessons/12-replicaset/#outside', title: 'See it from outside', excerpt: 'kind: <mark>Pod</mark>', weighted_locations: [{ weight: 0.1 }, { weight: 0.1 }] },
    { url: '/lessons/12-replicaset/#owner', title: 'Which Pods belong to it?', excerpt: 'a <mark>Pod</mark>', weighted_locations: [{ weight: 0.1 }, { weight: 1 }] },
  ],
};
const pagefind = (results: readonly Found[]) => ({
  options: async () => {},
  debouncedSearch: async () => ({ results: results.map((result) => ({ data: async () => result })) }),
  destroy: async () => {},
});
let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML =
    '<div id="s"><button data-open></button><dialog><input><p role="status"></p><ul data-found></ul></dialog></div>';
  root = document.body.querySelector<HTMLElement>('#s') ?? document.body;
});

async function type(text: string): Promise<void> {
  root.querySelector<HTMLElement>('[data-open]')?.click();
  const input = root.querySelector('input');
  if (input) input.value = text;
  input?.dispatchEvent(new Event('input'));
  await vi.waitFor(() =>
    expect(`${root.querySelector('ul')?.textContent}${root.querySelector('p')?.textContent}`).not.toBe(''), { timeout: 20_000 });
}

test('a page is listed with the sections in which the word stands, those with it in prose before those with it in code', async () => {
  wireSearch(root, async () => pagefind([found]));
  await type('pod');
  expect([...root.querySelectorAll('li a')].map((link) => link.textContent)).toEqual([
    'ReplicaSet',
    'Which Pods belong to it?',
    'See it from outside',
  ]);
});

test('nothing found is said', async () => {
  wireSearch(root, async () => pagefind([]));
  await type('zebra');
  expect(root.querySelector('[role="status"]')?.textContent).toBe('Nothing found for “zebra”.');
});

test('nothing is fetched before the dialog opens, and once then', async () => {
  const load = vi.fn(async () => pagefind([found]));
  wireSearch(root, load);
  expect(load).not.toHaveBeenCalled();
  await type('pod');
  await type('pods');
  expect(load).toHaveBeenCalledOnce();
});

test('after a failure the next search begins anew', async () => {
  const destroy = vi.fn(async () => {});
  const broken = { ...pagefind([]), debouncedSearch: () => Promise.reject(new Error('offline')), destroy };
  const load = vi.fn(async () => (load.mock.calls.length === 1 ? broken : pagefind([found])));
  wireSearch(root, load);
  await type('pod');
  expect(root.querySelector('[role="status"]')?.textContent).toBe('The search could not be loaded. Are you online?');
  await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce());
  await type('pods');
  await vi.waitFor(() => expect(root.querySelector('li a')?.textContent).toBe('ReplicaSet'));
  expect(root.querySelector('[role="status"]')?.textContent).toBe('');
});

test('"/" opens it, but not while one types', () => {
  wireSearch(root, async () => pagefind([]));
  const dialog = root.querySelector('dialog');
  root.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
  expect(dialog?.open).toBe(false);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
  expect(dialog?.open).toBe(true);
});
