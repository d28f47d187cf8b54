/**
 * The peer: `@ngrok/webernetes`, bundled for Node, on its real clock. Run as a process of its own:
 * `node peer.ts <bundle> <replicas>`; prints one line of JSON.
 */
import { pathToFileURL } from 'node:url';
import type * as Webernetes from '@ngrok/webernetes';

const [, , bundle = '', wanted = '10'] = process.argv;
const replicas = Number(wanted);

/** Longest time the thread was held, milliseconds, seen by a timer that should fire every 5 ms. */
function watchBlocks(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return Math.max(longest, performance.now() - last - 5);
  };
}

const peer: typeof Webernetes = await import(pathToFileURL(bundle).href);

class Nginx extends peer.BaseImage {
  static readonly imageName = 'nginx';
  static readonly imageVersion = '1.29';
  readonly defaultCommand = ['nginx'];
  override async exec(context: Webernetes.ProcessContext): Promise<number> {
    return await context.waitUntilKilled();
  }
}

const cpuBefore = process.cpuUsage();
const started = performance.now();
const cluster = new peer.Cluster({ nodes: 10 });
cluster.registerImage(Nginx);
await cluster.init();
const bootCpu = process.cpuUsage(cpuBefore);
const block = watchBlocks();
const cpuStart = process.cpuUsage();
const ready = new Set<string>();
const done = new Promise<void>((resolve) => {
  cluster.informer('pods', (type, pod) => {
    const isReady = pod.status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True') === true;
    const name = pod.metadata?.name ?? '';
    if (type === 'delete' || !isReady) ready.delete(name);
    else ready.add(name);
    if (ready.size >= replicas) resolve();
  });
});
await cluster.apply([
  {
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
]);
await done;
const cpu = process.cpuUsage(cpuStart);
console.log(
  JSON.stringify({
    bootCpuMs: (bootCpu.user + bootCpu.system) / 1000,
    cpuMs: (cpu.user + cpu.system) / 1000,
    wallMs: performance.now() - started,
    blockMs: block(),
    heapMb: process.memoryUsage().heapUsed / 1048576,
  }),
);
process.exit(0);
