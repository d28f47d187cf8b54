/**
 * The served API under load, in a process of its own with the server in another: 1,000 watches of every ConfigMap while 200 writes a second
 * go through at the pace of real time, and 5,000 Pods listed beside the time it takes to serialise them once. Prints one line of JSON;
 * exits with 1 when a watcher missed an event, saw one twice or out of order.
 */
import { spawn } from 'node:child_process';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

const watchers = Number(process.argv[2] ?? 1000);
const writesPerSecond = 200;
const seconds = 10;
const pods = 5000;
const namespaces = '/api/v1/namespaces/default';

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

async function startServer(): Promise<Server> {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const args = [main, 'serve', '--port', '0', '--nodes', '0', '--no-controllers', '*'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    const { url }: { url: string } = JSON.parse(line);
    return {
      url,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the server ended before it was ready');
}

interface Answer {
  readonly code: number;
  readonly body: Buffer;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

function call(url: string, method: string, path: string, body?: object): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = request(url + path, { method, agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        resolve({ code: incoming.statusCode ?? 0, body: Buffer.concat(chunks), ms: performance.now() - started });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** What came in on a watch: how much, and its checksum, so that a thousand can be compared with one that is read. */
interface Watcher {
  bytes: number;
  checksum: number;
  readonly text: string[];
  readonly incoming: IncomingMessage;
}

function openWatch(url: string, revision: string, kept: boolean): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${namespaces}/configmaps?watch=true&resourceVersion=${revision}`, (incoming) => {
      const watcher: Watcher = { bytes: 0, checksum: 0, text: [], incoming };
      incoming.on('data', (chunk: Buffer) => {
        watcher.bytes += chunk.length;
        watcher.checksum = crc32(chunk, watcher.checksum);
        if (kept) watcher.text.push(chunk.toString('utf8'));
      });
      incoming.on('error', () => {});
      resolve(watcher);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

const configMap = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { app: 'load' } },
  data: { value, more: 'x'.repeat(100) },
});

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

async function watchLoad(url: string): Promise<{ p50Ms: number; p99Ms: number; events: number; wrong: number }> {
  const names = Array.from({ length: 50 }, (_, at) => `load-${at}`);
  for (const name of names) await call(url, 'POST', `${namespaces}/configmaps`, configMap(name, '0'));
  const list: { metadata: { resourceVersion: string } } = JSON.parse(
    (await call(url, 'GET', `${namespaces}/configmaps`)).body.toString('utf8'),
  );
  const revision = list.metadata.resourceVersion;
  const open: Watcher[] = [];
  while (open.length < watchers) {
    open.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, at) => openWatch(url, revision, open.length + at === 0)))),
    );
  }
  const total = writesPerSecond * seconds;
  const writes: Promise<Answer>[] = [];
  const started = performance.now();
  while (writes.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * writesPerSecond));
    while (writes.length < due) {
      const name = names[writes.length % names.length] ?? '';
      const body = configMap(name, String(writes.length + 1));
      writes.push(call(url, 'PUT', `${namespaces}/configmaps/${name}`, body));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const answers = await Promise.all(writes);
  const refused = answers.filter(({ code }) => code !== 200).length;
  const [read] = open;
  const whole = (): number => (read?.text.join('').split('\n').length ?? 1) - 1;
  const deadline = performance.now() + 60_000;
  const equal = ({ bytes, checksum }: Watcher): boolean => bytes === read?.bytes && checksum === read.checksum;
  while (performance.now() < deadline && (whole() < total - refused || !open.every(equal))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const lines = (read?.text.join('') ?? '').trim().split('\n');
  const revisions = lines.map((line) => {
    const event: { object: { metadata: { resourceVersion: string } } } = JSON.parse(line);
    return Number(event.object.metadata.resourceVersion);
  });
  const inOrder = revisions.every((each, at) => at === 0 || each > (revisions[at - 1] ?? 0));
  const wrong =
    open.filter((each) => !equal(each)).length + (inOrder && lines.length === total ? 0 : watchers) + refused;
  for (const { incoming } of open) incoming.destroy();
  const times = answers.map(({ ms }) => ms);
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), events: lines.length * watchers, wrong };
}

/** A Pod of ordinary size. */
const pod = (name: string) => ({
  metadata: { name, labels: { app: 'list', tier: 'web' } },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'nginx:1.29',
        ports: [{ containerPort: 80 }],
        resources: { requests: { cpu: '100m', memory: '64Mi' } },
      },
    ],
  },
});

async function listLoad(url: string): Promise<{ listMs: number; serialiseMs: number }> {
  for (let made = 0; made < pods; made += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => call(url, 'POST', `${namespaces}/pods`, pod(`pod-${made + at}`))),
    );
  }
  const times: number[] = [];
  let text = '';
  for (let round = 0; round < 9; round += 1) {
    const { body, ms } = await call(url, 'GET', `${namespaces}/pods`);
    times.push(ms);
    text = body.toString('utf8');
  }
  const list: { items: readonly unknown[] } = JSON.parse(text);
  if (list.items.length !== pods) throw new Error(`${list.items.length} of ${pods} Pods were listed`);
  const serialise: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const started = performance.now();
    JSON.stringify(list);
    serialise.push(performance.now() - started);
  }
  return { listMs: percentile(times, 0.5), serialiseMs: percentile(serialise, 0.5) };
}

const server = await startServer();
try {
  const watched = await watchLoad(server.url);
  const listed = await listLoad(server.url);
  console.log(JSON.stringify({ ...watched, ...listed }));
  if (watched.wrong > 0) process.exitCode = 1;
} finally {
  agent.destroy();
  await server.stop();
}
