/** The WebContainer runtime in Chromium: the real client, and a stand-in where StackBlitz would be. */
import { expect, type Page, test } from '@playwright/test';
import { conformance } from '../../src/runtimes/testing/conformance.ts';
import { loops } from '../../src/runtimes/testing/loops.ts';
import { type ContainerSite, openContainerSite } from './container-site.ts';

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
  await open(page);
  for (const { name } of suite) {
    await test.step(name, () => page.evaluate((wanted) => globalThis.containerTests.run(wanted), name));
  }
});
