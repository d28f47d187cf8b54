/** What a cell has done is played in the panel; the panel's room, its tabs and its names. */
import { expect, type Page, test } from '@playwright/test';
import { awake, axe, button, cell, listenForTrouble, openLesson, pane, runCell } from './steps.ts';

const clock = (page: Page) => pane(page).locator('.clock');
/** Every time that the panel's clock shows, from now on, in seconds. */
async function watchClock(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const place = document.querySelector('#pane .clock');
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    if (place) new MutationObserver(() => seen.push(place.textContent ?? '')).observe(place, { subtree: true, childList: true, characterData: true });
  });
  return async () => {
    const texts = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    return texts.map((text) => Number(/t ([\d.]+)/.exec(text)?.[1] ?? Number.NaN));
  };
}

test('what a cell has done is played, stops where a prediction asks, and is played again on request', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page);

  await test.step('the lesson opens where its first cell begins, and the first run goes forward', async () => {
    await awake(cell(page, 'apply'));
    await expect(clock(page)).toContainText('t 0.000 s');
    const times = await watchClock(page);
    await runCell(page, 'apply');
    await expect(clock(page)).toContainText('t 2.038 s');
    const seen = await times();
    // On a busy machine the cell takes so long that it is watched first; then its story begins, at 0.
    const shown = seen.slice(Math.max(0, seen.lastIndexOf(0)));
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    const between = shown.filter((t) => t > 0 && t < 2.038);
    expect(new Set(between).size).toBeGreaterThan(3);
  });

  await test.step('a press shows the end at once', async () => {
    await button(cell(page, 'apply'), /^Play/).click();
    await expect(pane(page).locator('.pane-top')).toContainText('replay');
    await page.keyboard.press('Shift');
    await expect(pane(page).locator('.pane-top')).not.toContainText('replay');
  });

  await test.step('it stops at the moment that the prediction asks about', async () => {
    await awake(cell(page, 'delete'));
    await runCell(page, 'delete');
    await expect(clock(page)).toContainText('t 30.000 s');
    await expect(pane(page).getByRole('group', { name: 'The past' })).toContainText('t = 30.000 s');
    await expect(page.locator('#predict .choice.truth')).toContainText('5');
    await expect(pane(page).locator('.node .tile')).toHaveCount(5);
    await button(pane(page), 'Back to now').click();
    await expect(clock(page)).not.toContainText('t 30.000 s');
  });

  await test.step('without motion the end is there at once', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await button(page, 'Restart').click();
    await expect(clock(page)).toContainText('t 0.000 s');
    const times = await watchClock(page);
    await runCell(page, 'apply');
    await expect(clock(page)).toContainText('t 2.038 s');
    expect((await times()).filter((t) => t > 0 && t < 2.038)).toEqual([]);
  });
  expect(trouble).toEqual([]);
});

test('the order that happened waits until the panel has played it', async ({ page }) => {
  await openLesson(page, '/lessons/3-one-apply-six-loops/');
  const order = page.locator('.task.order').first();
  await awake(order);
  await page.evaluate(() => {
    const told: boolean[] = [];
    Object.assign(globalThis, { told });
    const look = (): void => {
      const plays = document.querySelector('#pane .pane-top')?.textContent?.includes('replay') === true;
      if (plays) told.push(document.querySelector('.task.order .seen') !== null);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  await expect(order.locator('.seen').first()).toBeVisible();
  const told = await page.evaluate(() => (globalThis as unknown as { told: boolean[] }).told);
  expect(told.length).toBeGreaterThan(3);
  expect(told).not.toContain(true);
});

test('a room has the whole view; tabs that the lesson has no use for are not there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLesson(page, '/lessons/1-thermostats/');
  await awake(cell(page, 'room'));
  await runCell(page, 'room');
  const room = pane(page).getByRole('region', { name: 'The room' });
  await expect(room).toContainText('wanted 21');
  const [inner, outer] = [await room.boundingBox(), await pane(page).locator('.view').first().boundingBox()];
  expect((inner?.height ?? 0) / (outer?.height ?? 1)).toBeGreaterThan(0.7);
  expect(await pane(page).getByRole('tab').allInnerTexts()).toEqual(['Cluster', 'etcd', 'Trace', 'Terminal', 'Code']);
  expect(await axe(page, '#pane')).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(pane(page).locator('.sheet-bar')).toContainText('wanted 21, actual');
  // A phone's keyboard covers half of the page.
  await page.evaluate(() => {
    if (visualViewport === null) return;
    Object.defineProperty(visualViewport, 'height', { value: 380, configurable: true });
    visualViewport.dispatchEvent(new Event('resize'));
  });
  await expect(pane(page)).toBeHidden();
});

test('what is typed right after the palette’s key is not lost', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLesson(page);
  // The palette comes later than the next keys.
  await page.route(/\/open\.[^/]*\.js$/, async (route) => {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await route.continue();
  });
  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('run all');
  await expect(page.getByRole('combobox', { name: 'What to do' })).toHaveValue('run all');
});

/** What is pressed and is smaller than 24 px. Radios are hidden: their labels are pressed. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('button:visible, select:visible, summary:visible, input:visible:not([type="radio"])').evaluateAll((targets) =>
    targets
      .filter((each) => each.closest('.sr') === null)
      .map((each) => ({ each, ...each.getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => height > 1 && Math.min(width, height) < 23.5)
      .map(({ each, width, height }) => `${each.className} ${each.textContent?.trim().slice(0, 20)}: ${Math.round(width)} × ${Math.round(height)}`),
  );

test('targets have 24 px on every kind of page', async ({ page }) => {
  const longTitle = '/lessons/2-your-own-controller/';
  for (const path of ['/', '/lessons/1-thermostats/', longTitle, '/lessons/3-one-apply-six-loops/', '/playground/', '/glossary/', '/checkpoints/3/']) {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      expect(await smallTargets(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('names, targets and focus rings are whole at every width', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLesson(page);
  await runCell(page, 'apply');
  for (const width of [1440, 1000, 360]) {
    await page.setViewportSize({ width, height: 900 });
    if (width < 800 && !(await pane(page).evaluate((element) => element.classList.contains('open')))) await pane(page).locator('.sheet-bar').click();
    const lines = await pane(page).locator('.tile code').evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight)));
    expect(Math.max(...lines), `lines of a name at ${width} px`).toBeLessThanOrEqual(2.1);
    expect(await smallTargets(page), `too small at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await pane(page).getByRole('tab', { name: 'Cluster' }).press('ArrowRight');
  const cut = await pane(page).getByRole('tab', { name: 'Control plane' }).evaluate((tab) => {
    const style = getComputedStyle(tab);
    return Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth);
  });
  expect(cut).toBeLessThanOrEqual(0);
});
