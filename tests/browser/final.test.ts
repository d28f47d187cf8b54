/** The final: a draw from all parts that is kept, counted by idea, taken again with other questions, and broken three times in one cluster. */
import { expect, type Page, test } from '@playwright/test';
import { awake, axe, button, cell, listenForTrouble, openLesson, outputOf } from './steps.ts';

const asked = (page: Page): Promise<(string | null)[]> =>
  page.locator('[data-drawable]:visible').evaluateAll((all) => all.map((each) => each.getAttribute('data-drawable')));

test('a draw is kept, counted by idea and followed by another one; the clusters wait for a diagnosis each', async ({
  page,
}) => {
  test.setTimeout(60_000);
  const trouble = listenForTrouble(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await openLesson(page, '/final/');
  await expect(page.locator('.draw')).toContainText(/Draw \d+: 15 questions/);
  const first = await asked(page);
  expect(first).toHaveLength(15);

  await test.step('by keyboard: a wrong answer counts for its idea and leads to its section', async () => {
    const question = page.locator(`[data-drawable="${first[0]}"]`);
    await question.locator('.choice:not(.right) input').first().focus();
    await page.keyboard.press('Space');
    await expect(page.locator('.know li:visible', { hasText: '0 of' })).toHaveCount(1);
    await expect(page.locator('.again a:visible', { hasText: 'Two minutes on' })).toHaveAttribute(
      'href',
      /\/lessons\/\d+-[\w-]+\/(?:#[\w-]+)?$/,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axe(page, 'main')).toEqual([]);
  });

  await test.step('it is the same draw on the next visit', async () => {
    await page.reload();
    await expect(page.locator('.know li:visible', { hasText: '0 of' })).toHaveCount(1);
    expect(await asked(page)).toEqual(first);
  });

  await test.step('a diagnosis opens with its own cluster, and not with another', async () => {
    for (const id of ['web', 'copies']) {
      await awake(cell(page, id));
      await button(cell(page, id), /^Run/).click();
    }
    await expect(outputOf(page, 'copies')).toContainText('Incident 1 has begun', { timeout: 30_000 });
    const diagnoses = page.locator('section.diagnosis');
    await awake(diagnoses.nth(0));
    await expect(diagnoses.nth(0).getByLabel('which loop')).toBeEnabled({ timeout: 30_000 });
    await awake(diagnoses.nth(1));
    await expect(diagnoses.nth(1)).toContainText('run cell 3 first');
  });

  await test.step('taken again, no question is the same', async () => {
    await button(page.locator('.again'), 'Take it again, with another draw').click();
    await expect(page.locator('.know li:visible', { hasText: '0 of' })).toHaveCount(0);
    await expect.poll(async () => (await asked(page)).length).toBe(15);
    expect((await asked(page)).filter((key) => first.includes(key))).toEqual([]);
  });
  expect(trouble).toEqual([]);
});
