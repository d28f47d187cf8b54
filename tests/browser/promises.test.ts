/** What lessons 1, 2, 3 and 12 promise is on their pages, nothing answers a prediction before it is made, and a figure says what it shows. */
import { expect, type Page, test } from '@playwright/test';
import { lessonSlugs } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import { awake, cell, openLesson, outputOf, pane, rewriteCell, runCell } from './steps.ts';

const first = '/lessons/1-thermostats/';
const second = '/lessons/2-your-own-controller/';
const third = '/lessons/3-one-apply-six-loops/';
const twelfth = '/lessons/12-replicaset/';

/** What a reader sees of the lesson above a part of it. */
const above = (page: Page, selector: string): Promise<string> =>
  page.evaluate((end) => {
    const limit = document.querySelector(end);
    const texts = [...document.querySelectorAll<HTMLElement>('.prose :is(p, li, figcaption, pre)')];
    const before = texts.filter((each) => limit !== null && (each.compareDocumentPosition(limit) & Node.DOCUMENT_POSITION_FOLLOWING) > 0);
    return before.map((each) => each.innerText).join('\n');
  }, selector);

test('a lesson opens before its first cell has run, as its first lines say', async ({ page }) => {
  for (const path of [first, second, third, twelfth]) {
    await openLesson(page, path);
    await expect(pane(page).locator('.clock'), path).toContainText('t 0.000 s');
    await expect(pane(page), path).toContainText(/^.*No Pods.* Apply \w+\.yaml in cell 1\./s);
  }
});

test('lesson 1: the promised refusal happens, and nothing says before how warm the room gets', async ({ page }) => {
  await openLesson(page, first);
  const truth = /32\.\d|\b12\b/;
  expect(await above(page, '#predict')).not.toMatch(truth);
  expect(await outputOf(page, 'dies').innerText()).not.toMatch(truth);
  for (const covered of await page.locator('[data-spoiler="dies"]').all()) await expect(covered).toBeHidden();
  await expect(page.locator('[data-spoiler="dies"]')).not.toHaveCount(0);
  await awake(cell(page, 'dies'));
  await runCell(page, 'dies');
  await expect(outputOf(page, 'dies')).toContainText('Error from server (InternalError): Internal error occurred: refused by a fault');
  await expect(outputOf(page, 'dies')).toContainText('"heater":"on"');
  for (const covered of await page.locator('[data-spoiler="dies"]').all()) await expect(covered).toBeVisible();
});

test('lesson 2: its cell closes the gap in one direction, which leaves the other to the exercise', async ({ page }) => {
  await openLesson(page, second);
  await expect(outputOf(page, 'loop')).toContainText('2 wanted, 5 there');
  await expect(page.getByRole('heading', { name: 'Write the other half' })).toBeVisible();
  expect(await outputOf(page, 'count').innerText()).not.toContain('shop-');
  expect(await outputOf(page, 'slow').innerText()).not.toContain('shop-');
});

test('lesson 3: the apply goes through validation and etcd, and nothing answers which loop it is', async ({ page }) => {
  await openLesson(page, third);
  const path = await above(page, '#gap');
  const stops = ['API server validates', 'must be greater than or equal to 0', 'stores the object in etcd', '/registry/deployments/default/web', 'Six loops took part'];
  expect(stops.map((words) => path.includes(words))).toEqual(stops.map(() => true));
  expect(stops.map((words) => path.indexOf(words))).toEqual(stops.map((words) => path.indexOf(words)).toSorted((a, b) => a - b));
  expect(path).not.toMatch(/SuccessfulCreate|ReplicaSet controller|creates? (?:the|a|another|missing) Pod/);
  expect(await outputOf(page, 'delete').innerText()).not.toContain('SuccessfulCreate');
});

test('lesson 12: the figure is the set of the text; a trace in the text is redrawn by a run, and what isn’t says so', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLesson(page, twelfth);
  await expect(cell(page, 'apply')).toContainText('replicas: 4');
  await expect(page.locator('.loopfig li')).toHaveText([/3 Pods are mine/, /4 wanted,\s+gap 1/, /create\s+1/]);
  const traced = page.locator('.tracefig').first();
  const built = await traced.textContent();
  const yaml = await cell(page, 'apply').locator('.cell-in pre').first().innerText();
  await rewriteCell(page, 'apply', yaml.replace('replicas: 4', 'replicas: 6'));
  await runCell(page, 'apply');
  await runCell(page, 'delete');
  await expect(page.locator('.lifetimes figcaption')).toContainText('Your runs don’t change this figure.');
  await awake(traced);
  await expect.poll(() => traced.textContent()).not.toBe(built);
  const made = /web-\w{5}/.exec((await traced.innerText()) ?? '')?.[0] ?? 'no Pod';
  await expect(outputOf(page, 'delete')).toContainText(made);
  expect(built).not.toContain(made);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('each figure of every lesson is redrawn by a run, shows no run, or says that it is as built', async ({ page }) => {
    let figures = 0;
    for (const slug of everyNth(3, lessonSlugs())) {
      await page.goto(`/lessons/${slug}/`);
      const drawnOnce = page.locator('main figure:not(.tracefig, .lanesfig, .loopfig, .plotted)');
      figures += await drawnOnce.count();
      expect(await drawnOnce.locator('figcaption', { hasText: 'Drawn from the lesson’s own code. Your runs don’t change this figure.' }).count(), slug).toBe(await drawnOnce.count());
    }
    expect(figures).toBeGreaterThan(3);
  });
});
