/** Lesson 3's incident: a loop is stopped, evidence is chosen by keyboard and taken from the panel, and the cluster judges it. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, axe, button, listenForTrouble, openLesson, outputOf, pane, runCell } from './steps.ts';

const slug = '/lessons/3-one-apply-six-loops/';
const diagnosis = (page: Page): Locator => page.locator('section.diagnosis');

async function begin(page: Page): Promise<void> {
  await openLesson(page, slug);
  await awake(diagnosis(page));
  await expect(diagnosis(page)).toContainText(/run cell \d+ first/);
  await expect(diagnosis(page).getByLabel('which loop')).toBeDisabled();
  await runCell(page, 'incident');
  await expect(outputOf(page, 'incident')).toContainText('Incident 1 has begun', { timeout: 30_000 });
  await expect(diagnosis(page).getByLabel('which loop')).toBeEnabled({ timeout: 30_000 });
}

/** Values of a select without the first, which chooses nothing. */
const valuesOf = (select: Locator): Promise<string[]> => select.locator('option').evaluateAll((all) => all.map((option) => option.getAttribute('value') ?? '').filter((value) => value !== ''));

test('a loop has stopped: wrong evidence gets a question, the right one is found, and the cluster goes on', async ({ page }) => {
  test.setTimeout(120_000);
  const trouble = listenForTrouble(page);
  await begin(page);
  const it = diagnosis(page);
  const [loop, object, moment] = [it.getByLabel('which loop'), it.getByLabel('which object'), it.getByLabel('since when it waits')];
  const test3 = button(it, 'Put it to the test');
  await expect(test3).toHaveAttribute('aria-disabled', 'true');

  await test.step('each wrong piece of evidence gets its question', async () => {
    for (const wrong of ['controller/deployment', 'scheduler', 'kubelet/node-1', 'kubelet/node-2', 'kubelet/node-3', 'controller/replicaset']) {
      await loop.selectOption(wrong);
      await object.selectOption('Node/node-1');
      await moment.fill('0');
      await test3.focus();
      await page.keyboard.press('Enter');
      await expect(it.getByRole('status')).toContainText('isn’t right');
      if ((await it.getByRole('status').textContent())?.includes('The object isn’t right; the loop is')) break;
      await expect(it.getByRole('status')).toContainText('Which is the first write that is missing');
    }
    await expect(it.getByRole('status')).toContainText('The object isn’t right; the loop is.');
    expect(await axe(page, '.diagnosis')).toEqual([]);
  });

  await test.step('the object that waits, and the moment from the timeline', async () => {
    for (const name of await valuesOf(object)) {
      await object.selectOption(name);
      await test3.click();
      await expect(it.getByRole('status')).toContainText('isn’t right');
      if ((await it.getByRole('status').textContent())?.includes('The moment isn’t right')) break;
    }
    await expect(it.getByRole('status')).toContainText('The moment isn’t right; the loop and the object are. When was this object last written');
    const scrubber = pane(page).getByRole('slider').first();
    await scrubber.focus();
    for (let presses = 0; presses < 200; presses += 1) {
      await page.keyboard.press('ArrowLeft');
      await expect(moment).not.toHaveValue('0');
      await test3.focus();
      await page.keyboard.press('Enter');
      await expect(it.getByRole('status')).toContainText(/Found|isn’t right/);
      if ((await it.getByRole('status').textContent())?.includes('Found')) break;
      await scrubber.focus();
    }
    await expect(it.getByRole('status')).toContainText('Found.');
    await expect(it).toContainText('found');
    expect(await axe(page, '.diagnosis')).toEqual([]);
  });

  await test.step('the incident is ended, and the loop makes up for it', async () => {
    await button(it, 'End the incident').click();
    await expect(button(it, 'End the incident')).toHaveCount(0);
    await page.reload();
    await awake(diagnosis(page));
    await expect(diagnosis(page)).toContainText('found');
  });
  expect(trouble).toEqual([]);
});

test('a Pod that is clicked in the panel is evidence', async ({ page }) => {
  test.setTimeout(90_000);
  await begin(page);
  await pane(page).getByRole('button', { name: /^web-/ }).first().click();
  await expect(diagnosis(page).getByLabel('which object')).toHaveValue(/^Pod\/web-/);
});
