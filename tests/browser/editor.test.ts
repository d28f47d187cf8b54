/** The engine's own code in the pane, by keys: opened, changed, watched, saved, compared, kept; and what its calls did. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { axe, axeOfColors, button, cell, exercise, listenForTrouble, onOneCore, openLesson, outputOf, pane, rewriteCell, runCell, tabTo, writeExercise } from './steps.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const code = (page: Page): Locator => pane(page).getByRole('region', { name: 'Code', exact: true });
const editor = (page: Page): Locator => code(page).locator('.cm-content');
const calls = (page: Page): Locator => code(page).getByRole('region', { name: 'Calls of reconcile of replicaset' });
const saidBelow = (page: Page): Locator => code(page).locator('.ed-say[role="status"]');
/** What is put into `reconcile`, and at which line. */
const line = 'tools.client.list(Pod); // read, and dropped.';
const insertAt = 19;

/** What axe finds in the pane in both themes, in a line each. The second differs from the first in its colors. */
async function inThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [index, colorScheme] of (['light', 'dark'] as const).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const find = index === 0 ? axe : axeOfColors;
    found.push(...(await find(page, '#pane')).map((line) => `${colorScheme} ${line}`));
  }
  return found;
}

/** Its right lower corner can be seen. */
function isOnTop(element: Element): boolean {
  const { right, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(right - 3, bottom - 3));
}

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
}

async function openController(page: Page, name: string): Promise<void> {
  await command(page, `open controller ${name}`);
  await expect(code(page).getByRole('tab', { name: 'index.ts' })).toHaveAttribute('aria-selected', 'true');
}

test('a built-in controller is opened from the palette, changed, watched, saved, compared, and kept', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await openLesson(page);
  await runCell(page, 'apply');
  await page.locator('h1').focus();
  await openController(page, 'replicaset');

  await test.step('a line is put in, with every key, and a promise nobody waits for is marked', async () => {
    await command(page, 'go to the cluster');
    await expect(pane(page).getByRole('tab', { name: 'Code' })).toBeFocused();
    await tabTo(page, code(page).getByRole('tab', { name: 'index.ts' }));
    for (const name of ['order.ts', 'plan.ts', 'reconcile.ts']) {
      await page.keyboard.press('ArrowRight');
      await expect(code(page).getByRole('tab', { name })).toBeFocused();
    }
    await tabTo(page, editor(page));
    await page.keyboard.press('ControlOrMeta+Home');
    for (let at = 1; at < insertAt; at += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.type(line);
    await page.keyboard.press('Escape');
    await expect(editor(page)).toContainText(line);
    await expect(editor(page).locator('.msg.warning')).toHaveCount(1, { timeout: 40_000 });
  });

  await test.step('an expression is watched in a line, and the controller saved: its calls fill the table', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+b');
    const field = code(page).getByRole('textbox', { name: /^Watch in line/ });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(editor(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+b');
    await page.keyboard.type('key');
    await page.keyboard.press('Enter');
    await expect(editor(page).locator('.cm-watch-value')).toHaveText('key = not reached yet');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saidBelow(page)).toHaveText('The controller replicaset runs from here now.');
    await runCell(page, 'list');
    await expect(calls(page).getByRole('columnheader').first()).toHaveText('key');
    await expect(calls(page).getByRole('columnheader', { name: 'key', exact: true })).toHaveCount(2);
    const row = calls(page).getByRole('row').nth(1);
    await expect(row.getByRole('rowheader')).toContainText('default/web');
    await expect(row).toContainText('ReplicaSet default/web');
    await expect(editor(page).locator('.cm-watch-value')).toHaveText(/^key = "default\/web/);
    await expect(calls(page).getByRole('list', { name: 'Watch expressions' })).toContainText(/key\s*= "default\/web/);
    expect(await inThemes(page)).toEqual([]);
  });

  await test.step('it is compared with the built-in one, and nothing is overwritten unasked', async () => {
    await page.keyboard.press('Escape');
    await tabTo(page, button(code(page), 'Compare'));
    await page.keyboard.press('Enter');
    await expect(code(page).locator('.diff .removed')).toContainText(line);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await inThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('"Why?" of a call shows its chain of causes', async () => {
    await tabTo(page, calls(page).getByRole('button', { name: /^Why/ }).first());
    await page.keyboard.press('Enter');
    await expect(pane(page).getByRole('tab', { name: 'Trace' })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a reload and a restart keep the text, the watch, and what runs', async () => {
    await page.reload();
    await openLesson(page);
    await pane(page).getByRole('tab', { name: 'Code' }).click();
    await expect(editor(page)).toContainText(line);
    await expect(editor(page).locator('.cm-watch-value')).toHaveText(/^key = /);
    await expect(code(page).locator('.ed-foot')).toContainText('runs as it stands here');
    await command(page, 'restart and run all');
    await expect(outputOf(page, 'list')).toContainText('web-');
    await expect(code(page).locator('.ed-foot')).toContainText('runs as it stands here');
    await button(code(page), 'Run the built-in one').click();
    await expect(code(page).locator('.ed-foot')).toContainText('the built-in one runs');
  });
  expect(trouble).toEqual([]);
});

test('a type error is underlined, and told below its line, under the pointer, and by keys', async ({ page }) => {
  await onOneCore(page);
  await openLesson(page);
  const words = /Property 'nmae' does not exist on type/;
  await writeExercise(page, "import { type Pod } from 'converge/sdk';\n\nexport const nameOf = (pod: Pod) => pod.metadata.nmae;\n");
  const text = exercise(page).locator('.cm-content');
  const squiggle = text.locator('.cm-lintRange-error');
  await expect(squiggle).toHaveText('nmae', { timeout: 40_000 });
  expect(await squiggle.evaluate((each) => getComputedStyle(each).backgroundImage + getComputedStyle(each).textDecorationLine)).toMatch(/url|gradient|underline/);
  await expect(text.locator('.msg')).toHaveText(words);

  await test.step('under the pointer', async () => {
    await squiggle.hover();
    await expect(page.locator('.cm-tooltip-lint')).toContainText(words);
    await expect(page.locator('.cm-tooltip-lint')).toBeInViewport();
    // It reaches over the panel beside the lesson, which covers none of it.
    const panelFrom = await pane(page).evaluate((element) => element.getBoundingClientRect().left);
    expect(await page.locator('.cm-tooltip-lint').evaluate((element) => element.getBoundingClientRect().right)).toBeGreaterThan(panelFrom);
    expect(await page.locator('.cm-tooltip-lint').evaluate(isOnTop)).toBe(true);
    await page.mouse.move(0, 0);
    await expect(page.locator('.cm-tooltip-lint')).toHaveCount(0);
  });

  await test.step('by keys: F8 goes to the error and says it', async () => {
    await text.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('F8');
    await expect(exercise(page).locator('.cm-activeLine')).toContainText('pod.metadata.nmae');
    await expect(page.locator('.cm-tooltip-lint')).toContainText(words);
    await page.keyboard.press('ControlOrMeta+Shift+M');
    const list = exercise(page).getByRole('listbox');
    await expect(list).toContainText(words);
    await expect(list).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(text).toBeFocused();
  });
});

test('code has the same colors before, in and after the editor, and what colors it comes with the editor', async ({ page }) => {
  const highlighter: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:tokenizer|typescript|yaml|shellscript)\.[\w-]+\.js/.test(request.url())) highlighter.push(request.url());
  });
  await openLesson(page);
  /** What is colored in a text: class and words. */
  const colors = (within: Locator): Promise<string[]> =>
    within.locator('[class^="tk-"]:not(.tk-p)').evaluateAll((all) => all.map((each) => `${each.className.trim()} ${each.textContent}`));
  const list = cell(page, 'list');
  const built = await colors(list.locator('.cell-in pre'));
  expect(built).toContain('tk-k kubectl');
  const exerciseBuilt = await colors(exercise(page).locator('.ed pre'));
  expect(exerciseBuilt).toContain('tk-k export');
  await runCell(page, 'apply');
  expect(highlighter).toEqual([]);

  const text = (await list.locator('.cell-in pre').innerText()).replaceAll(/^\$ /gm, '');
  await rewriteCell(page, 'list', text.trimEnd());
  await expect(list.locator('.cm-content .tk-k').first()).toBeVisible();
  expect(await colors(list.locator('.cm-content'))).toEqual(built);
  await page.keyboard.press('End');
  await page.keyboard.type(' # mine');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(list.locator('.cell-in pre .tk-c')).toHaveText('# mine');
  expect(await colors(list.locator('.cell-in pre'))).toEqual([...built, 'tk-c # mine']);
  expect(highlighter.length).toBeGreaterThan(0);

  await exercise(page).locator('.ed pre').focus();
  await expect(exercise(page).locator('.cm-content .tk-k').first()).toBeVisible();
  // The editor draws what is in sight.
  const drawn = await colors(exercise(page).locator('.cm-content'));
  expect(drawn.length).toBeGreaterThan(5);
  expect(exerciseBuilt.slice(0, drawn.length)).toEqual(drawn);
});

/** Of each line that wraps: where its code begins, and where it goes on furthest to the left. */
function wrapped(lines: Element[]): [first: number, rest: number][] {
  return lines.flatMap((line): [number, number][] => {
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const marks: DOMRect[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.closest('.ln')) continue;
      for (const { index } of (node.textContent ?? '').matchAll(/\S/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        marks.push(range.getBoundingClientRect());
      }
    }
    const [first] = marks;
    const below = marks.filter(({ top }) => first !== undefined && top > first.top + 10);
    return first === undefined || below.length === 0 ? [] : [[first.left, Math.min(...below.map(({ left }) => left))]];
  });
}

test('a line that wraps goes on below its own code, with and without the editor', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLesson(page, '/lessons/28-your-own-operator/');
  for (const lines of ['.ed .l', '.cm-line']) {
    const found = await exercise(page).locator(lines).evaluateAll(wrapped);
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(([first, rest]) => rest < first)).toEqual([]);
    if (lines === '.ed .l') await exercise(page).locator('.ed pre').click();
    await expect(exercise(page).locator('.cm-content')).toBeVisible();
  }
});
