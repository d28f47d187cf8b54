/** Runs in the copy, in a process of its own: prints what can be seen of each addition, as one line of JSON. */
import { type ApiRequest, createCluster } from '../../src/engine/index.ts';
import { type Io, kubectl } from '../../src/kubectl/index.ts';
import { settling } from '../../src/session/settling.ts';

const cluster = createCluster({ seed: 1, nodes: 2, settle: () => new Promise((resolve) => setImmediate(resolve)) });
const until = (ms: number) => cluster.run({ until: cluster.now() + ms });

async function request(method: ApiRequest['method'], path: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = cluster.request('newcomer', { method, path, query: {}, headers, ...(body && { body: JSON.parse(JSON.stringify(body)) }) });
  await until(1_000);
  return (await answer).body;
}

async function greet(): Promise<string> {
  let printed = '';
  const print = (text: string): void => {
    printed += text;
  };
  const io: Io = {
    connect: settling(cluster, cluster.connect('client')),
    now: () => cluster.now(),
    sleep: async () => {},
    stdout: print,
    stderr: print,
    stdin: () => '',
    readFile: () => undefined,
    listFiles: () => [],
    writeFile: () => {},
    kubeconfig: { path: 'config', read: () => '', write: () => {} },
    edit: async (text) => text,
    onInterrupt: () => () => {},
  };
  const ended = kubectl(['greet'], io);
  cluster.unsettled();
  await until(1_000);
  await ended;
  return printed;
}

await until(30_000);
const collection = '/api/v1/namespaces/default';
await request('POST', `${collection}/configmaps`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' } });
const container = { name: 'hello', image: 'hello:1' };
await request('POST', `${collection}/pods`, {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'one' },
  spec: { restartPolicy: 'Never', containers: [container] },
});
const addresses = '/apis/networking.k8s.io/v1/ipaddresses';
const parentRef = { resource: 'services', namespace: 'default', name: 'web' };
await request('POST', addresses, { apiVersion: 'networking.k8s.io/v1', kind: 'IPAddress', metadata: { name: '10.96.0.9' }, spec: { parentRef } });
const backups = '/apis/demo.example/v1/namespaces/default/backups';
await request('POST', backups, { apiVersion: 'demo.example/v1', kind: 'Backup', metadata: { name: 'one' }, spec: { schedule: '@daily' } });
await until(60_000);
console.log(
  JSON.stringify({
    configMap: await request('GET', `${collection}/configmaps/one`),
    pod: await request('GET', `${collection}/pods/one`),
    address: await request('GET', `${addresses}/10.96.0.9`),
    backup: await request('GET', `${backups}/one`),
    featureStarted: Reflect.get(globalThis, 'announcementStarted') === true,
    printed: await greet(),
  }),
);
process.exit(0);
