/**
 * What a reader's first click and first check cost: every byte the page fetches until then, compressed as it goes over the network, and the
 * time on a slow connection and a slow machine.
 *
 * The slowness is Chromium's own (DevTools protocol). It slows the page's main thread; the protocol has no such switch for workers, so the
 * engine's own thread runs at full speed.
 */
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { type SentFile, serveFolder } from '../serve-site.ts';
import type { Figure } from './figure.ts';
import { checkExercise, lesson, viewport, writeSolution } from './page-steps.ts';

/** 4 Mbit/s both ways, 60 ms a round trip, a CPU four times slower. */
const slow = { bytesPerSecond: 4_000_000 / 8, roundTripMs: 60, cpuFactor: 4 };
/** The reader looks at the page this long before they run its first cell. */
const readingMs = 10_000;
/** A page that hasn't requested anything for so long has all it wants. The server answers within milliseconds. */
const quietMs = 1_000;
/** The median of this many is the figure. */
const slowRuns = 3;

/** The type checker and its libraries: `page.first_check.without_types` leaves them out. */
const isTypeChecker = ({ path }: SentFile): boolean => /\/types-worker|\/type-(?:lib|checker)/.test(path);

const total = (files: readonly SentFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Serves a built site and writes down all it sends. */
async function serveCounting(dist: string) {
  let sent: SentFile[] = [];
  const server = await serveFolder(dist, 0, '/', (file) => sent.push(file));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}${lesson}`,
    /** What was sent since the last call. */
    takeSent(): readonly SentFile[] {
      const taken = sent;
      sent = [];
      return taken;
    },
    /** Waits until nothing has been sent for a while. A browser's own signal for that may never come: the page has workers in frames. */
    async settled(): Promise<void> {
      for (let before = -1; before !== sent.length; ) {
        before = sent.length;
        await setTimeout(quietMs);
      }
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

const runFirstCell = (page: Page) => page.getByRole('button', { name: /^Run cell 1\b/ });
const firstCellHasRun = (page: Page) => page.locator('section[aria-label^="Cell 1,"].fresh').waitFor();

/**
 * Everything that was sent from opening the lesson until its first cell's output (`toCell`), and until its exercise was checked, with what was
 * still on its way then (`toCheck`).
 */
async function filesOfFirstUse(browser: Browser, site: Site) {
  // What is stored for offline comes when the page has been open for a minute, which a busy machine may take for this.
  const page = await browser.newPage({ viewport, serviceWorkers: 'block' });
  site.takeSent();
  await page.goto(site.url);
  await runFirstCell(page).click();
  await firstCellHasRun(page);
  const toCell = site.takeSent();
  await writeSolution(page);
  await checkExercise(page);
  await site.settled();
  const toCheck = [...toCell, ...site.takeSent()];
  await page.close();
  return { toCell, toCheck };
}

type Site = Awaited<ReturnType<typeof serveCounting>>;

/** Milliseconds from the click on the first cell's button until its output, the click so long after opening the page. */
async function timeSlowFirstCell(browser: Browser, site: Site, clickAfterMs: number): Promise<number> {
  const page = await browser.newPage({ viewport });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.roundTripMs,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpuFactor });
  await page.addInitScript(timeFirstOutput);
  const opened = performance.now();
  await page.goto(site.url, { waitUntil: 'commit' });
  await page.waitForTimeout(Math.max(0, clickAfterMs - (performance.now() - opened)));
  await runFirstCell(page).click();
  const ms = await page.evaluate(() => Reflect.get(globalThis, 'firstOutputMs') as Promise<number>);
  await page.close();
  return ms;
}

/** Runs in the page: `firstOutputMs` becomes the time from the click (when the browser got it) to the cell's output. */
function timeFirstOutput(): void {
  const firstOutputMs = new Promise<number>((resolve) => {
    const onClick = (click: MouseEvent): void => {
      const cell = click.target instanceof Element ? click.target.closest('section.cell') : null;
      if (cell === null) return;
      document.removeEventListener('click', onClick, { capture: true });
      const observer = new MutationObserver(() => {
        if (!cell.classList.contains('fresh')) return;
        observer.disconnect();
        resolve(performance.now() - click.timeStamp);
      });
      observer.observe(cell, { attributes: true, subtree: true, childList: true });
    };
    document.addEventListener('click', onClick, { capture: true });
  });
  Object.assign(globalThis, { firstOutputMs });
}

async function medianSlowFirstCell(browser: Browser, site: Site, clickAfterMs: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < slowRuns; run += 1) times.push(await timeSlowFirstCell(browser, site, clickAfterMs));
  times.sort((a, b) => a - b);
  return times[Math.floor(slowRuns / 2)] ?? 0;
}

/** With `--files`, what a figure is made of goes to the error stream, the largest first. */
function listFiles(title: string, files: readonly SentFile[]): void {
  if (!process.argv.includes('--files')) return;
  console.error(`\n${title}: ${total(files)} bytes`);
  for (const { path, bytes } of [...files].sort((a, b) => b.bytes - a.bytes)) console.error(`${String(bytes).padStart(9)}  ${path}`);
}

/** What a built site sends on first use, in bytes. */
export interface FirstUseBytes {
  readonly cell: number;
  readonly check: number;
  readonly checkWithoutTypes: number;
}

async function bytesOfFirstUse(browser: Browser, site: Site): Promise<FirstUseBytes> {
  const { toCell, toCheck } = await filesOfFirstUse(browser, site);
  listFiles('until the first cell’s output', toCell);
  listFiles('until the first check is done', toCheck);
  return { cell: total(toCell), check: total(toCheck), checkWithoutTypes: total(toCheck.filter((file) => !isTypeChecker(file))) };
}

/** On a fresh page with an empty cache. */
export async function firstUseBytes(browser: Browser, dist: string): Promise<FirstUseBytes> {
  const site = await serveCounting(dist);
  try {
    return await bytesOfFirstUse(browser, site);
  } finally {
    site.close();
  }
}

/** Measures a built site in a browser; each figure on fresh pages with an empty cache. */
export async function firstUseFigures(browser: Browser, dist: string): Promise<Figure[]> {
  const site = await serveCounting(dist);
  try {
    const bytes = await bytesOfFirstUse(browser, site);
    const afterReading = await medianSlowFirstCell(browser, site, readingMs);
    const atOnce = await medianSlowFirstCell(browser, site, 0);
    return [
      { name: 'page.first_cell.gzip_bytes', value: bytes.cell, unit: 'bytes' },
      { name: 'page.first_check.gzip_bytes', value: bytes.check, unit: 'bytes' },
      { name: 'page.first_check.without_types.gzip_bytes', value: bytes.checkWithoutTypes, unit: 'bytes' },
      { name: 'page.first_cell.slow_ms', value: afterReading, unit: 'ms' },
      { name: 'page.first_cell.slow.at_once_ms', value: atOnce, unit: 'ms' },
    ];
  } finally {
    site.close();
  }
}
