/** The WebContainer runtime in Chromium: the real client, and a stand-in where StackBlitz would be. */
import { expect, type Page, test } from '@playwright/test';
import { conformance } from '../../src/runtimes/testing/conformance.ts';
import { loops } from '../../src/runtimes/testing/loops.ts';
import { type ContainerSite, openContainerSite } from './container-site.ts';
import { awake, listenForTrouble, notice, openLesson, outputOf, pane, runCell } from './steps.ts';

let site: ContainerSite;
test.beforeAll(async () => {
  site = await openContainerSite();
});
test.afterAll(() => site.close());
test.afterEach(() => {
  site.standIn.behaviour = 'well';
});

async function open(page: Page): Promise<void> {
  await page.addInitScript((url) => Reflect.set(globalThis, 'WEBCONTAINER_API_IFRAME_URL', url), site.standIn.url);
  await page.goto(site.url);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
}

// One page and one boot for a whole suite, as a reader has.
const suites = { 'does what every runtime does': conformance, 'comes back from code that never ends': loops };
for (const [title, suite] of Object.entries(suites)) test(`the WebContainer runtime ${title}`, async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  for (const { name } of suite) {
    await test.step(name, () => page.evaluate((wanted) => globalThis.containerTests.run(wanted), name));
  }
});

test('a reader chooses the WebContainer: the page isolates itself once, the session moves there, and back when it breaks', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await page.addInitScript((url) => Reflect.set(globalThis, 'WEBCONTAINER_API_IFRAME_URL', url), site.standIn.url);
  await openLesson(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  const badge = pane(page).locator('.badge');
  await awake(badge);
  await badge.press('Enter');
  await pane(page).getByRole('button', { name: 'WebContainer', exact: true }).press('Enter');
  await page.waitForFunction(() => crossOriginIsolated);
  await awake(badge);
  await runCell(page, 'apply');
  await expect(badge).toHaveText(/runs in: WebContainer/, { timeout: 40_000 });
  await runCell(page, 'list');
  await expect(outputOf(page, 'list')).toContainText('web-');
  // Its frame is taken away, as by a shield that wakes up late.
  await page.evaluate(() => document.querySelector('iframe[title="WebContainer"]')?.remove());
  await expect(badge).toHaveText(/runs in: worker/);
  await expect(notice(page)).toContainText('The session goes on in the worker');
  await runCell(page, 'list');
  await expect(outputOf(page, 'list')).toContainText('web-');
  expect(trouble).toEqual([]);
});
