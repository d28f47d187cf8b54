import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { CoreV1Api, AppsV1Api, CoordinationV1Api, KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { type Served, serve } from '../serve/serve.ts';
import { parseAllow } from './allow.ts';
import { openServer, type Server, type ServerRequest } from './connect.ts';
import type { RunOptions } from './options.ts';
import { rbacManifest } from './rbac.ts';
import { type ControllerRun, readController, runController } from './run-controller.ts';

const folder = mkdtempSync(join(tmpdir(), 'converge-run-'));
const file = join(folder, 'index.ts');
const namespace = 'default';
const allow = parseAllow(['pods:create,delete,patch', 'replicasets.apps/status:update', 'events:create,patch']);
let served: Served;
let admin: KubeConfig;
let running: ControllerRun[] = [];
let lines: string[] = [];

beforeAll(async () => {
  // The learner's file of lesson 12 in the place of the engine's, as the workspace of the page has it.
  cpSync('src/engine/controllers/replicaset', folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  cpSync('src/content/lessons/3-loops/12-replicaset/solution', folder, { recursive: true });
  const options = { nodes: 1, seed: '1', speed: 20, withoutControllers: ['replicaset'], kubeconfig: undefined, port: 0 };
  served = await serve(options, { descriptions: () => '', failed: (error) => console.error(error) });
  admin = new KubeConfig();
  admin.loadFromFile(served.kubeconfig);
});

afterEach(async () => {
  for (const each of running) await each.stop();
  running = [];
  lines = [];
});

afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true });
});

const options: RunOptions = {
  file,
  controller: undefined,
  kubeconfig: undefined,
  context: undefined,
  namespace: undefined,
  dryRun: false,
  leaderElect: false,
  identity: 'one',
  leaseNamespace: namespace,
  allow,
  healthPort: undefined,
  rbacOnly: false,
};

/** `through`: what its requests pass on their way. */
async function start(more: Partial<RunOptions> = {}, through: (server: Server) => Server = (server) => server): Promise<ControllerRun> {
  const whole = { ...options, kubeconfig: served.kubeconfig, ...more };
  const run = await runController(whole, { server: through(openServer(whole.kubeconfig, undefined)), say: (line) => void lines.push(line) });
  running.push(run);
  return run;
}

/** A ReplicaSet of Pods; returns how many of them there are. */
async function createWeb(name: string, replicas: number): Promise<() => Promise<number>> {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
  const body = { metadata: { name }, spec: { replicas, selector: { matchLabels: labels }, template } };
  await admin.makeApiClient(AppsV1Api).createNamespacedReplicaSet({ namespace, body });
  return async () => (await admin.makeApiClient(CoreV1Api).listNamespacedPod({ namespace, labelSelector: `app=${name}` })).items.length;
}

test('over TLS, with a token and the rights that it prints, a controller of a lesson runs as it is', async () => {
  const { loaded } = await readController({ file, controller: undefined }, () => {});
  const rights = rbacManifest({ controller: loaded.controller, allow, namespace: undefined, leaseNamespace: undefined });
  const objects = KubernetesObjectApi.makeApiClient(admin);
  for (const document of parseAllDocuments(rights)) await objects.create(document.toJS());
  const core = admin.makeApiClient(CoreV1Api);
  const { status } = await core.createNamespacedServiceAccountToken({ namespace, name: 'replicaset-controller', body: { spec: { audiences: [] } } });
  const kubeconfig = join(folder, 'account.yaml');
  const config = parse(readFileSync(served.kubeconfig, 'utf8'));
  writeFileSync(kubeconfig, stringify({ ...config, users: [{ name: config.users[0].name, user: { token: status?.token } }] }));
  const pods = await createWeb('rights', 3);
  const run = await start({ kubeconfig });
  await expect.poll(pods).toBe(3);
  expect(run.missing()).toBeUndefined();
  const readStatus = async () => (await admin.makeApiClient(AppsV1Api).readNamespacedReplicaSet({ namespace, name: 'rights' })).status?.readyReplicas;
  await expect.poll(readStatus).toBe(3);
  expect(lines).toEqual([]);
});

test('what it wasn’t allowed is refused here, named with the line that asked for it, and never sent', async () => {
  const pods = await createWeb('closed', 2);
  await start({ allow: parseAllow(['replicasets.apps/status:update']) });
  await expect.poll(() => lines).toContain('refused: it may not create pods: allow it with --allow pods:create');
  expect(await pods()).toBe(0);
});

test('a trial run says what it would do, and changes nothing', async () => {
  const pods = await createWeb('trial', 2);
  await start({ dryRun: true, allow: new Map() });
  await expect.poll(() => lines).toContain('would create pods default/trial-…');
  expect(await pods()).toBe(0);
});

test('a kind that the server lacks, a token that it doesn’t know, and code that doesn’t load are each said', async () => {
  const later = join(folder, 'later.ts');
  const head = "import { defineController, Deployment } from 'converge/sdk';";
  const code = "export const later = defineController({ name: 'later', for: { ...Deployment, version: 'v9' }, reconcile: async () => {} });";
  writeFileSync(later, `${head}\n${code}\n`);
  await expect(start({ file: later })).rejects.toThrow('the server has no deployments.apps/v9: is its CustomResourceDefinition applied?');
  const config = parse(readFileSync(served.kubeconfig, 'utf8'));
  const kubeconfig = join(folder, 'unknown.yaml');
  writeFileSync(kubeconfig, stringify({ ...config, users: [{ name: config.users[0].name, user: { token: 'old' } }] }));
  await expect(start({ kubeconfig })).rejects.toThrow('the server doesn’t know who this is (401)');
  const broken = join(folder, 'broken.ts');
  writeFileSync(broken, 'export const one = ;\n');
  await expect(start({ file: broken })).rejects.toThrow(/broken\.ts:1/);
});

test('a network that is pulled and plugged in again is said, and what happened meanwhile is caught up with', async () => {
  const { port, cut, plug } = await openProxy(Number(new URL(served.url).port));
  const kubeconfig = join(folder, 'proxied.yaml');
  writeFileSync(kubeconfig, readFileSync(served.kubeconfig, 'utf8').replaceAll(`:${new URL(served.url).port}`, `:${port}`));
  const first = await createWeb('before', 1);
  await start({ kubeconfig });
  await expect.poll(first).toBe(1);
  cut();
  const second = await createWeb('meanwhile', 2);
  await expect.poll(() => lines.some((line) => line.startsWith(`no answer from https://127.0.0.1:${port}`))).toBe(true);
  expect(await second()).toBe(0);
  plug();
  await expect.poll(second).toBe(2);
  expect(lines).toContain('the server answers again');
});

test('a watch that goes on from a version that the server has forgotten is answered with 410: a new list finds what was missed', { timeout: 60_000 }, async () => {
  const pods = await createWeb('forgotten', 2);
  const { through, heard, silence, end } = silencedWatch('/api/v1/pods?');
  await start({}, through);
  await expect.poll(pods).toBe(2);
  await expect.poll(() => heard().some((line) => line.includes('"type":"ADDED"'))).toBe(true);
  silence();
  const [gone, changing] = (await admin.makeApiClient(CoreV1Api).listNamespacedPod({ namespace, labelSelector: 'app=forgotten' })).items.map(({ metadata }) => metadata);
  const path = (name = '') => `/api/v1/namespaces/${namespace}/pods/${name}`;
  expect(await requestAs('admin', 'DELETE', `${path(gone?.name)}?gracePeriodSeconds=0`)).toMatchObject({ code: 200 });
  // Events push each other out of what the server keeps, when they are 75 virtual seconds old.
  const change = (to: number) => requestAs('admin', 'PATCH', path(changing?.name), 'merge-patch+json', { metadata: { annotations: { change: `${to}` } } });
  for (let to = 0; to < 210; to += 1) await change(to);
  const again = async (): Promise<unknown> => {
    await change(Date.now());
    return (await requestAs('admin', 'GET', `/api/v1/pods?watch=true&resourceVersion=${changing?.resourceVersion}`)).code;
  };
  await expect.poll(again, { timeout: 30_000 }).toBe(410);
  expect(await pods()).toBe(1);
  end();
  await expect.poll(pods).toBe(2);
  expect(heard().filter((line) => line.includes('"code":410'))).toHaveLength(1);
});

/** Watches of a collection over a connection whose other end is silent for a while, as after a night's sleep of the machine. */
function silencedWatch(collection: string) {
  const heard: string[] = [];
  let isSilent = false;
  let last: PassThrough | undefined;
  const through = (server: Server): Server => ({
    ...server,
    async send(request: ServerRequest, signal) {
      const message = await server.send(request, signal);
      if (!request.path.startsWith(collection) || !request.path.includes('watch=true')) return message;
      const near = new PassThrough();
      message.on('error', () => near.end());
      message.on('end', () => near.end());
      message.on('data', (chunk: Buffer) => {
        if (isSilent || near.writableEnded) return;
        heard.push(chunk.toString());
        near.write(chunk);
      });
      last = near;
      const { statusCode, headers } = message;
      return Object.assign(near, { statusCode, headers }) as unknown as IncomingMessage;
    },
  });
  return {
    through,
    /** What came over them. */
    heard: (): readonly string[] => heard,
    silence: () => (isSilent = true),
    /** The silent connection ends, and others aren't silent. */
    end() {
      isSilent = false;
      last?.end();
    },
  };
}

/** What the server answers to `manager`. Of a watch: what its first event says. */
async function requestAs(manager: string, method: string, path: string, type = 'json', body?: object): Promise<{ readonly code: number | undefined; readonly body?: unknown }> {
  const end = new AbortController();
  const whole = { method, path: `${path}${path.includes('?') ? '&' : '?'}fieldManager=${manager}`, headers: { 'content-type': `application/${type}` }, body: body && JSON.stringify(body) };
  const message = await openServer(served.kubeconfig, undefined).send(whole, end.signal);
  if (!path.includes('watch=true')) return { code: message.statusCode, body: JSON.parse(await text(message)) };
  const lines = createInterface({ input: message });
  const [first = '{}'] = await once(lines, 'line');
  // The watch ends with an error of the message, which its reader passes on.
  for (const each of [message, lines]) each.on('error', () => undefined);
  end.abort();
  const { type: event, object } = JSON.parse(first);
  return { code: event === 'ERROR' ? object.code : message.statusCode };
}

test('a token that expires is said once; with a new one its work is done', async () => {
  const config = parse(readFileSync(served.kubeconfig, 'utf8'));
  const old = join(folder, 'expired.yaml');
  writeFileSync(old, stringify({ ...config, users: [{ name: config.users[0].name, user: { token: 'expired' } }] }));
  const expired = openServer(old, undefined);
  let isExpired = false;
  // As a file or a command that is read for each request.
  const run = await start({}, (server) => ({ ...server, send: (request, signal) => (isExpired ? expired : server).send(request, signal) }));
  await expect.poll(() => run.missing()).toBeUndefined();
  isExpired = true;
  const pods = await createWeb('expired', 2);
  await expect.poll(() => lines.filter((line) => line.startsWith('the server doesn’t know who this is (401)')).length).toBe(1);
  expect(await pods()).toBe(0);
  isExpired = false;
  await expect.poll(pods).toBe(2);
  expect(lines).toContain('the server answers again');
});

test('another manager that writes between a read and a write costs one refused write: the key comes again and converges', async () => {
  const path = `/apis/apps/v1/namespaces/${namespace}/replicasets/disputed`;
  /** Statuses of the answers to its writes of this status. */
  const answers: (number | undefined)[] = [];
  const through = (server: Server): Server => ({
    ...server,
    async send(request, signal) {
      if (request.method !== 'PUT' || !request.path.endsWith('/replicasets/disputed/status')) return server.send(request, signal);
      if (answers.length === 0) await requestAs('another-manager', 'PATCH', path, 'merge-patch+json', { metadata: { labels: { managed: 'yes' } } });
      const message = await server.send(request, signal);
      answers.push(message.statusCode);
      return message;
    },
  });
  const pods = await createWeb('disputed', 2);
  await start({}, through);
  await expect.poll(pods).toBe(2);
  await expect.poll(() => answers.at(-1)).toBe(200);
  expect(answers[0]).toBe(409);
  const read = async () => admin.makeApiClient(AppsV1Api).readNamespacedReplicaSet({ namespace, name: 'disputed' });
  await expect.poll(async () => (await read()).status?.readyReplicas).toBe(2);
  const managers = (await read()).metadata?.managedFields ?? [];
  expect(managers.map(({ manager, subresource }) => `${manager} ${subresource ?? ''}`)).toEqual(expect.arrayContaining(['another-manager ', 'replicaset-controller status']));
  // Who applies what the controller manages is refused, and hears whose it is.
  const identity = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'disputed' } };
  const applied = await requestAs('another-manager', 'PATCH', `${path}/status`, 'apply-patch+yaml', { ...identity, status: { replicas: 7 } });
  expect(applied).toMatchObject({ code: 409, body: { reason: 'Conflict', message: expect.stringContaining('conflict with "replicaset-controller"') } });
  expect(lines.filter((line) => !line.includes('conflict') && !line.includes('has been modified'))).toEqual([]);
});

test('of two candidates one acts; the other takes over when the first ends', async () => {
  const first = await start({ leaderElect: true, identity: 'one' });
  await expect.poll(() => lines).toContain('leads now');
  const second = await start({ leaderElect: true, identity: 'two' });
  await expect.poll(() => second.missing()).toBe('waits for the Lease, which one holds');
  const pods = await createWeb('elected', 1);
  await expect.poll(pods).toBe(1);
  await first.stop();
  await expect.poll(() => second.missing()).toBeUndefined();
});

test('one that has lost its Lease acts no more, and ends', async () => {
  const run = await start({ leaderElect: true, namespace });
  await expect.poll(() => run.missing()).toBeUndefined();
  const leases = admin.makeApiClient(CoordinationV1Api);
  const name = 'replicaset-controller';
  // Refused where the holder has just renewed it: tried again.
  await expect
    .poll(async () => {
      const lease = await leases.readNamespacedLease({ namespace, name });
      const body = { ...lease, spec: { ...lease.spec, holderIdentity: 'another', leaseDurationSeconds: 3600 } };
      return leases.replaceNamespacedLease({ namespace, name, body }).then(() => 'taken', () => 'refused');
    })
    .toBe('taken');
  expect(await run.ended).toEqual({ type: 'lost leadership' });
  const pods = await createWeb('late', 1);
  await leases.deleteNamespacedLease({ namespace, name });
  expect(await pods()).toBe(0);
});

/** A way to a port of this machine that can be cut. */
async function openProxy(target: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => void sockets.delete(socket));
    }
    return near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  afterAll(() => {
    cut();
    server.close();
  });
  return {
    port,
    cut,
    plug(): void {
      isCut = false;
    },
  };
}
