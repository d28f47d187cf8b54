/** The course under a sub-path of somebody's site, on a host that sets no headers, with reports to a record store: `npm run build -- --base /course/ --xapi …`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { serveFolder } from '../../scripts/serve-site.ts';
import { type RecordStoreDouble, startRecordStore } from '../../src/lesson/xapi/testing.ts';
import { nginx, startNginx } from './nginx.ts';
import { awake, button, cell, checked, checkUntilFailing, exercise, filesOf, listenForTrouble, openLesson, outputOf, runAndCheck, runCell, writeExercise } from './steps.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';
let server: Server | undefined;
let origin = '';
let store: RecordStoreDouble;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'converge-course-'));
  const out = join(folder, 'course');
  store = await startRecordStore('Basic abc');
  const node = join(root, 'node_modules/.bin/node');
  const build = spawnSync(
    existsSync(node) ? node : process.execPath,
    ['scripts/build.ts', '--only-site', '--base', '/course/', '--out', out, '--xapi', store.url, '--xapi-authorization', 'Basic abc'],
    { cwd: root, encoding: 'utf8' },
  );
  expect(build.status, `${build.stdout}${build.stderr}`.slice(-2000)).toBe(0);
  // The folder's own server sends none; nginx doesn't read them.
  rmSync(join(out, '_headers'));
  server = await serveFolder(out, 0, '/course/');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  origin = `http://127.0.0.1:${address.port}`;
});

test.afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  await store.close();
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

test('an answer is reported to the store that the page names; when it refuses, the page says so, and sends it later', async ({ page }) => {
  await openLesson(page, `${origin}/course/lessons/1-thermostats/`);
  const notice = page.locator('.reports');
  await expect(notice).toContainText(`This course reports your answers, checks and finished lessons to ${new URL(store.url).host}`);
  const answers = page.locator('[data-quiz]').first().locator('.choice');
  await answers.first().click();
  await expect.poll(() => store.statements).toHaveLength(1);
  expect(store.statements[0]).toMatchObject({
    actor: { account: { homePage: `${origin}/course/` } },
    verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
    object: { id: `${origin}/course/lessons/1-thermostats/#quiz-1` },
  });
  store.fail(403);
  await answers.nth(1).click();
  await expect(notice.getByRole('status')).toContainText('Nothing arrives, because it answers with status 403.');
  store.fail(undefined);
  await openLesson(page, page.url());
  await expect.poll(() => store.statements).toHaveLength(2);
  await expect(notice.getByRole('status')).toBeEmpty();
});

test('a check that fails, one that passes and the finished lesson are reported', async ({ page }) => {
  const before = store.statements.length;
  const reported = (): readonly unknown[] => store.statements.slice(before).map(({ verb, result }) => [/\w+$/.exec((verb as { id: string }).id)?.[0], (result as { success?: boolean }).success]);
  await openLesson(page, `${origin}/course/lessons/1-thermostats/`);
  await awake(exercise(page));
  await checkUntilFailing(page);
  await expect.poll(reported).toEqual([['failed', false]]);
  await writeExercise(page, filesOf('1-one-idea/1-thermostats')('solution/thermostat.ts'));
  await button(exercise(page), /^Check in/).click();
  await checked(page);
  await expect.poll(reported).toEqual([['failed', false], ['passed', true], ['completed', undefined]]);
});

/** What the page's policy reports when a script is injected into it, and when a text is evaluated. */
const forbidden = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const reports: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => reports.push(`${effectiveDirective} ${blockedURI}`));
    const script = document.createElement('script');
    script.textContent = 'globalThis.injected = true';
    document.body.append(script);
    // Evaluated by the page itself: the browser lets its tester do it.
    const button = document.createElement('button');
    button.addEventListener('click', () => new Function('globalThis.injected = true')());
    await new Promise((resolve) => setTimeout(() => resolve(button.click())));
    await new Promise((resolve) => setTimeout(resolve));
    return 'injected' in globalThis ? ['injected'] : [...new Set(reports)];
  });

test('nginx, as docs/hosting.md sets it up, sends the policy, caches by hash, compresses the engine, and a lesson runs', async ({ page }, info) => {
  info.skip(nginx === undefined, 'nginx isn’t here: apt-get install nginx');
  const hosted = await startNginx(nginx ?? '', folder, join(folder, 'nginx'));
  try {
    const trouble = listenForTrouble(page);
    const engine = page.waitForResponse(/\/_astro\/core\.[^/]*\.txt$/);
    const opened = await page.goto(`${hosted.url}lessons/1-thermostats/`);
    const headers = await opened?.allHeaders();
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-encoding': 'gzip',
      'content-security-policy': expect.stringContaining("script-src 'self' 'wasm-unsafe-eval' 'sha256-"),
      'x-content-type-options': 'nosniff',
    });
    expect(headers?.['content-security-policy']).not.toContain("'unsafe-eval'");
    expect(headers?.['content-security-policy']).toContain("frame-ancestors 'self'");
    await runAndCheck(page);
    expect(await (await engine).allHeaders()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(trouble).toEqual([]);
    expect(await forbidden(page)).toEqual(['script-src-elem inline', 'script-src eval']);
    const answers = ['nowhere/', 'nginx.conf', 'engine/isolated/', 'lessons/1-thermostats', 'embed/1-thermostats/'].map((path) => fetch(hosted.url + path, { redirect: 'manual' }));
    const [nowhere, configuration, isolated, slashless, forFrames] = await Promise.all(answers);
    expect([nowhere?.status, await nowhere?.text()]).toEqual([404, expect.stringContaining('Wanted, missing')]);
    expect(configuration?.status).toBe(404);
    expect(isolated?.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(forFrames?.headers.get('content-security-policy')).toMatch(/^(?!.*frame-ancestors)default-src/);
    expect([slashless?.status, slashless?.headers.get('location')]).toEqual([301, '/course/lessons/1-thermostats/']);
  } finally {
    await hosted.close();
  }
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('under the sub-path a kept page runs and checks when its server has gone', async ({ page, context }, info) => {
    info.skip(nginx === undefined, 'nginx isn’t here: apt-get install nginx');
    const hosted = await startNginx(nginx ?? '', folder, join(folder, 'nginx-offline'));
    try {
      await openLesson(page, `${hosted.url}lessons/1-thermostats/`);
      const menu = page.getByRole('group', { name: 'Reading offline' });
      await button(menu, 'Keep this page offline').click();
      await expect(menu.getByRole('status')).toHaveText('This page works offline.', { timeout: 60_000 });
    } finally {
      await hosted.close();
    }
    await context.setOffline(true);
    await openLesson(page, page.url());
    await runAndCheck(page);
  });
});
