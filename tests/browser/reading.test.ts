/** What a reader sees stays true and in its place: covered answers, edges, wires, calls, and code that was scrolled. */
import { expect, type Page, test } from '@playwright/test';
import { awake, button, cell, exercise, lessonFile, listenForTrouble, openLesson, outputOf, pane, rewriteCell, runCell, said, writeExercise } from './steps.ts';

const spoiler = (page: Page) => page.getByText('So the replacement starts at once');

test('an answer is covered from the first paint, wherever the reader is, until its cell has run', async ({ page }) => {
  await test.step('before any file of the page’s script has come', async () => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/lessons/12-replicaset/#a-cache-that-is-late');
    await expect(outputOf(page, 'delete')).toHaveCount(1);
    expect(await outputOf(page, 'delete').innerText()).not.toContain('web-');
    await expect(spoiler(page)).toBeHidden();
    // The next cell's output says it again. Those before and after are open.
    expect(await outputOf(page, 'events').innerText()).not.toContain('SuccessfulCreate');
    await expect(outputOf(page, 'list')).toContainText('web-');
    await expect(outputOf(page, 'owners')).toContainText('TypeError');
    await page.unroute('**/*.js');
  });

  await test.step('and after it, far below the prediction', async () => {
    await openLesson(page, '/lessons/12-replicaset/#a-cache-that-is-late');
    await page.reload();
    await awake(cell(page, 'late'));
    expect(await outputOf(page, 'delete').innerText()).not.toContain('web-');
  });

  await test.step('who hasn’t answered sees the cluster’s answer alone', async () => {
    await awake(cell(page, 'delete'));
    await runCell(page, 'delete');
    const prediction = page.locator('#predict');
    await awake(prediction);
    await expect(prediction.locator('.choice .tag')).toHaveText(['the cluster']);
    await expect(prediction.locator('.choice.truth')).toContainText('5');
    await expect(prediction.locator('input:checked')).toHaveCount(0);
    await expect(spoiler(page)).toBeVisible();
  });

  await test.step('after a reload it isn’t covered again, wherever the reader is', async () => {
    await page.reload();
    await expect(page.locator('[data-tasks]')).toHaveText(/^0 of 10/);
    await expect(spoiler(page)).toBeVisible();
    await expect(outputOf(page, 'delete')).toContainText('web-');
  });
});

/** How far a box fades at its two ends, in pixels. */
const fades = (page: Page, id: string): Promise<{ before: number; beyond: number; masked: boolean }> =>
  outputOf(page, id)
    .locator('pre')
    .first()
    .evaluate((box) => {
      const style = getComputedStyle(box);
      return {
        before: Number.parseFloat(style.getPropertyValue('--before')),
        beyond: Number.parseFloat(style.getPropertyValue('--beyond')),
        masked: style.maskImage.includes('gradient'),
      };
    });

test('edges fade where a line goes on; the wire begins at its socket; calls of reconcile are whole', async ({ page }) => {
  test.setTimeout(180_000);
  const trouble = listenForTrouble(page);
  // A fade follows the reader's own scrolling: it is there without motion, too.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLesson(page);
  await runCell(page, 'apply');

  await test.step('the wire of a chosen Pod begins at its socket', async () => {
    for (const width of [1440, 1000]) {
      await page.setViewportSize({ width, height: 900 });
      for (const tile of (await pane(page).locator('.tile').all()).slice(1, 3)) {
        await tile.click();
        await expect(tile).toHaveAttribute('aria-pressed', 'true');
        const uid = (await tile.getAttribute('data-pod')) ?? '';
        await expect(async () => {
          const [socket, start] = await pane(page).evaluate((place, pod) => {
            const box = place.querySelector(`.sock [data-pod="${pod}"] .pod`)?.getBoundingClientRect();
            const wire = place.querySelector<SVGPathElement>('.wires path');
            const origin = place.querySelector('.wires')?.getBoundingClientRect();
            const point = wire?.getPointAtLength(0);
            return [
              { right: box?.right ?? Number.NaN, middle: (box?.top ?? Number.NaN) + (box?.height ?? 0) / 2 },
              { x: (point?.x ?? 0) + (origin?.left ?? 0), y: (point?.y ?? 0) + (origin?.top ?? 0) },
            ] as const;
          }, uid);
          expect(Math.abs(socket.right - start.x)).toBeLessThan(4);
          expect(Math.abs(socket.middle - start.y)).toBeLessThan(1);
        }).toPass();
        await tile.click();
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('calls of reconcile are whole at every width', async () => {
    await writeExercise(page, lessonFile('solution/reconcile.ts'));
    await button(exercise(page), 'Run').click();
    await expect(said(page)).toContainText('Yours runs in the cluster now');
    const table = exercise(page).getByRole('region', { name: 'Table of calls, newest first' });
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    for (const width of [1440, 1000, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await table.scrollIntoViewIfNeeded();
      const seen = await table.evaluate((box) => ({
        hidden: box.scrollWidth - box.clientWidth,
        smallest: Math.min(...[...box.querySelectorAll('th code, td li, td.took')].map((each) => Number.parseFloat(getComputedStyle(each).fontSize))),
        narrowest: Math.min(...[...box.querySelectorAll('td li')].map((each) => each.getBoundingClientRect().width)),
      }));
      expect(seen.hidden, `hidden at ${width} px`).toBeLessThanOrEqual(0);
      expect(seen.smallest, `letters at ${width} px`).toBeGreaterThanOrEqual(12);
      expect(seen.narrowest, `lines at ${width} px`).toBeGreaterThan(150);
    }
  });

  await test.step('an output that is wider than its box fades where it goes on', async () => {
    await rewriteCell(page, 'list', 'kubectl get pods -L app');
    await runCell(page, 'list');
    await expect.poll(() => fades(page, 'list')).toMatchObject({ before: 0, beyond: 40, masked: true });
    await outputOf(page, 'list').locator('pre').first().evaluate((box) => box.scrollTo(box.scrollWidth, 0));
    await expect.poll(() => fades(page, 'list')).toMatchObject({ before: 24, beyond: 0 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => fades(page, 'list')).toMatchObject({ before: 0, beyond: 0 });
  });
  expect(trouble).toEqual([]);
});

test('code that was scrolled stays where it is when its editor opens', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await openLesson(page, '/lessons/12-replicaset/');
  await awake(exercise(page));
  const box = exercise(page).locator('.ed pre');
  await box.scrollIntoViewIfNeeded();
  expect(await box.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeGreaterThan(150);
  await box.evaluate((each) => each.scrollTo(0, 120));
  const line = box.locator('.l', { hasText: 'controlledBy' });
  const text = (await line.innerText()).replace(/^\d+/, '').trim();
  const before = await line.boundingBox();
  await line.click({ position: { x: 80, y: 10 } });
  const after = exercise(page).locator('.cm-line').filter({ hasText: text });
  await expect(exercise(page).locator('.cm-content')).toBeFocused();
  await expect(async () => expect(Math.abs(((await after.first().boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)).toPass({ timeout: 3_000 });
});

test('Ctrl+C ends a watch of 2,000 Pods at once', async ({ page }) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLesson(page);
  const text = await cell(page, 'apply').locator('.cell-in pre').first().innerText();
  await rewriteCell(page, 'apply', text.replace('replicas: 4', 'replicas: 2000'));
  await runCell(page, 'apply');
  await page.getByRole('tab', { name: 'Terminal' }).click();
  const screen = pane(page).locator('.xterm-rows');
  await expect(screen).toContainText('~ $');
  await page.keyboard.type('kubectl get pods -w');
  await page.keyboard.press('Enter');
  await expect(screen).toContainText(/web-\w+/, { timeout: 60_000 });
  const pressedAt = Date.now();
  await page.keyboard.press('Control+c');
  await expect(screen).toContainText(/\^C[\s\S]*~ \$/);
  expect(Date.now() - pressedAt).toBeLessThan(2_000);
});

test('on a phone, whose choice it was stands inside the choice', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openLesson(page, '/lessons/23-services/');
  const choice = page.locator('#chance').getByText('1/3', { exact: true }).locator('xpath=ancestor::label');
  await awake(choice);
  // What a right answer is marked with, once its cell has run.
  const beyond = await choice.evaluate((label) => {
    const tag = Object.assign(document.createElement('span'), { className: 'tag', textContent: 'you and the cluster' });
    label.append(tag);
    return Math.max(tag.getBoundingClientRect().right - label.getBoundingClientRect().right, tag.scrollWidth - tag.clientWidth);
  });
  expect(beyond).toBeLessThanOrEqual(0);
});
