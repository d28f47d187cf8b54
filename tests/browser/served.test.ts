/**
 * A page of another origin, and one that reaches a served cluster by a name of its own that resolves to 127.0.0.1 (DNS rebinding), try to read,
 * write, watch and run commands. They get nothing: neither where a token is needed, with and without one, nor with --no-token.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { findBrowser } from '../../scripts/machine/find-browser.ts';
import { everyNth } from '../scope.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const evil = 'evil.example';
const maps = '/api/v1/namespaces/default/configmaps';
const exec = '/api/v1/namespaces/default/pods/p/exec?command=id&stdout=true';

interface Target {
  readonly child: ChildProcess;
  readonly port: string;
  readonly token: string;
}

async function startTarget(...flags: readonly string[]): Promise<Target> {
  const argv = [main, 'serve', '--port', '0', '--nodes', '0', '--no-controllers', '*', ...flags];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, kubeconfig }: { url: string; kubeconfig: string } = JSON.parse(line);
    const token = /token: (\w+)/.exec(readFileSync(kubeconfig, 'utf8'))?.[1] ?? '';
    return { child, port: new URL(url).port, token };
  }
  throw new Error('the server ended before it was ready');
}

let guarded: Target;
let open: Target;
let site: Server;
let browser: Browser;

test.beforeAll(async () => {
  [guarded, open] = await Promise.all([startTarget(), startTarget('--no-token')]);
  site = createServer((_message, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>a page</title>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // Chromium's own guard of local addresses is off, so that what refuses is the server.
  const unguarded = '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets';
  const args = ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${evil} 127.0.0.1`, unguarded];
  const executablePath = findBrowser();
  browser = await chromium.launch({ args, ...(executablePath !== undefined && { executablePath }) });
});
test.afterAll(async () => {
  await browser.close();
  site.close();
  for (const { child } of [guarded, open]) child.kill('SIGTERM');
});

/** What a page comes from: its own origin, or the server's port by its own name, or (to see that the attempts work) the server itself. */
type From = 'another origin' | 'a rebound name' | 'the server';

interface Visit {
  readonly page: Page;
  /** Where the page sends its attempts. */
  readonly base: string;
  /** Codes of the answers to them, those it can't read too. */
  readonly codes: number[];
}

async function visit(target: Target, from: From): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const address = from === 'a rebound name' ? evil : '127.0.0.1';
  const base = `http://${address}:${target.port}`;
  if (from === 'another origin') {
    await page.goto(`http://${evil}:${(site.address() as AddressInfo).port}/`);
  } else {
    // The document comes from elsewhere, before the name is rebound.
    await page.route(`${base}/page`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(`${base}/page`);
  }
  const codes: number[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(base)) codes.push(response.status());
  });
  return { page, base, codes };
}

/** What a script can send without asking first: the code, or 'opaque', or 'error'. */
function send(page: Page, url: string, init: { method: string; token?: string; body?: string; type?: string; mode?: RequestMode }) {
  return page.evaluate(
    async ([address, { method, token, body, type, mode }]) => {
      try {
        const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(type !== undefined && type !== '' && { 'content-type': type }) };
        // A Blob without a type is sent without a Content-Type.
        const content = body === undefined ? null : new Blob([body]);
        const response = await fetch(address, { method, headers, body: content, ...(mode && { mode }) });
        return response.type === 'opaque' ? 'opaque' : `${response.status} ${(await response.text()).slice(0, 40)}`;
      } catch {
        return 'error';
      }
    },
    [url, init] as const,
  );
}

/** Whether a websocket opened or brought something. */
function dial(page: Page, url: string, protocols: readonly string[]): Promise<'open' | 'refused'> {
  return page.evaluate(
    ([address, offered]) =>
      new Promise<'open' | 'refused'>((resolve) => {
        const socket = new WebSocket(address, [...offered]);
        socket.onopen = () => resolve('open');
        socket.onmessage = () => resolve('open');
        socket.onerror = () => resolve('refused');
      }),
    [url.replace('http', 'ws'), protocols] as const,
  );
}

/** Whether the object is there, as the administrator sees it. */
async function exists({ port, token }: Target, name: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`http://127.0.0.1:${port}${maps}/${name}`, { headers })).status === 200;
}

const map = (name: string): string => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** Each way in against each server, with its token and without. */
const ways = (['another origin', 'a rebound name'] as const).flatMap((from) => [
  { from, to: 'a server with a token', target: () => guarded, token: () => undefined },
  { from, to: 'a server with a token, which the page has', target: () => guarded, token: () => guarded.token },
  { from, to: 'a server without a token', target: () => open, token: () => undefined },
]);

/** By default every sixth. */
for (const { from, to, target, token } of everyNth(6, ways)) {
  const name = `${from}, ${to}`;
  const withToken = () => {
    const shown = token();
    return shown === undefined ? {} : { token: shown };
  };

  test(`fetch reads nothing: ${name}`, async () => {
    const { page, base, codes } = await visit(target(), from);
    for (const path of ['/api/v1/secrets', '/api/v1/configmaps?watch=true', '/version']) {
      expect(await send(page, base + path, { method: 'GET', ...withToken() })).toMatch(/^(?:403 |error)/);
      expect(await send(page, base + path, { method: 'GET', mode: 'no-cors' })).toMatch(/^(?:403 |opaque|error)/);
    }
    expect(new Set(codes)).toEqual(new Set([403]));
    await page.context().close();
  });

  test(`fetch writes nothing: ${name}`, async () => {
    const { page, base } = await visit(target(), from);
    for (const [at, type] of ['', 'text/plain', 'application/json'].entries()) {
      for (const mode of ['cors', 'no-cors'] as const) {
        const object = `fetch-${at}-${mode}`;
        await send(page, base + maps, { method: 'POST', body: map(object), type, mode, ...withToken() });
        expect(await exists(target(), object)).toBe(false);
      }
    }
    await page.context().close();
  });

  test(`a form and an image reach nothing: ${name}`, async () => {
    const { page, base, codes } = await visit(target(), from);
    const loaded = await page.evaluate(
      (url) =>
        new Promise<boolean>((resolve) => {
          const image = new Image();
          image.onload = () => resolve(true);
          image.onerror = () => resolve(false);
          image.src = url;
        }),
      `${base}/api/v1/namespaces/default/pods/p/proxy/image.png`,
    );
    expect(loaded).toBe(false);
    await page.evaluate(
      ([url, text]) => {
        const form = document.createElement('form');
        form.method = 'post';
        form.enctype = 'text/plain';
        form.action = url;
        const field = document.createElement('input');
        // Sent as `<name>=<value>`: JSON with the sign within a text.
        field.name = text.replace('}}', ',"annotations":{"a":"');
        field.value = '"}}}';
        form.append(field);
        document.body.append(form);
        form.submit();
      },
      [base + maps, map('form')] as const,
    );
    await page.waitForURL(base + maps);
    expect(await page.locator('body').innerText()).toContain('"code":403');
    expect(new Set(codes)).toEqual(new Set([403]));
    expect(await exists(target(), 'form')).toBe(false);
    await page.context().close();
  });

  test(`a websocket neither watches nor runs anything: ${name}`, async () => {
    const { page, base } = await visit(target(), from);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const shown = token();
    const bearer = shown === undefined ? [] : [`base64url.bearer.authorization.k8s.io.${btoa(shown).replace(/=+$/, '')}`];
    expect(await dial(page, `${base}${maps}?watch=true`, bearer)).toBe('refused');
    expect(await dial(page, base + exec, ['v5.channel.k8s.io', ...bearer])).toBe('refused');
    const refusal = expect.stringContaining('Unexpected response code: 403');
    await expect.poll(() => said).toEqual([refusal, refusal]);
    await page.context().close();
  });
}

test('the same attempts succeed from the server’s own origin, so that a refusal above says something', async () => {
  const { page, base } = await visit(open, 'the server');
  expect(await send(page, `${base}/api/v1/secrets`, { method: 'GET' })).toMatch(/^200 /);
  expect(await dial(page, `${base}${maps}?watch=true`, [])).toBe('open');
  await send(page, base + maps, { method: 'POST', body: map('own'), type: 'application/json' });
  expect(await exists(open, 'own')).toBe(true);
  await page.context().close();
});
