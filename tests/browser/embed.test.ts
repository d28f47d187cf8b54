/** A cell of the course in a page of another site: its frame follows its height, needs no storage, and listens to that page alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Frame, type FrameLocator, type Page, test } from '@playwright/test';
import { port } from './serve.ts';
import { axe, button, listenForTrouble } from './steps.ts';

const course = `http://127.0.0.1:${port}/`;

/** Another site: another host and another port. */
let server: Server;
let site = '';
const pages = new Map<string, string>();
test.beforeAll(async () => {
  server = createServer((request, response) => {
    const text = pages.get(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  site = `http://localhost:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

/** Puts a page there, and returns its address. */
function publish(path: string, body: string): string {
  pages.set(path, `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page of another site</title><main><h1>Rooms</h1>${body}</main>`);
  return site + path;
}

const withCell = (attributes: string, text = ''): string =>
  `<script src="${course}embed.js" async></script><converge-cell ${attributes}>${text}</converge-cell>`;

/** The frame's cell, as it is drawn. */
const cellIn = (frame: FrameLocator, id: string) => frame.locator(`#cell-${id}`);

const embedded = async (page: Page): Promise<Frame> => {
  const handle = await page.locator('converge-cell iframe').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('the element has no frame');
  return frame;
};

/** The frame is as high as what it shows: nothing of it is cut off, and no room is left. */
async function expectFittingHeight(page: Page): Promise<number> {
  const frame = await embedded(page);
  await expect
    .poll(async () => {
      const needed = await frame.evaluate(() => Math.ceil(document.querySelector('main')?.getBoundingClientRect().height ?? 0));
      return ((await page.locator('converge-cell iframe').boundingBox())?.height ?? 0) - needed;
    })
    .toBe(0);
  return (await page.locator('converge-cell iframe').boundingBox())?.height ?? 0;
}

test('a cell of lesson 1 runs in another site’s page, after the cells above it, and the frame’s height follows', async ({ page }) => {
  const trouble = listenForTrouble(page);
  const engine: string[] = [];
  page.on('request', (request) => /\/core\.[^/]*\.txt$/.test(request.url()) && engine.push(request.url()));
  await page.goto(publish('/cold.html', withCell('lesson="1-thermostats" cell="cold" theme="dark" label="The room gets cold"')));
  const frame = page.frameLocator('converge-cell iframe');
  await expect(cellIn(frame, 'cold')).toBeVisible();
  await expect(cellIn(frame, 'room')).toBeHidden();
  await expect(page.locator('converge-cell iframe')).toHaveAttribute('title', 'The room gets cold');
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  const before = await expectFittingHeight(page);
  await page.waitForLoadState('networkidle');
  expect(engine).toEqual([]);
  const built = await cellIn(frame, 'cold').locator('.cell-out').textContent();
  await button(frame.locator('body'), 'Run cell 2').click();
  await expect(cellIn(frame, 'cold')).toHaveClass(/\b(fresh|unquiet)\b/);
  expect(await cellIn(frame, 'cold').locator('.cell-out').textContent()).toBe(built);
  // Its own text, and a longer output.
  await cellIn(frame, 'cold').locator('.cell-in pre').click();
  await frame.locator('.cm-content').fill('seq 30');
  await frame.locator('.cm-content').press('Control+Enter');
  await expect(cellIn(frame, 'cold').locator('.cell-out')).toContainText('30');
  expect(await expectFittingHeight(page)).toBeGreaterThan(before + 300);
  await expect(frame.getByRole('link', { name: /Lesson 1 of/ })).toHaveAttribute('href', /\/lessons\/1-thermostats\/#cell-cold$/);
  await page.locator('converge-cell').evaluate((element) => element.setAttribute('theme', 'light'));
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await axe(page)).toEqual([]);
  expect(trouble).toEqual([]);
});

test('a cell of the site’s own runs in a cluster of three nodes', async ({ page }) => {
  const text = '\n    kubectl get nodes -o name\n    kubectl get nodes --no-headers | wc -l\n  ';
  await page.goto(publish('/own.html', withCell('language="sh" nodes="2"', text)));
  const frame = page.frameLocator('converge-cell iframe');
  await button(frame.locator('body'), 'Run cell 1').click();
  await expect(cellIn(frame, 'own')).toHaveClass(/\bfresh\b/);
  await expect(cellIn(frame, 'own').locator('.cell-out')).toContainText(/node\/\S+\s+node\/\S+\s+2/);
  await expectFittingHeight(page);
});

test('what a stranger says is heard by neither side', async ({ page }) => {
  const stranger = publish('/stranger.html', '').replace('localhost', '127.0.0.1');
  // No script of another frame gets at the element's: one of the page's own beside it.
  const plain = `<iframe name="plain" title="A cell" src="${course}embed/1-thermostats/?theme=dark"></iframe>`;
  await page.goto(publish('/two.html', `${withCell('lesson="1-thermostats" cell="room"')}${plain}<iframe name="stranger" title="A stranger" src="${stranger}"></iframe>`));
  const height = await expectFittingHeight(page);
  const [frame, other] = [page.frame('plain'), page.frame('stranger')];
  if (frame === null || other === null) throw new Error('a frame is missing');
  await expect(page.frameLocator('[name="plain"]').locator('html')).toHaveAttribute('data-theme', 'dark');
  /** Resolves when a message of this type has come there, after those that listened before. */
  const heard = (where: Page | Frame, type: string) =>
    where.evaluateHandle((type) => {
      const come = new Promise<void>((resolve) => addEventListener('message', ({ data }) => data?.type === type && resolve()));
      return { come };
    }, type);
  const inPage = await heard(page, 'converge-height');
  const inFrame = await heard(frame, 'converge-hello');
  await other.evaluate(() => {
    parent.postMessage({ type: 'converge-height', heightPx: 4000 }, '*');
    for (let at = 0; at < parent.frames.length; at += 1) parent.frames[at]?.postMessage({ type: 'converge-hello', theme: 'light' }, '*');
  });
  await inPage.evaluate(({ come }) => come);
  await inFrame.evaluate(({ come }) => come);
  expect((await page.locator('converge-cell iframe').boundingBox())?.height).toBe(height);
  await expect(page.frameLocator('[name="plain"]').locator('html')).toHaveAttribute('data-theme', 'dark');
  // The page itself is heard.
  await page.evaluate((origin) => {
    const plain = document.querySelector<HTMLIFrameElement>('[name="plain"]');
    plain?.contentWindow?.postMessage({ type: 'converge-hello', theme: 'light' }, origin);
  }, new URL(course).origin);
  await expect(page.frameLocator('[name="plain"]').locator('html')).toHaveAttribute('data-theme', 'light');
});

test('pages other than those for it refuse a frame', async ({ page }) => {
  await page.goto(publish('/framed.html', `<iframe title="A lesson" src="${course}lessons/1-thermostats/"></iframe>`));
  await expect.poll(() => page.frames().map((each) => each.url())).toContain('chrome-error://chromewebdata/');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a frame shows the one cell with what it printed', async ({ page }) => {
    await page.goto(publish('/plain.html', `<iframe title="A cell" width="700" height="500" src="${course}embed/1-thermostats/#cell-cold"></iframe>`));
    const frame = page.frameLocator('iframe');
    await expect(cellIn(frame, 'cold').locator('.cell-out')).toContainText('"actual":');
    await expect(cellIn(frame, 'room')).toBeHidden();
    await expect(frame.getByRole('button', { name: /Run/ })).toBeHidden();
    await expect(frame.getByRole('link', { name: /Lesson 1 of/ })).toBeVisible();
  });
});

test('a browser that refuses all storage runs the cell', async ({ launchOptions }) => {
  const profile = mkdtempSync(join(tmpdir(), 'converge-blocked-'));
  mkdirSync(join(profile, 'Default'));
  // As the reader's own setting: no site may keep anything.
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, headless: true });
  try {
    const page = await context.newPage();
    const trouble = listenForTrouble(page);
    await page.goto(publish('/blocked.html', withCell('lesson="1-thermostats" cell="room"')));
    const frame = page.frameLocator('converge-cell iframe');
    await button(frame.locator('body'), 'Run cell 1').click();
    const refused = await (await embedded(page)).evaluate(() => {
      try {
        return `kept ${localStorage.length}`;
      } catch (error) {
        return error instanceof Error ? error.name : 'unknown';
      }
    });
    expect(refused).toBe('SecurityError');
    await expect(cellIn(frame, 'room')).toHaveClass(/\b(fresh|unquiet)\b/);
    await expectFittingHeight(page);
    expect(trouble).toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
