/** What tests do in a lesson that runs in a WebContainer. StackBlitz is played by the stand-in. */
import { expect, type Locator, type Page } from '@playwright/test';
import { button, pane } from './steps.ts';

export const operatorPage = '/lessons/28-your-own-operator/';
export const takeHomePage = '/lessons/30-take-it-home/';

/** Where the session runs. */
export const badge = (page: Page): Locator => pane(page).locator('.badge');
export const inContainer = (page: Page): Promise<void> => expect(badge(page)).toHaveText(/runs in: WebContainer/, { timeout: 40_000 });
export const inWorker = (page: Page): Promise<void> => expect(badge(page)).toHaveText(/runs in: worker\s*$/);

/** WebContainers come from there. */
export const bootFrom = (page: Page, url: string): Promise<unknown> => page.addInitScript((from) => Reflect.set(globalThis, 'WEBCONTAINER_API_IFRAME_URL', from), url);

/** Goes to a terminal of the panel: `jsh`, or one of the session's. */
export async function openShell(page: Page, name: string): Promise<void> {
  await pane(page).getByRole('tab', { name: 'Terminal' }).click();
  await button(pane(page), name).click();
  await pane(page).locator('.terminal-place textarea').focus();
}

/** Everything that the shown terminal has printed. */
async function printed(page: Page): Promise<string> {
  await button(pane(page), 'As text').click();
  const text = await pane(page).locator('.terminal-text').innerText();
  await button(pane(page), 'As text').click();
  await pane(page).locator('.terminal-place textarea').focus();
  return text;
}

/** Types a line; waits until the terminal shows all of this below it. */
export async function typeIn(page: Page, line: string, shown: readonly string[]): Promise<void> {
  await page.keyboard.type(`clear; ${line}`);
  await page.keyboard.press('Enter');
  for (const each of shown) await expect.poll(() => printed(page), { timeout: 30_000 }).toContain(each);
}
