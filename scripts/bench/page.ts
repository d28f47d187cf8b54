/** The page: what a lesson loads before anybody touches it, and how soon the first cell answers, in Chromium on the built site. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../browser.ts';
import { serveFolder } from '../serve-site.ts';
import type { Figure } from './figure.ts';

const lesson = '/lessons/12-replicaset/';

/** Milliseconds from pressing Run on the first cell until it says that it has run. */
async function timeFirstCell(page: Page): Promise<number> {
  const started = performance.now();
  await page.getByRole('button', { name: /^Run cell 1/ }).click();
  await page
    .locator('[data-cell="1"][data-state="fresh"], section[aria-label*="Cell 1"][aria-label*="has run"]')
    .first()
    .waitFor();
  return performance.now() - started;
}

/** Measures the built site; it must have been built before. */
export async function pageFigures(): Promise<Figure[]> {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url));
  if (!existsSync(dist)) throw new Error('dist/ is missing: run `npm run build` first');
  const port = 4398;
  const server = await serveFolder(dist, port);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const scripts = new Map<string, number>();
    page.on('response', (response) => {
      if (!(response.headers()['content-type'] ?? '').includes('javascript')) return;
      void response.body().then(
        (body) => scripts.set(response.url(), gzipSync(body, { level: 9 }).length),
        () => undefined,
      );
    });
    await page.goto(`http://127.0.0.1:${port}${lesson}`, { waitUntil: 'networkidle' });
    const initial = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
    const cold = await timeFirstCell(page);
    const warm = await timeFirstCell(page);
    return [
      { name: 'page.initial_js.gzip_bytes', value: initial, unit: 'bytes' },
      { name: 'page.first_cell.cold_ms', value: cold, unit: 'ms' },
      { name: 'page.first_cell.warm_ms', value: warm, unit: 'ms' },
    ];
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
