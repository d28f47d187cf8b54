/** What the search finds is prose, commands and what they print: not the words of buttons, trees and questions, nor what a prediction asks for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const folder = join(process.env['CONVERGE_DIST'] ?? fileURLToPath(new URL('../../dist', import.meta.url)), 'pagefind/fragment');

interface Fragment {
  readonly url: string;
  readonly content: string;
}

/** Every page as the index has it: its text is what excerpts are cut from. */
function fragments(): readonly Fragment[] {
  return readdirSync(folder).map((name) => {
    const text = gunzipSync(readFileSync(join(folder, name))).toString('utf8');
    return JSON.parse(text.slice(text.indexOf('{'))) as Fragment;
  });
}

test('the index of the search holds no words of the page’s own furniture', () => {
  const all = fragments();
  expect(all.map(({ url }) => url)).toEqual(expect.arrayContaining(['/lessons/12-replicaset/', '/lessons/3-one-apply-six-loops/']));
  const furniture = [
    ...[/\d\. (?:sh|ts|\w+\.yaml) Run\b/, /What caused what\? (?!below)/, /What changed:/, /t = [\d.]+ → [\d.]+ s r \d+/],
    ...[/That’s my order/, /In the order in which it happened/, /choose before you run/, /Check in \d+ universes(?!\.| [a-z])/, /check\.ts ?read only/],
    ...[/Every hop \(\d+\)/, /As a picture, in the panel/, /Go to line \d+/, /question \d of \d/, /Right\. |Not quite\. /, /Add a cell:/, /Show as a table/],
  ];
  const found = all.flatMap(({ url, content }) => furniture.flatMap((words) => (words.test(content) ? [`${url} ${String(words)}: ${words.exec(content)?.[0]}`] : [])));
  expect(found).toEqual([]);
});

test('what is prose, typed or printed is still found', () => {
  const text = fragments().map(({ content }) => content).join('\n');
  for (const words of ['no part is in charge of the whole', 'kubectl get deployments,replicasets,pods', 'replicaset-controller Created pod', 'apiVersion: apps/v1'])
    expect(text).toContain(words);
});

test('words are found in prose before they are found in code', async ({ page }) => {
  await page.goto('/glossary/');
  await page.getByRole('button', { name: 'Search the course' }).click();
  const words = page.getByRole('searchbox', { name: 'Words to look for' });
  const excerpts = page.locator('[data-found] li:first-child p');
  for (const word of ['replicas', 'selector', 'containers']) {
    await words.fill(word);
    await expect(excerpts.first().locator('mark').first()).toHaveText(new RegExp(`^${word.slice(0, -1)}`, 'i'));
    const inCode = (await excerpts.allInnerTexts()).map((text) => /\b(?:metadata|spec|kind): |\bawait client\./.test(text));
    expect(inCode[0], word).toBe(false);
    expect(inCode, word).toEqual(inCode.toSorted((a, b) => Number(a) - Number(b)));
  }
});

test('a part of the index that can’t be had is told, and asked for again with the next search', async ({ page }) => {
  await page.goto('/glossary/');
  await page.route('**/pagefind/fragment/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Search the course' }).click();
  await page.getByRole('searchbox').fill('finalizer');
  const status = page.getByRole('dialog').getByRole('status');
  await expect(status).toHaveText('The search could not be loaded. Are you online?');
  await page.unroute('**/pagefind/fragment/**');
  await page.getByRole('searchbox').fill('finalizers');
  await expect(page.getByRole('dialog').locator('li a').first()).toBeVisible();
  await expect(status).toHaveText('');
});
