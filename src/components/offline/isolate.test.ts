import { expect, test } from 'vitest';
import { isolate } from './isolate.ts';

const opener = 'Cross-Origin-Opener-Policy';
const embedder = 'Cross-Origin-Embedder-Policy';
const page = { destination: 'document', mode: 'navigate', url: 'https://example.edu/lessons/12-replicaset/' } as const;

/** What a page, or a file of it, is given on its way; `marked`: the reader chose the WebContainer there. */
async function isolation(request: Parameters<typeof isolate>[1], always: boolean, marked = false): Promise<readonly (string | null)[]> {
  const mark: Pick<Cache, 'match'> = { match: async () => (marked ? new Response('') : undefined) };
  const caches = { open: async () => mark as Cache };
  const { headers } = await isolate(new Response('text'), request, { caches, always });
  return [headers.get(opener), headers.get(embedder)];
}

test('a page is isolated where its reader or its lesson wants it, and no other', async () => {
  expect(await isolation(page, false)).toEqual([null, null]);
  expect(await isolation(page, false, true)).toEqual(['same-origin', 'require-corp']);
  expect(await isolation(page, true)).toEqual(['same-origin', 'require-corp']);
});

test('a worker of such a page says that it embeds nothing; other files stay as they are', async () => {
  expect(await isolation({ ...page, destination: 'worker', mode: 'same-origin' }, false)).toEqual([null, 'require-corp']);
  expect(await isolation({ ...page, destination: 'script', mode: 'cors' }, true)).toEqual([null, null]);
});
