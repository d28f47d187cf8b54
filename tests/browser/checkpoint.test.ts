/** The checkpoint of a part: first answers count, what is weak leads back to its lesson, and it can be taken again. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, axe, button, cell, listenForTrouble, openLesson, outputOf } from './steps.ts';

const ideas = (page: Page): Locator => page.locator('.know li');
const question = (page: Page, index: number): Locator => page.locator('section.quiz').nth(index);

/** The places of its answers, the right one first. */
const answers = (page: Page, index: number, kind: 'right' | 'wrong'): Locator =>
  question(page, index).locator(kind === 'right' ? '.choice.right input' : '.choice:not(.right) input').first();

test('what was answered first shows what is held, also on the next day, until it is taken again', async ({ page }) => {
  test.setTimeout(120_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/checkpoints/3/');
  await expect(ideas(page).first()).toContainText('2 to answer');
  await expect(button(page.locator('.again'), 'Take it again')).toBeHidden();

  await test.step('by keyboard: a right answer, a wrong one, and the right one too late', async () => {
    await answers(page, 0, 'right').focus();
    await page.keyboard.press('Space');
    await expect(ideas(page).first()).toContainText('1 of 2');
    await answers(page, 1, 'wrong').check();
    await expect(ideas(page).nth(1)).toContainText('0 of 2');
    await answers(page, 1, 'right').check();
    await answers(page, 5, 'wrong').check();
    await expect(ideas(page).nth(1)).toContainText('look at it again');
    await expect(ideas(page).nth(1).locator('use[data-plug]')).toHaveAttribute('href', '#p-empty');
  });

  await test.step('the weakest idea leads back to where it is taught', async () => {
    const link = page.locator('.again a:visible', { hasText: 'Two minutes on' });
    await expect(link).toHaveText('Two minutes on watches');
    await expect(link).toHaveAttribute('href', /10-watch\/#when-it-ends$/);
    expect(await axe(page, 'main')).toEqual([]);
  });

  await test.step('it is there on the next visit', async () => {
    await page.reload();
    await expect(ideas(page).nth(1)).toContainText('0 of 2');
    await expect(answers(page, 0, 'right')).toBeChecked();
  });

  await test.step('the cluster breaks, and waits for a diagnosis', async () => {
    await awake(cell(page, 'broken'));
    await button(cell(page, 'broken'), /^Run/).click();
    await expect(outputOf(page, 'broken')).toContainText('Incident 1 has begun', { timeout: 30_000 });
    await awake(page.locator('section.diagnosis'));
    await expect(page.locator('section.diagnosis').getByLabel('which loop')).toBeEnabled({ timeout: 30_000 });
  });

  await test.step('taken again, nothing is answered and nothing is broken', async () => {
    await button(page.locator('.again'), 'Take it again').click();
    await expect(ideas(page).nth(1)).toContainText('2 to answer');
    await expect(answers(page, 0, 'right')).not.toBeChecked();
    await expect(page.locator('section.quiz .because:visible')).toHaveCount(0);
    await awake(page.locator('section.diagnosis'));
    await expect(page.locator('section.diagnosis')).toContainText('run cell 2 first');
  });
  expect(trouble).toEqual([]);
});
