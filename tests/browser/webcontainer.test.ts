/** The WebContainer runtime in Chromium: the real client, and a stand-in where StackBlitz would be. */
import { expect, type Page, test } from '@playwright/test';
import { conformance } from '../../src/runtimes/testing/conformance.ts';
import { loops } from '../../src/runtimes/testing/loops.ts';
import { type ContainerSite, openContainerSite } from './container-site.ts';
import { badge as badgeOf, bootFrom } from './container-steps.ts';
import { everyNth } from '../scope.ts';
import { awake, exercise, exerciseText, listenForTrouble, notice, openLesson, outputOf, pane, runCell, said } from './steps.ts';

// The stand-in has another address than the one that pages allow.
test.use({ bypassCSP: true, serviceWorkers: 'allow' });

let site: ContainerSite;
test.beforeAll(async () => {
  site = await openContainerSite();
});
test.afterAll(() => site.close());
test.afterEach(() => {
  site.standIn.behaviour = 'well';
});

async function open(page: Page): Promise<void> {
  await bootFrom(page, site.standIn.url);
  await page.goto(site.url);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
}

// One page and one boot for a whole suite, as a reader has.
const suites = { 'does what every runtime does': conformance, 'comes back from code that never ends': loops };
for (const [title, suite] of Object.entries(suites)) test(`the WebContainer runtime ${title}`, async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  // Every tenth by default: the worker, which runs the same session, is tried with all of them.
  for (const { name } of everyNth(10, suite)) {
    await test.step(name, () => page.evaluate((wanted) => globalThis.containerTests.run(wanted), name));
  }
});

test('a container that can’t be had is told in a sentence, and can be had when the network is back', async ({ page }) => {
  await open(page);
  const start = () => page.evaluate(() => globalThis.containerTests.start());
  site.standIn.behaviour = 'blocked';
  expect((await start()).state).toMatchObject({ state: 'failed', because: expect.stringContaining('could not be loaded from stackblitz.com') });
  // The probe passes, the frame is refused, and the client says nothing.
  site.standIn.behaviour = 'hangs';
  expect(await start()).toMatchObject({ saidSlow: true, state: { state: 'failed', because: expect.stringContaining('did not start within') } });
  site.standIn.behaviour = 'well';
  expect((await start()).state).toEqual({ state: 'ready' });
});

test('a container that refuses to build, or says nothing, is told in a sentence', async ({ page }) => {
  const start = () => page.evaluate(() => globalThis.containerTests.start());
  site.standIn.behaviour = 'reject';
  await open(page);
  expect((await start()).state).toMatchObject({ state: 'failed', because: expect.stringContaining('build was refused') });
  site.standIn.behaviour = 'silent';
  await open(page);
  expect(await start()).toMatchObject({ saidSlow: true, state: { state: 'failed', because: expect.stringContaining('did not start within') } });
});

test('a process that dies comes back; a frame that goes leads back to the worker; nothing is lost', async ({ page }) => {
  await open(page);
  const news = () => page.evaluate(() => globalThis.containerTests.news());
  const kept = () => page.evaluate(() => globalThis.containerTests.kept());
  const type = (text: string) => page.evaluate((line) => globalThis.containerTests.do(line), text);
  await page.evaluate(() => globalThis.containerTests.begin());
  await expect.poll(async () => (await news()).place?.container).toBe('ready');
  const before = await kept();
  expect(before.files).toEqual({ 'kept.txt': 'kept\n' });
  site.standIn.killAll();
  await expect.poll(async () => (await news()).said.length).toBe(1);
  expect([(await news()).place?.runs, await kept()]).toEqual(['webcontainer', before]);
  await page.evaluate(() => document.querySelector('iframe[title="WebContainer"]')?.remove());
  await expect.poll(async () => (await news()).place).toMatchObject({ runs: 'worker', container: 'failed' });
  expect(await kept()).toEqual(before);
  expect(await type('kubectl get configmap kept -o name')).toBe('configmap/kept\n');
  expect((await news()).said.at(-1)).toContain('The session goes on in the worker');
});

test('the container’s shell has kubectl, etcdctl and the workspace, and what it does is part of the session', async ({ page }) => {
  await open(page);
  const news = () => page.evaluate(() => globalThis.containerTests.news());
  const kept = () => page.evaluate(() => globalThis.containerTests.kept());
  const printed = () => page.evaluate(() => globalThis.containerTests.printed());
  const type = (text: string) => page.evaluate((keys) => globalThis.containerTests.type(keys), `${text}\r`);
  await page.evaluate(() => globalThis.containerTests.begin());
  await expect.poll(async () => (await news()).place?.container).toBe('ready');
  await page.evaluate(() => globalThis.containerTests.openShell());
  await type('cat kept.txt; kubectl create deployment web --image=nginx --replicas=2; kubectl get pods');
  await expect.poll(printed).toMatch(/kept\r\n[\s\S]*web created\r\n[\s\S]*web-\S+ +1\/1 +Running[\s\S]*web-\S+ +1\/1 +Running/);
  await type('kubectl delete deployment web; etcdctl put greeting hello; etcdctl get greeting; echo edited > kept.txt');
  await expect.poll(printed).toMatch(/deployment.apps "web" deleted[\s\S]*OK\r\ngreeting\r\nhello\r\n/);
  await expect.poll(async () => (await kept()).files).toEqual({ 'kept.txt': 'edited\n' });
  await page.evaluate(() => globalThis.containerTests.write('notes.txt', 'from the page'));
  await type('cat notes.txt; echo; kubectl get pods -w');
  await expect.poll(printed).toContain('from the page');
  await type('\x03');
  const there = await kept();
  // The worker comes to the same history from the same log, requests and all.
  await page.evaluate(() => globalThis.containerTests.choose('worker'));
  await expect.poll(async () => (await news()).place).toMatchObject({ runs: 'worker', container: 'idle', words: '' });
  expect(await kept()).toEqual(there);
});

test('a reader chooses the WebContainer: the page isolates itself once, the session moves there, and back when it breaks', async ({ page }) => {
  const trouble = listenForTrouble(page);
  await bootFrom(page, site.standIn.url);
  await openLesson(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  const badge = badgeOf(page);
  await awake(badge);
  await badge.press('Enter');
  await pane(page).getByRole('button', { name: 'WebContainer', exact: true }).press('Enter');
  await page.waitForFunction(() => crossOriginIsolated);
  await awake(badge);
  await runCell(page, 'apply');
  await expect(badge).toHaveText(/runs in: WebContainer/, { timeout: 40_000 });
  await runCell(page, 'list');
  await expect(outputOf(page, 'list')).toContainText('web-');
  // What its shell saves stands in the exercise's editor.
  await awake(exercise(page));
  await pane(page).getByRole('tab', { name: 'Terminal' }).click();
  await expect(pane(page)).toContainText('jsh is running.');
  await pane(page).locator('.terminal-place textarea').focus();
  await page.keyboard.type("sed -i '1s|^|// from the shell: |' reconcile.ts\n");
  await expect(said(page)).toHaveText('reconcile.ts stands here as it was saved in the container. Run runs it.');
  expect(await exerciseText(page)).toMatch(/^\/\/ from the shell: /);
  // Beside it are the session's own terminals, which go where the session goes.
  await pane(page).getByRole('button', { name: 'Terminal 1' }).click();
  const screen = pane(page).locator('.xterm-rows');
  await expect(pane(page)).toContainText('Time stands still between commands.');
  await pane(page).locator('.terminal-place textarea').focus();
  await page.keyboard.type('X=kept; kubectl exec rs/web -- hostname\n');
  await expect(screen).toContainText(/web-\w{5}~ \$/);
  await pane(page).getByRole('button', { name: 'Shell of the WebContainer' }).click();
  await expect(pane(page)).toContainText('jsh is running.');
  // Its frame is taken away, as by a shield that wakes up late.
  await page.evaluate(() => document.querySelector('iframe[title="WebContainer"]')?.remove());
  await expect(badge).toHaveText(/runs in: worker/);
  await expect(notice(page)).toContainText('The session goes on in the worker');
  await expect(pane(page).getByRole('button', { name: 'Shell of the WebContainer' })).toHaveCount(0);
  await expect(pane(page)).toContainText('Time stands still between commands.');
  await pane(page).locator('.terminal-place textarea').focus();
  await page.keyboard.type('echo $X there\n');
  await expect(screen).toContainText('kept there');
  await runCell(page, 'list');
  await expect(outputOf(page, 'list')).toContainText('web-');
  expect(trouble).toEqual([]);
});
