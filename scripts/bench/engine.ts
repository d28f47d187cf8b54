/**
 * One measurement of the engine, in a process of its own: `node engine.ts boot|replicas|replace|idle|size [n or n@nodes] [members of etcd] [minimal|recorded]`. Prints one line of JSON.
 * Time inside the cluster is virtual and runs as fast as it can.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Cluster, createCluster } from '../../src/engine/index.ts';
import { type Profile, profiles } from '../../src/engine/cluster/profiles.ts';
import * as sdk from '../../src/engine/sdk/index.ts';

const [, , what = 'boot', count = '0', members] = process.argv;
/**
 * `node engine.ts … minimal`: a cluster of that profile. `recorded`: the same, and who owns each field, who may do what and who did it
 * are kept and asked. Kubelets have their rights by node authorization, without which RBAC would refuse all they ask.
 */
const { minimal } = profiles;
const recording = ['node-authorization', 'rbac', 'field-management', 'audit'];
const recorded: Profile = { ...minimal, extensions: [...minimal.extensions, ...recording] };
const chosen = process.argv.at(-1);
const profile = chosen === 'recorded' ? recorded : chosen === 'minimal' ? minimal : profiles.full;
/** `50000@5000`: so many Pods on so many nodes; a node for each hundred without. */
const [n = 0, nodes = Math.max(3, Math.ceil(n / 100))] = count.split('@').map(Number);
const etcd = members === '3' ? ({ etcd: 3 } as const) : members === '5' ? ({ etcd: 5 } as const) : {};

/** Milliseconds of CPU (user and system) a piece of work took in this process. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

/** Thousands of nodes register for minutes. */
const longestBootMs = 600_000;

async function boot(size: number): Promise<Cluster> {
  const cluster = createCluster({
    profile,
    seed: 1,
    nodes: size,
    ...etcd,
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  });
  await cluster.run({ quiet: true, until: cluster.now() + longestBootMs });
  const ready = cluster.objects(sdk.Node).filter((node) => isTrue(node.status?.conditions, 'Ready')).length;
  if (ready !== size) throw new Error(`${ready} of ${size} nodes are Ready after ${longestBootMs / 60_000} virtual minutes`);
  return cluster;
}

function isTrue(conditions: readonly { type: string; status: string }[] | undefined, type: string): boolean {
  return conditions?.some((each) => each.type === type && each.status === 'True') === true;
}

const readyPods = (cluster: Cluster) =>
  cluster.objects(sdk.Pod).filter((pod) => isTrue(pod.status?.conditions, 'Ready')).length;

/** Applies a Deployment and runs until all its Pods are Ready. */
async function deploy(cluster: Cluster, replicas: number): Promise<void> {
  const answer = cluster.request('bench', {
    method: 'POST',
    path: '/apis/apps/v1/namespaces/default/deployments',
    query: {},
    headers: { 'content-type': 'application/json' },
    body: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'nginx', image: 'nginx:1.29' }] },
        },
      },
    },
  });
  await cluster.run({ quiet: true, until: cluster.now() + 3_600_000 });
  const { code } = await answer;
  const ready = readyPods(cluster);
  if (code !== 201 || ready !== replicas)
    throw new Error(`${ready} of ${replicas} Pods are Ready (create answered ${code})`);
}

/** Longest time the thread was held between two turns of the event loop, milliseconds. */
function watchBlocks(): () => number {
  let last = performance.now();
  let longest = 0;
  let running = true;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  return () => {
    running = false;
    return longest;
  };
}

async function measure(): Promise<Record<string, number>> {
  if (what === 'boot') return { cpuMs: await cpuOf(() => boot(3)) };
  if (what === 'size') {
    const entry = fileURLToPath(new URL('../../src/engine/index.ts', import.meta.url));
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      logLevel: 'error',
    });
    return { gzipBytes: gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length };
  }
  const cluster = await boot(nodes);
  const blocks = watchBlocks();
  const virtualStart = cluster.now();
  const cpuMs = await cpuOf(() => deploy(cluster, n));
  const blockMs = blocks();
  if (what === 'replicas') {
    const virtualMs = cluster.now() - virtualStart;
    globalThis.gc?.();
    return { cpuMs, blockMs, virtualMs, heapMb: process.memoryUsage().heapUsed / 1048576 };
  }
  if (what === 'idle') {
    const seconds = 60;
    const idle = await cpuOf(() => cluster.run({ until: cluster.now() + seconds * 1000 }));
    return { cpuMsPerS: idle / seconds };
  }
  if (what === 'replace') {
    const [pod] = cluster.objects(sdk.Pod);
    const rounds = 20;
    const replaced = await cpuOf(async () => {
      for (let round = 0; round < rounds; round += 1) {
        const victim = round === 0 ? pod : cluster.objects(sdk.Pod)[0];
        void cluster.request('bench', {
          method: 'DELETE',
          path: `/api/v1/namespaces/default/pods/${victim?.metadata.name}`,
          query: {},
          headers: {},
        });
        await cluster.run({ quiet: true, until: cluster.now() + 600_000 });
        if (readyPods(cluster) !== n) throw new Error('the Pod was not replaced');
      }
    });
    return { cpuMs: replaced / rounds };
  }
  throw new Error(`unknown measurement ${what}`);
}

console.log(JSON.stringify(await measure()));
process.exit(0);
