/** Without a script the lesson is whole: every output is in the page, and one can go about in it. */
import { expect, type Page, test } from '@playwright/test';
import { readLesson } from '../../src/lesson/node/lesson-folder.ts';
import { everyNth } from '../scope.ts';
import { bakedLesson, cell, lesson, lessonFile, outputOf } from './steps.ts';

test.use({ javaScriptEnabled: false });

/** Pairs of blocks of the page that lie on each other, and texts that stick out of the window. */
const collisions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = (element: Element): string => `${element.tagName.toLowerCase()}.${element.className} ${element.textContent?.trim().slice(0, 30)}`;
    const found: string[] = [];
    // Within a line boxes may touch; blocks of the text and the page's parts may not.
    for (const parent of document.querySelectorAll('.prose, .prose .content-panel, .app, .pane, .exercise, .cell, .task')) {
      const boxes = [...parent.children]
        .filter((each) => !['absolute', 'fixed', 'sticky'].includes(getComputedStyle(each).position) && !each.matches('.sr'))
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1);
      for (const [index, a] of boxes.entries()) {
        for (const b of boxes.slice(index + 1)) {
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (across > 1 && down > 1) found.push(`${name(a.each)} lies on ${name(b.each)}`);
        }
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in a window of ${clientWidth}`);
    return found;
  });

test('what a reader would have put in order is told in order', async ({ page }) => {
  await page.goto('/lessons/3-one-apply-six-loops/');
  await expect(page.getByText('In the order in which it happened: A ReplicaSet is created; A Pod is created;')).toBeVisible();
});

// By default one of them.
for (const width of everyNth(3, [360, 800, 1440])) {
  test(`the lesson reads whole at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(lesson);
    for (const [id, { output }] of Object.entries(bakedLesson('12-replicaset').cells)) {
      const text = (await outputOf(page, id).innerText()).replaceAll(/\s+/g, ' ');
      for (const part of output) {
        if (part.kind === 'text') expect(text).toContain(part.text.trim().replaceAll(/\s+/g, ' '));
        if (part.kind === 'error') expect(text).toContain(part.error.title);
      }
    }
    for (const { id, code } of readLesson('12-replicaset').cells) {
      expect(await cell(page, id).locator('.cell-in pre').innerText()).toContain(code.trim().split('\n')[0] ?? '');
    }
    const code = (await page.locator('#exercise-start .ed pre').innerText()).replaceAll(/\s+/g, '');
    for (const line of lessonFile('start/reconcile.ts').split('\n')) expect(code).toContain(line.replaceAll(/\s+/g, ''));
    await expect(page.locator('.pane .node')).toHaveCount(3);
    expect(await collisions(page)).toEqual([]);
  });

  test(`what needs a script isn’t offered at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(lesson);
    for (const each of await page.locator('.needs-script').all()) await expect(each).toBeHidden();
    for (const name of ['Run all', 'Run cell 1', 'Check in 200 universes', 'Search the course', 'Describe']) {
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
  });
}

test('one finds the way: home, lesson, sections, fidelity', async ({ page }) => {
  await page.goto('/');
  await page.locator(`a[href*="12-replicaset"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'ReplicaSet' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name: 'A cache that is late' }).click();
  await expect(page).toHaveURL(/#a-cache-that-is-late$/);
  await expect(page.getByRole('heading', { name: 'A cache that is late' })).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Lessons' }).click();
  await expect(page.getByRole('navigation', { name: 'Lessons' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Fidelity' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the quiz shows every reason', async ({ page }) => {
  await page.goto(lesson);
  for (const reason of await page.locator('[data-quiz] .because').all()) await expect(reason).toBeVisible();
});

test('lanes say what every pass did, also those that a reader would have filled in', async ({ page }) => {
  await page.goto(lesson);
  await expect(page.locator('.lanesfig li')).toHaveText([/^Pass 1\s+begins with/, /^Pass 2\s+begins with .* PUT replicasets\/status/s, /^Pass 3\s+begins with .* sends nothing/s]);
  await expect(page.locator('.lanesfig .covered').first()).toBeVisible();
  await expect(page.locator('.lanesfig select:visible')).toHaveCount(0);
});

test('a checkpoint can be read: what it is about, every reason, and what the broken cluster shows', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto('/checkpoints/3/');
  await expect(page.locator('.know li').first()).toContainText('2 to answer, lesson 12');
  for (const because of await page.locator('section.quiz .because').all()) await expect(because).toBeVisible();
  await expect(outputOf(page, 'broken')).toContainText('Incident 1 has begun');
  expect(await collisions(page)).toEqual([]);
});

test('the final can be read: every question with its reasons and its lessons, every cluster, and nothing that names a loop', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto('/final/');
  await expect(page.locator('.draw')).toContainText('questions and 9 clusters');
  for (const because of await page.locator('section.quiz .because').all()) await expect(because).toBeVisible();
  await expect(page.locator('[data-drawable="final-join-1"] .n')).toHaveText('joins lessons 3 and 6');
  await expect(page.locator('[data-drawable="final-join-1"] .because.no').first().getByRole('link')).toHaveText(['Lesson 6', 'Lesson 3']);
  await expect(page.locator('.cell:visible')).toHaveCount(9);
  await expect(page.locator('main')).not.toContainText('It was ');
  expect(await collisions(page)).toEqual([]);
});
