/**
 * The served API under load, in a process of its own with the server in another: 1,000 watches of every ConfigMap while 200 writes a second
 * go through at the pace of real time, and 5,000 Pods listed beside the time it takes to serialise them once. Prints one line of JSON;
 * exits with 1 when a watcher missed an event, saw one twice or out of order.
 */
import { fork, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const watchers = Number(process.argv[2] ?? 1000);
const writesPerSecond = 200;
const warmSeconds = 4;
const seconds = 10;
const pods = 5000;
const namespaces = '/api/v1/namespaces/default';
const names = Array.from({ length: 50 }, (_, at) => `load-${at}`);

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

async function startServer(): Promise<Server> {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const args = [main, 'serve', '--port', '0', '--nodes', '0', '--no-controllers', '*', '--no-token'];
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

/** Watches are read by a process of their own, so that reading them isn't counted as waiting for a write. */
interface Watching {
  /** Resolves when every watcher has got the same, and so many events; rejects when one never does. */
  events(count: number): Promise<number>;
  stop(): void;
}

async function startWatching(url: string, revision: string): Promise<Watching> {
  const script = fileURLToPath(new URL('./watchers.ts', import.meta.url));
  const child = fork(script, [
    `${url}${namespaces}/configmaps?watch=true&resourceVersion=${revision}`,
    String(watchers),
  ]);
  const message = (): Promise<unknown> => new Promise((resolve) => child.once('message', resolve));
  await message();
  return {
    async events(count) {
      const answer = message();
      child.send(count);
      return Number(await answer);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

async function write(url: string, from: number, count: number): Promise<readonly Answer[]> {
  const writes: Promise<Answer>[] = [];
  const started = performance.now();
  while (writes.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * writesPerSecond));
    while (writes.length < due) {
      const number = from + writes.length;
      const name = names[number % names.length] ?? '';
      writes.push(call(url, 'PUT', `${namespaces}/configmaps/${name}`, configMap(name, String(number + 1))));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(writes);
}

/** The first seconds warm the server up and aren't measured. */
async function watchLoad(url: string): Promise<{ p50Ms: number; p99Ms: number; events: number; wrong: number }> {
  for (const name of names) await call(url, 'POST', `${namespaces}/configmaps`, configMap(name, '0'));
  const list: { metadata: { resourceVersion: string } } = JSON.parse(
    (await call(url, 'GET', `${namespaces}/configmaps`)).body.toString('utf8'),
  );
  const watching = await startWatching(url, list.metadata.resourceVersion);
  try {
    const warm = await write(url, 0, writesPerSecond * warmSeconds);
    const answers = await write(url, warm.length, writesPerSecond * seconds);
    const refused = [...warm, ...answers].filter(({ code }) => code !== 200).length;
    const total = warm.length + answers.length;
    const wrong = refused + (await watching.events(total));
    const times = answers.map(({ ms }) => ms);
    return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), events: total * watchers, wrong };
  } finally {
    watching.stop();
  }
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
