/** The certificate: what was passed here, on one sheet, with a file that proves it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { parseCertificate } from '../../src/lesson/certificate/certificate.ts';
import { lessonSlugs, readLesson } from '../../src/lesson/node/lesson-folder.ts';
import { emptyWork } from '../../src/lesson/progress/work.ts';
import { axe, axeOfColors, button, listenForTrouble } from './steps.ts';

/** As if all this had been passed here. */
async function keep(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate(
    (entries) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('keyval-store');
        opening.onupgradeneeded = () => void opening.result.createObjectStore('keyval');
        opening.onsuccess = () => {
          const change = opening.result.transaction('keyval', 'readwrite');
          for (const [key, value] of Object.entries(entries)) change.objectStore('keyval').put(value, key);
          change.oncomplete = () => done();
          change.onerror = () => fail(change.error);
        };
      }),
    values,
  );
}

const passed = (files: Readonly<Record<string, string>>) => ({ ...emptyWork('00000000'), passed: true, files });
const solution = readLesson('12-replicaset').exercise?.solution ?? {};

test('what was passed is on one sheet, with a name, dates, and a file that proves it', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await page.goto('/certificate/');
  await expect(page.locator('[data-sum]')).toContainText('has passed 0 of the 30 lessons');
  const at = Date.UTC(2026, 5, 1, 12);
  await keep(page, { 'work/12-replicaset': passed(solution), 'work/checkpoint-1': passed({}), 'passed-on/12-replicaset': at });
  await page.reload();
  await expect(page.locator('[data-sum]')).toContainText('has passed 1 of the 30 lessons');
  await expect(page.locator('[data-row="12-replicaset"]')).toHaveText('12ReplicaSet, passed2026-06-01');
  await expect(page.locator('[data-row="checkpoint-1"]')).toHaveClass(/done/);

  await test.step('the name is typed, and there again on the next visit', async () => {
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Kim Ý. Nguyễn');
    await page.keyboard.press('Enter');
    await page.reload();
    await expect(page.getByLabel('Your name')).toHaveValue('Kim Ý. Nguyễn');
  });

  await test.step('the file has what it was passed with, and the fingerprint of the paper', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save the file that proves it').press('Enter')]);
    const text = readFileSync(await download.path(), 'utf8');
    const { name, passed: entries } = parseCertificate(text);
    expect([name, Object.keys(entries)]).toEqual(['Kim Ý. Nguyễn', ['12-replicaset', 'checkpoint-1']]);
    expect(entries['12-replicaset']).toMatchObject({ passedOn: at, files: solution });
    const digits = createHash('sha256').update(text).digest('hex').slice(0, 16);
    await expect(page.locator('[data-fingerprint] .mono')).toHaveText(digits.replace(/(.{4})(?=.)/g, '$1 '));
  });

  await test.step('it prints on one sheet of either size', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('Your name')).toBeVisible();
    await expect(button(page, 'Print it')).toBeHidden();
    await page.emulateMedia({ media: null });
    for (const format of ['A4', 'Letter']) expect(((await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length, format).toBe(1);
  });

  await test.step('it is readable in the dark and on a phone', async () => {
    expect(await axe(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeOfColors(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
  expect(trouble).toEqual([]);
});

test('who has passed everything finds it on the home page', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Your certificate' });
  await expect(link).toBeHidden();
  const [last, ...others] = lessonSlugs().toReversed();
  await keep(page, Object.fromEntries(others.map((slug) => [`work/${slug}`, passed({})])));
  await page.reload();
  await expect(page.locator('.path a.done')).toHaveCount(others.length);
  await expect(link).toBeHidden();
  await keep(page, { [`work/${last}`]: passed({}) });
  await page.reload();
  await link.click();
  await expect(page).toHaveURL(/\/certificate\/$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('it says what it needs', async ({ page }) => {
    await page.goto('/certificate/');
    await expect(page.getByText('For that it needs JavaScript')).toBeVisible();
    await expect(page.getByLabel('Your name')).toBeHidden();
    await expect(page.getByRole('link', { name: 'ReplicaSet' })).toBeVisible();
  });
});
