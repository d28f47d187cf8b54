import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { inLanguage } from './language-of-request.ts';
import { tr, usePageLanguage } from './words.ts';

afterAll(() => usePageLanguage(undefined));

/** What a page says that is made in several steps. */
const page = (language: string) =>
  inLanguage(language, async () => {
    const words = [tr('Run')];
    await setImmediate();
    return [...words, tr('Run')];
  });

test('pages that are made at the same time are each in their language', async () => {
  const pages = await Promise.all(['de', 'en', 'de', 'fr'].map(page));
  expect(pages).toEqual([['Ausführen', 'Ausführen'], ['Run', 'Run'], ['Ausführen', 'Ausführen'], ['Run', 'Run']]);
  expect(tr('Run')).toBe('Run');
});
