/** Lesson 27: a broken cluster comes into the panel, evidence is chosen from it against a clock, and nothing is lost on reload. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { awake, axe, button, checked, checkedAndFailed, codeOf, exercise, filesOf, listenForTrouble, notice, openLesson, pane, said, writeExercise } from './steps.ts';

const file = filesOf('6-living-with-loops/27-incidents');
const slug = '/lessons/27-incidents/';
const incidents = (page: Page): Locator => page.locator('section.incidents');
const one = (page: Page, name: string): Locator => page.locator(`#incident-${name}`);

async function openIncident(page: Page, name: string, number: number): Promise<void> {
  const opener = button(one(page, name), /^Open this cluster/);
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(`Incident ${number}`, { timeout: 60_000 });
  await expect(one(page, name).getByLabel('which loop')).toBeVisible({ timeout: 30_000 });
}

test('a cluster is broken in the panel, wrong evidence gets questions, and what was found is there after a reload', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, slug);
  await awake(incidents(page));
  await expect(page.locator('[data-tasks]')).toHaveText('0 of 18 tasks done');
  await expect(incidents(page)).toContainText('0 of 10 found, 0:00 in all');
  await openIncident(page, 'rollout', 1);
  const it = one(page, 'rollout');
  const [loop, object, since] = [it.getByLabel('which loop'), it.getByLabel('which object'), it.getByLabel('since when')];
  const test1 = button(it, 'Put it to the test');

  await test.step('by keyboard: choices come from the cluster, and a wrong loop gets a question', async () => {
    await expect(test1).toHaveAttribute('aria-disabled', 'true');
    await loop.selectOption('controller/deployment');
    await object.selectOption('Deployment/shop');
    await since.fill('40');
    await test1.focus();
    await page.keyboard.press('Enter');
    await expect(it.getByRole('status')).toContainText('isn’t the Deployment loop', { timeout: 30_000 });
    await expect(it.getByRole('status')).toContainText('What does it wait for?');
    expect(await axe(page, '.incidents')).toEqual([]);
  });

  await test.step('the terminal looks into the broken cluster', async () => {
    await page.getByRole('tab', { name: 'Terminal' }).click();
    const screen = pane(page).locator('.xterm-rows');
    await expect(screen).toContainText('~ $', { timeout: 30_000 });
    await page.keyboard.type('kubectl get pods');
    await page.keyboard.press('Enter');
    await expect(screen).toContainText('ImagePullBackOff', { timeout: 30_000 });
  });

  await test.step('evidence and time are kept', async () => {
    await loop.selectOption('kubelet/node-1');
    await expect(codeOf(page)).toContainText('rollout: loop=kubelet/node-1 object=Deployment/shop since=40');
    await expect(it).toContainText(/open, 0:\d*[1-9]/);
    await page.reload();
    await awake(incidents(page));
    await expect(one(page, 'rollout')).toContainText(/begun, 0:\d*[1-9]/);
    await openIncident(page, 'rollout', 1);
    await expect(one(page, 'rollout').getByLabel('which loop')).toHaveValue('kubelet/node-1');
  });

  await test.step('the right evidence is found, and stays found', async () => {
    await button(one(page, 'rollout'), 'Put it to the test').click();
    await expect(one(page, 'rollout')).toContainText('Found.', { timeout: 30_000 });
    await expect(incidents(page)).toContainText('1 of 10 found');
    await expect(one(page, 'rollout')).toContainText(/found in \d:\d\d/);
    expect(await axe(page, '.incidents')).toEqual([]);
    await openIncident(page, 'site', 2);
    await expect(one(page, 'site').getByLabel('which object').locator('option[value="Service/shop"]')).toHaveCount(1);
    await page.reload();
    await awake(incidents(page));
    await expect(one(page, 'rollout')).toContainText('Found.');
  });
  expect(trouble).toEqual([]);
});

test('what is clicked in the panel and looked back at is evidence', async ({ page }) => {
  test.setTimeout(120_000);
  await openLesson(page, slug);
  await awake(incidents(page));
  await openIncident(page, 'rollout', 1);
  await pane(page).getByRole('button', { name: /^shop-/ }).first().click();
  await expect(one(page, 'rollout').getByLabel('which object')).toHaveValue(/^Pod\/shop-/);
  const scrubber = pane(page).getByRole('slider').first();
  await scrubber.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(one(page, 'rollout').getByLabel('since when')).toHaveValue(/^\d+\.\d$/);
});

test('the file is checked as a whole: one wrong line is named, and all right ones pass', async ({ page }) => {
  test.setTimeout(180_000);
  await openLesson(page, slug);
  const wrong = file('solution/incidents.diagnosis').replace('ResourceQuota/pods', 'Deployment/shop');
  await checkedAndFailed(page, wrong, ['named another object in “copies”', 'Deployment/shop isn’t in its way'], 'The events of the ReplicaSet');
  await writeExercise(page, file('solution/incidents.diagnosis'));
  await expect(button(exercise(page), 'Run')).toHaveCount(0);
  await button(exercise(page), 'Check in 10 universes').click();
  await checked(page);
  await expect(said(page)).toHaveText('All 10 universes converged.');
  await expect(page.getByRole('region', { name: 'Passed' })).toContainText(/You found the cause in all 10 clusters\.\s*You can get from a complaint to its cause/);
});
