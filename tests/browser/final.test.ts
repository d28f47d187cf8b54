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
  await expect(page.locator('.draw')).toContainText(/Draw \d+: 15 questions and 3 clusters/);
  const first = await asked(page);
  expect(first).toHaveLength(18);
  const clusters = first.slice(15).map((key) => String(key).replace('diagnosis-', ''));

  await test.step('by keyboard: a wrong answer counts for its idea and leads to its section', async () => {
    // One that joins two parts counts for two ideas.
    const one = first.find((key) => !key?.includes('join'));
    const question = page.locator(`[data-drawable="${one}"]`);
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
    // Not in the order of the page: a diagnosis belongs to its own cluster all the same.
    const [, second = '', third = ''] = clusters;
    await expect(cell(page, third)).not.toContainText('has begun');
    await awake(cell(page, third));
    await button(cell(page, third), /^Run/).click();
    await expect(outputOf(page, third)).toContainText('Incident 1 has begun', { timeout: 30_000 });
    const diagnosisOf = (id: string) => page.locator(`[data-drawable="diagnosis-${id}"] section.diagnosis`);
    await awake(diagnosisOf(third));
    await expect(diagnosisOf(third).getByLabel('which loop')).toBeEnabled({ timeout: 30_000 });
    await awake(diagnosisOf(second));
    await expect(diagnosisOf(second)).toContainText('run cell 2 first');
  });

  await test.step('taken again, no question is the same', async () => {
    const anew = page.waitForEvent('load');
    await button(page.locator('.again'), 'Take it again, with another draw').click();
    await anew;
    await expect(page.locator('.know li:visible', { hasText: '0 of' })).toHaveCount(0);
    await expect.poll(async () => (await asked(page)).length).toBe(18);
    expect((await asked(page)).filter((key) => first.includes(key))).toEqual([]);
  });
  expect(trouble).toEqual([]);
});
