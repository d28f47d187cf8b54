/** A page that is used with keys alone, in Chromium and in Firefox. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, expect } from '@playwright/test';
import type { KeyInput } from 'puppeteer-core';
import { firefoxProgram, openFirefox, whyNoFirefox } from './firefox.ts';
import { type AskedPage, found, holds } from './walk.ts';

export interface KeyedPage extends AskedPage {
  open(url: string): Promise<void>;
  /** `Control+Shift+Enter`: the keys go down in this order. */
  press(keys: string): Promise<void>;
  /** Characters of the keyboard, one by one. */
  type(text: string): Promise<void>;
  /** Errors of the page until now: a list that fills. */
  readonly trouble: readonly string[];
}

export interface KeyedBrowser {
  newPage(): Promise<KeyedPage>;
  close(): Promise<void>;
}

/** Its clipboard may be written by a script, as if another program had copied something. */
export async function openKeyedChromium(browser: Browser): Promise<KeyedBrowser> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
  return {
    close: () => context.close(),
    async newPage() {
      const page = await context.newPage();
      const trouble: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') trouble.push(message.text());
      });
      page.on('pageerror', (error) => trouble.push(String(error)));
      return {
        trouble,
        open: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate(expression),
        press: (keys) => page.keyboard.press(keys),
        type: (text) => page.keyboard.type(text),
      };
    },
  };
}

/** @throws Error where it isn't installed. */
export async function openKeyedFirefox(): Promise<KeyedBrowser> {
  if (firefoxProgram === undefined) throw new Error(whyNoFirefox);
  const firefox = await openFirefox(firefoxProgram, { 'dom.events.testing.asyncClipboard': true });
  return {
    close: () => firefox.close(),
    async newPage() {
      const { page, trouble, open, evaluate } = await firefox.newPage();
      const { keyboard } = page;
      return {
        trouble,
        open,
        evaluate,
        async press(keys) {
          const held = keys.split('+') as KeyInput[];
          const last = held.pop() ?? 'Escape';
          for (const key of held) await keyboard.down(key);
          await keyboard.press(last);
          for (const key of held.reverse()) await keyboard.up(key);
        },
        type: (text) => keyboard.type(text),
      };
    },
  };
}

/** Presses Tab (or Shift+Tab) until the element that a selector means has the focus, and its script is there. Fails at the page's end: beyond it, the browser itself has the focus. */
export async function tabTo(page: KeyedPage, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const focused = `document.activeElement?.matches(${JSON.stringify(selector)}) === true`;
  for (let presses = 0; presses < 300; presses += 1) {
    if (await page.evaluate(focused)) return holds(page, `document.activeElement.closest('astro-island')?.hasAttribute('ssr') !== true`);
    await page.press(key);
    // Where an editor takes the place of a text that had the focus, for a moment nothing has it.
    await holds(page, 'document.activeElement !== document.body');
  }
  throw new Error(`${key} doesn’t reach ${selector}; the focus is at ${await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)')}`);
}

/** Tabs to a button or a link and presses Enter. */
export async function pressAt(page: KeyedPage, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, selector, key);
  await page.press('Enter');
}

/** The editor has the focus: all of its text is replaced by this, from the clipboard. */
export async function paste(page: KeyedPage, text: string): Promise<void> {
  // The editor hears of its focus a moment after it has it.
  await expect(async () => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.press('Control+a');
    await page.press('Control+v');
    await holds(page, `String(document.activeElement.cmTile.root.view.state.doc) === ${JSON.stringify(text)}`, 5_000);
  }).toPass({ timeout: 60_000 });
}

/** In a list that has the focus: the arrow keys, until this value is chosen. */
export async function choose(page: KeyedPage, value: string): Promise<void> {
  const chosen = (): Promise<unknown> => page.evaluate('document.activeElement.value');
  const before = new Set<unknown>();
  for (let now = await chosen(); now !== value; now = await chosen()) {
    if (before.has(now)) throw new Error(`the list offers no ${value}, but ${[...before].join(', ')}`);
    before.add(now);
    await page.press('ArrowDown');
  }
}

/** What axe minds in this part of the page, in a line each. */
export async function axeOf(page: KeyedPage, within: string): Promise<unknown> {
  await page.evaluate(`typeof axe === 'object' || (() => { ${axeSource} })()`);
  return page.evaluate(`axe.run(${found(within)}, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => id + ': ' + help + ' at ' + target.join(' '))))`);
}

/** The same axe as in the tests that Playwright drives alone. */
const axeSource = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');
