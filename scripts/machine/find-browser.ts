/** The Chromium that browser tests and the benchmark drive, among those that are there. `provide-browser.ts` gets one where none is. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, isProgram } from './programs.ts';

/** Browsers that came from a registry are kept here; `npm ci` clears it. */
export const browserCache = fileURLToPath(new URL('../../node_modules/.cache/converge-chromium', import.meta.url));
/** Starts the browser of the cache with the libraries and fonts it brings. */
export const cachedBrowser = join(browserCache, 'chromium.sh');

/**
 * Programs to try, the likeliest first: `$CHROMIUM_PATH`, the PATH, where macOS keeps applications, Playwright's downloads, our own cache.
 * The shell without a window comes before the whole browser: it doesn't draw tabs and toolbars that nobody sees.
 */
export function browserCandidates(): string[] {
  const candidates = [
    process.env['CHROMIUM_PATH'],
    findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...playwrightBrowsers(),
    cachedBrowser,
  ];
  return candidates.filter((path) => path !== undefined).filter(isProgram);
}

/** What `playwright install chromium` has left, the newest first. */
function playwrightBrowsers(): string[] {
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(homedir(), 'AppData/Local/ms-playwright'),
  };
  const folder = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? caches[process.platform] ?? join(homedir(), '.cache/ms-playwright');
  if (!existsSync(folder)) return [];
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ];
  const versions = readdirSync(folder).filter((name) => name.startsWith('chromium'));
  const newestFirst = versions.sort((a, b) => Number(b.split('-').at(-1)) - Number(a.split('-').at(-1)));
  return newestFirst.flatMap((version) => programs.map((program) => join(folder, version, program)));
}

/** Path of the browser's program. Throws a sentence that says what to install. */
export function findBrowser(): string {
  const [found] = browserCandidates();
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium was found. `npm test -- --only browser` gets one; or install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
  );
}
