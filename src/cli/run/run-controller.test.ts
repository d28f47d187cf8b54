import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoreV1Api, AppsV1Api, CoordinationV1Api, KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { type Served, serve } from '../serve/serve.ts';
import { parseAllow } from './allow.ts';
import { openServer } from './connect.ts';
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

async function start(more: Partial<RunOptions> = {}): Promise<ControllerRun> {
  const whole = { ...options, kubeconfig: served.kubeconfig, ...more };
  const run = await runController(whole, { server: openServer(whole.kubeconfig, undefined), say: (line) => void lines.push(line) });
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
  const text = "export const later = defineController({ name: 'later', for: { ...Deployment, version: 'v9' }, reconcile: async () => {} });";
  writeFileSync(later, `${head}\n${text}\n`);
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
