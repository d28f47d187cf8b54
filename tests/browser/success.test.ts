/** A new learner at an exercise: the first Run on a fresh page, a universe and the way back from it, and what passing shows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import {
  awake,
  axe,
  axeOfColors,
  button,
  cell,
  checked,
  exercise,
  listenForTrouble,
  notice,
  openLesson,
  outputOf,
  pane,
  said,
  writeExercise,
} from './steps.ts';

const file = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../src/content/lessons/1-one-idea/1-thermostats/${path}`, import.meta.url)), 'utf8');

/** Where the exercise's code stands in its box: each line with text, and the box's height. */
const placesOfCode = (page: Page): Promise<{ height: number; lines: { left: number; top: number; height: number }[] }> =>
  exercise(page).locator('.ed').evaluate((box) => {
    const from = box.getBoundingClientRect();
    const lines = [...box.querySelectorAll('.l, .cm-line')].map((line) => {
      const text = document.createRange();
      text.selectNodeContents(line);
      const number = line.querySelector('.ln');
      if (number) text.setStartAfter(number);
      const first = [...text.getClientRects()].find(({ width }) => width > 0);
      return { left: Math.round((first?.left ?? 0) - from.left), top: Math.round((first?.top ?? 0) - from.top), height: line.getBoundingClientRect().height };
    });
    return { height: from.height, lines: lines.filter(({ left }) => left > 0) };
  });

test('an exercise on a fresh page: Run, a failing universe and back, passing', async ({ page }) => {
  test.setTimeout(240_000);
  const trouble = listenForTrouble(page);
  await openLesson(page, '/lessons/1-thermostats/');
  const sum = page.locator('[data-course-sum]').first();
  const data = JSON.parse((await page.locator('#lesson-data').textContent()) ?? '');
  const above: string = data.exercise.above.at(-1);

  await test.step('the exercise is at most ten stops of Tab away', async () => {
    const focused = page.locator(':focus');
    let stops = 0;
    const tab = async (): Promise<void> => {
      await page.keyboard.press('Tab');
      stops += 1;
      expect(stops, 'stops of Tab').toBeLessThanOrEqual(10);
    };
    await tab();
    await tab();
    await page.keyboard.press('Enter');
    await expect(exercise(page)).toBeInViewport();
    do await tab();
    while (!(await focused.evaluate((place) => place.matches('.exercise [role="tab"][aria-selected="true"]'))));
  });

  await test.step('code stands still when its editor opens, and nothing in it wraps', async () => {
    await exercise(page).evaluate((place) => place.scrollIntoView());
    await awake(exercise(page));
    for (const width of [1440, 800]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await button(exercise(page), /^(Run|Check in.*|Hints|Compare with solution|Reset)$/).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      expect(tops).toHaveLength(5);
      expect(new Set(tops).size, `rows of buttons at ${width} px`).toBe(1);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const before = await placesOfCode(page);
    await exercise(page).locator('.ed pre').focus();
    await expect(exercise(page).locator('.cm-content')).toBeFocused();
    expect(await placesOfCode(page)).toEqual(before);
    expect(new Set(before.lines.map(({ height }) => height))).toEqual(new Set([22]));
    // The focus ring lies over everything, also over the line numbers.
    const ring = await exercise(page).locator('.cm-editor').evaluate((editor) => {
      const { zIndex, borderLeftWidth } = getComputedStyle(editor, '::after');
      const gutter = editor.querySelector('.cm-gutters');
      return { width: borderLeftWidth, over: Number(zIndex) > Number(gutter === null ? 0 : getComputedStyle(gutter).zIndex) };
    });
    expect(ring).toEqual({ width: '2px', over: true });
    // The long line of the question: End goes to its end.
    const asked = exercise(page).locator('.cm-line', { hasText: '// Yours.' });
    await asked.click({ position: { x: 60, y: 11 } });
    await page.keyboard.press('End');
    await expect(exercise(page).locator('.ed-foot')).toContainText(`column ${(await asked.innerText()).length + 1}`);
    await button(exercise(page), 'Hints').click();
    const [hints, row] = [await exercise(page).locator('.hints').boundingBox(), await button(exercise(page), 'Reset').boundingBox()];
    expect(hints?.y).toBeGreaterThan(row?.y ?? Number.POSITIVE_INFINITY);
  });

  await test.step('the first Run runs the cells above, and says so', async () => {
    await button(exercise(page), 'Run').click();
    await checked(page);
    await expect(said(page)).toContainText('ran first. Yours runs in the cluster now.');
    await awake(cell(page, above));
    await expect(cell(page, above)).toHaveClass(/\b(fresh|error)\b/);
    // Figures of the text are the build's.
    for (const figure of await page.locator('.chartfig').all()) await expect(figure).toContainText('Drawn from the lesson’s own code.');
  });

  await test.step('failing universes are walked by arrows', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await checked(page);
    await expect(said(page)).toHaveText(/^[A-Z][a-z ]+: \d+ of \d+ universes converged\.$/);
    await expect(sum).toHaveText('0 of 30');
    const failing = exercise(page).locator('.unis button');
    await failing.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(failing.nth(1)).toBeFocused();
    await expect(failing.nth(1)).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a universe has one name, and one’s own session comes back from it', async () => {
    const printed = await outputOf(page, above).innerText();
    const clock = await pane(page).locator('.clock').innerText();
    const name = /Universe \d+/.exec(await exercise(page).locator('.hint h4').innerText())?.[0] ?? '';
    await button(exercise(page), 'Open the moment it broke').click();
    await expect(notice(page)).toContainText(name);
    await expect(pane(page).locator('.pane-top')).toContainText(name.toLowerCase());
    expect(await pane(page).locator('.pane-top').innerText()).not.toContain('seed');
    // The room that broke is drawn and charted before its neighbours.
    await expect(pane(page).locator('.roomview').first()).not.toContainText('/room');
    await expect(pane(page).locator('.chart-top option:checked')).toHaveText('room');
    expect(await axe(page, '#pane')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeOfColors(page, '#pane')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await expect(pane(page).locator('.xterm-rows')).toContainText('~ $');
    await page.keyboard.type('kubectl get configmaps');
    await page.keyboard.press('Enter');
    await expect(pane(page).locator('.xterm-rows')).toContainText('DATA');
    await expect(notice(page)).toContainText(name);
    await page.getByRole('tab', { name: 'Cluster' }).click();
    await button(pane(page), 'Back to your session').click();
    await expect(notice(page)).toHaveCount(0);
    await expect(pane(page).locator('.clock')).toHaveText(clock.replaceAll('\n', ' '));
    await expect(pane(page).locator('.pane-top')).toContainText('seed');
    await expect(cell(page, above)).toContainText(printed.split('\n')[0] ?? '');
  });

  await test.step('passing shows: the panel, the header, a sentence, what to do next', async () => {
    const room = pane(page).getByRole('region', { name: 'The room' });
    for (let degrees = 0; degrees < 3; degrees += 1) await button(room, /^\+1/).click();
    await expect(room).toContainText('wanted 24');
    await expect(room.locator('.v-gap')).toHaveText(/^\d.* too cold$/);
    // The universe that failed is still shown when another text passes.
    await button(exercise(page), 'Open the moment it broke').click();
    await expect(notice(page)).toHaveCount(1);
    await writeExercise(page, file('solution/thermostat.ts'));
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await checked(page);
    await expect(said(page)).toHaveText('All 100 universes converged.');
    await expect(notice(page)).toHaveCount(0);
    await expect(room).toContainText('wanted 24');
    await expect.poll(async () => Math.abs(24 - Number(await room.locator('.v-is').innerText())), { message: 'the gap closes' }).toBeLessThanOrEqual(0.5);
    await expect(sum).toHaveText('1 of 30');
    await expect(page.locator('[data-course] g[data-number="1"]')).toHaveClass(/\bdone\b/);
    const passed = page.getByRole('region', { name: 'Passed' });
    await expect(passed).toContainText('You can write a loop');
    await expect(passed.getByRole('link', { name: /^Next lesson: / })).toHaveAttribute('href', /2-your-own-controller/);
    expect(await axe(page, '.exercise')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeOfColors(page, '.exercise')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await passed.evaluate((place) => place.scrollWidth - place.clientWidth), 'what sticks out on a phone').toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(passed, 'Hand in').click();
    // Asked once: the second time it is saved at once.
    await expect(page.getByLabel('Your name or number')).toBeFocused();
    await page.keyboard.type('Kim 4711');
    const saved = async (act: () => Promise<void>): Promise<string> => (await Promise.all([page.waitForEvent('download'), act()]))[0].suggestedFilename();
    expect(await saved(() => page.keyboard.press('Enter'))).toBe('converge-submission-1-thermostats-kim-4711.json');
    await button(page, 'Close').click();
    expect(await saved(() => button(passed, 'Hand in').click())).toBe('converge-submission-1-thermostats-kim-4711.json');
    await button(page, 'Close').click();
  });

  await test.step('after a restart, what was printed before says that it was', async () => {
    await button(page, 'Restart').click();
    await expect(page.locator('.cell .say').first()).toHaveText(/from before the restart/);
  });

  await test.step('the home page knows it, and goes on with the next lesson', async () => {
    await page.goto('/');
    await expect(page.locator('.path a.done')).toHaveText(/Thermostats all the way down\s*, done/);
    await expect(page.getByRole('link', { name: 'Go on with lesson 2' })).toHaveAttribute('href', /2-your-own-controller/);
    expect(await axe(page, '.path')).toEqual([]);
  });
  expect(trouble).toEqual([]);
});
