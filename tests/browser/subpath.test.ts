/** The course under a sub-path of somebody's site, on a host that sets no headers: `npm run build -- --base /course/`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { serveFolder } from '../../scripts/serve-site.ts';
import { awake, cell, listenForTrouble, openLesson, outputOf, runCell } from './steps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';
let server: Server | undefined;
let origin = '';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'converge-course-'));
  const out = join(folder, 'site');
  const node = join(root, 'node_modules/.bin/node');
  const build = spawnSync(
    existsSync(node) ? node : process.execPath,
    ['scripts/build.ts', '--only-site', '--base', '/course/', '--out', out],
    { cwd: root, encoding: 'utf8' },
  );
  expect(build.status, `${build.stdout}${build.stderr}`.slice(-2000)).toBe(0);
  rmSync(join(out, '_headers'), { force: true });
  server = await serveFolder(out, 0, '/course/');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  origin = `http://127.0.0.1:${address.port}`;
});

test.afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  rmSync(folder, { recursive: true, force: true });
});

test('every link and every file stays under the sub-path; the lesson runs', async ({ page }) => {
  const trouble = listenForTrouble(page);
  const outside: string[] = [];
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !pathname.startsWith('/course/')) outside.push(pathname);
  });
  await page.goto(`${origin}/course/`);
  const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((href) => !href.startsWith('/course/'))).toEqual([]);
  await page.locator('a[href*="12-replicaset"]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'ReplicaSet' })).toBeVisible();
  await openLesson(page, page.url());
  await awake(cell(page, 'apply'));
  const built = await outputOf(page, 'apply').innerText();
  await runCell(page, 'apply');
  await expect(cell(page, 'apply')).toHaveClass(/\bfresh\b/);
  expect(await outputOf(page, 'apply').innerText()).toBe(built);
  const inside = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(inside.filter((href) => !href.startsWith('/course/'))).toEqual([]);
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill('ownerReferences');
  await expect(page.getByRole('dialog').getByRole('link').first()).toHaveAttribute('href', /^\/course\/lessons\//);
  expect(outside).toEqual([]);
  expect(trouble).toEqual([]);
});
