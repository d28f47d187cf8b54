/**
 * `npm run serve -- --session FILE` under kill -9: at random moments under load, a handful of times (SESSION_KILLS: more). What was answered
 * before a kill is there after it, with its identity.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createRandom } from '../src/engine/index.ts';
import { chosenSeed } from './scope.ts';

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const kills = Number(process.env['SESSION_KILLS'] ?? 3);
const random = createRandom(`serve-session${chosenSeed ?? ''}`);
const maps = '/api/v1/namespaces/default/configmaps';

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'converge-session-'));
});
afterEach(async () => {
  await end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Server {
  readonly url: string;
  readonly token: string;
  errors(): string;
}

async function start(file: string, ...flags: readonly string[]): Promise<Server> {
  const argv = [main, 'serve', '--port', '0', '--nodes', '1', '--speed', '5', '--session', file, '--kubeconfig', join(folder, 'config')];
  const started = spawn(process.execPath, [...argv, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  for await (const line of createInterface({ input: started.stdout })) {
    child = started;
    const { url, kubeconfig } = JSON.parse(line);
    return { url, token: /token: (\w+)/.exec(readFileSync(kubeconfig, 'utf8'))?.[1] ?? '', errors: () => errors };
  }
  throw new Error(`it ended: ${errors}`);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const ending = child;
  child = undefined;
  if (ending === undefined || ending.exitCode !== null) return;
  const ended = new Promise((resolve) => ending.once('close', resolve));
  ending.kill(signal);
  await ended;
}

function ask({ url, token }: Server, method: string, path: string, body?: object, type = 'application/json'): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) };
  return fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** What was answered: of each object its identity and value. */
type Answered = Map<string, { readonly uid: string; readonly value: string }>;

/** Creates objects and changes them until the server is gone. */
async function write(server: Server, writer: string, answered: Answered): Promise<void> {
  for (let at = 0; ; at += 1) {
    const name = `${writer}-${at}`;
    for (const [method, value] of [
      ['POST', 'a'],
      ['PATCH', 'b'],
    ] as const) {
      const path = method === 'POST' ? maps : `${maps}/${name}`;
      const type = method === 'POST' ? 'application/json' : 'application/merge-patch+json';
      try {
        const response = await ask(server, method, path, { metadata: { name }, data: { value } }, type);
        const { metadata } = await response.json();
        expect(response.ok).toBe(true);
        answered.set(name, { uid: metadata.uid, value });
      } catch (error) {
        if (child?.killed === true || child === undefined) return;
        throw error;
      }
    }
  }
}

/** Follows them, and remembers the last revision that was seen. */
async function follow(server: Server, seen: { revision: number }): Promise<void> {
  try {
    const { body } = await ask(server, 'GET', `${maps}?watch=true`);
    if (body === null) return;
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      for (const [, revision] of piece.matchAll(/"resourceVersion":"(\d+)"/g)) seen.revision = Math.max(seen.revision, Number(revision));
    }
  } catch {
    // The server was killed.
  }
}

test(`${kills} kills under load: each answered write is there afterwards, and no revision that a watch saw is undone`, async () => {
  const file = join(folder, 'session');
  const answered: Answered = new Map();
  const seen = { revision: 0 };
  let tokens = new Set<string>();
  for (let kill = 0; kill <= kills; kill += 1) {
    const server = await start(file);
    tokens = tokens.add(server.token);
    const list = await (await ask(server, 'GET', `${maps}?limit=0`)).json();
    expect(Number(list.metadata.resourceVersion)).toBeGreaterThanOrEqual(seen.revision);
    const there = new Map(list.items.map(({ metadata, data }: { metadata: { name: string; uid: string }; data?: { value: string } }) => [metadata.name, { uid: metadata.uid, value: data?.value }]));
    for (const [name, { uid, value }] of answered) {
      expect(there.get(name)).toMatchObject({ uid });
      // A change that was on the disk and not yet answered counts too.
      if (value === 'b') expect(there.get(name)).toMatchObject({ value });
    }
    if (kill === kills) break;
    const running = [follow(server, seen), ...['w', 'x', 'y'].map((writer) => write(server, `${writer}${kill}`, answered))];
    // After some writes, however long they take, and then somewhere in the middle of others.
    const enough = answered.size + 4 + random.int(12);
    while (answered.size < enough) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, random.int(300)));
    await end('SIGKILL');
    await Promise.all(running);
  }
  expect(answered.size).toBeGreaterThan(kills * 3);
  expect(seen.revision).toBeGreaterThan(0);
  expect(tokens.size).toBe(1);
}, 60_000 + kills * 20_000);

/** What a command in a pod prints; `input` is sent to it, and closed. */
function exec({ url, token }: Server, pod: string, command: string, input: string): Promise<string> {
  const query = `container=web&stdin=true&stdout=true&command=sh&command=-c&command=${encodeURIComponent(command)}`;
  const address = `${url.replace('http', 'ws')}/api/v1/namespaces/default/pods/${pod}/exec?${query}`;
  const socket = new WebSocket(address, ['v5.channel.k8s.io'], { headers: { authorization: `Bearer ${token}` } });
  let printed = '';
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      socket.send(Buffer.from(`\0${input}`));
      socket.send(Buffer.of(255, 0));
    });
    socket.on('message', (message: Buffer) => {
      if (message[0] === 1) printed += message.toString('utf8', 1);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(printed));
  });
}

test('controllers go on where they were, and pods keep their names and files', async () => {
  const file = join(folder, 'session');
  const pods = '/api/v1/namespaces/default/pods';
  const names = async (server: Server): Promise<readonly string[]> => {
    const { items } = await (await ask(server, 'GET', pods)).json();
    const running = items.filter(({ status }: { status: { phase: string } }) => status.phase === 'Running');
    return running.map(({ metadata }: { metadata: { name: string } }) => metadata.name).sort();
  };
  const first = await start(file);
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
  const spec = { replicas: 3, selector: { matchLabels: { app: 'web' } }, template };
  await ask(first, 'POST', '/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'web' }, spec });
  await expect.poll(() => names(first), { timeout: 60_000 }).toHaveLength(3);
  const before = await names(first);
  const [pod = ''] = before;
  await exec(first, pod, 'cat > /tmp/note', 'written before the kill');
  await end('SIGKILL');
  const second = await start(file);
  expect(await names(second)).toEqual(before);
  expect(await exec(second, pod, 'cat /tmp/note', '')).toBe('written before the kill');
  await ask(second, 'PATCH', '/apis/apps/v1/namespaces/default/deployments/web', { spec: { replicas: 1 } }, 'application/merge-patch+json');
  await expect.poll(() => names(second), { timeout: 60_000 }).toHaveLength(1);
  expect(before).toEqual(expect.arrayContaining([...(await names(second))]));
}, 240_000);

test('a torn last line is said and dropped; another’s file, other flags and a second server are refused', async () => {
  const file = join(folder, 'session');
  const first = await start(file, '--no-controllers', '*');
  await ask(first, 'POST', maps, { metadata: { name: 'kept' } });
  await expect(start(file, '--no-controllers', '*')).rejects.toThrow(/process \d+ serves from/);
  await end('SIGKILL');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  appendFileSync(file, '{"type":"request","id":99,"at":17');
  const second = await start(file, '--no-controllers', '*');
  expect(second.errors()).toContain('was torn (33 bytes) and is dropped');
  expect((await ask(second, 'GET', `${maps}/kept`)).status).toBe(200);
  await end('SIGTERM');
  const third = await start(file, '--no-controllers', '*');
  expect(third.errors()).toBe('');
  expect((await ask(third, 'GET', `${maps}/kept`)).status).toBe(200);
  await end('SIGTERM');
  await expect(start(file, '--seed', '2', '--no-controllers', '*')).rejects.toThrow(/was begun with --seed 1/);
  const others = join(folder, 'diary');
  for (const text of ['my diary', 'my diary\n', '{"a":1}\n']) {
    writeFileSync(others, text);
    await expect(start(others)).rejects.toThrow(/no session of this program|is no JSON/);
    expect(readFileSync(others, 'utf8')).toBe(text);
  }
}, 240_000);
