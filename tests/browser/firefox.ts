/** Firefox (Debian's, through WebDriver BiDi). */
import { launch, type Page } from 'puppeteer-core';
import { findProgram } from '../../scripts/machine/programs.ts';
import type { DrivenPage } from './walk.ts';

/** Undefined where it isn't installed. */
export const firefoxProgram = findProgram('firefox-esr', 'firefox');

export const whyNoFirefox = 'Firefox isn’t here: apt-get install firefox-esr';

export interface FirefoxPage extends DrivenPage {
  readonly page: Page;
  /** Errors of the page until now: a list that fills. */
  readonly trouble: string[];
}

export interface Firefox {
  newPage(): Promise<FirefoxPage>;
  close(): Promise<void>;
}

/** `preferences`: of Firefox, as in about:config. */
export async function openFirefox(executablePath: string, preferences: Readonly<Record<string, unknown>> = {}): Promise<Firefox> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox: { ...preferences } });
  return {
    close: () => browser.close(),
    async newPage() {
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      await page.setViewport({ width: 1440, height: 900 });
      const trouble: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') trouble.push(message.text());
      });
      page.on('pageerror', (error) => trouble.push(String(error)));
      return {
        page,
        trouble,
        open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
        evaluate: (expression) => page.evaluate(expression),
        click: (selector) => page.click(selector),
      };
    },
  };
}
