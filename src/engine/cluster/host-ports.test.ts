/** A hostPort is reached at its node's address, as with the CNI plugin portmap (its portmap_integ_test.go, written anew). */
import { expect, test } from 'vitest';
import { unix } from '../../posix/index.ts';
import { Pod } from '../api/index.ts';
import { createCluster, type Json } from '../index.ts';
import type { PodSpec } from '../sdk/index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const hello = '<pre>\nHello World\n</pre>\n';

async function start() {
  const cluster = createCluster({ unix, seed: 1, nodes: 2, settle });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(5);
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json) => {
    const headers = { 'content-type': 'application/json' };
    const answer = cluster.request('test', { method, path, query: {}, headers, ...(body !== undefined && { body }) });
    await wait(20);
    return answer;
  };
  const pods = '/api/v1/namespaces/default/pods';
  const find = (name: string) => cluster.objects(Pod).find(({ metadata }) => metadata.name === name);
  const create = async (name: string, spec: PodSpec): Promise<void> => {
    await ask('POST', pods, JSON.parse(JSON.stringify({ metadata: { name }, spec })));
  };
  let clients = 0;
  return {
    find,
    remove: (name: string) => ask('DELETE', `${pods}/${name}`),
    /** The image answers at port 8000. */
    server: (name: string, port: { hostPort: number; hostIP?: string; protocol?: string }, more: Partial<PodSpec> = {}) =>
      create(name, { nodeName: 'node-1', terminationGracePeriodSeconds: 1, containers: [{ name: 'hello', image: 'crccheck/hello-world', ports: [{ containerPort: 8000, ...port }] }], ...more }),
    /** What a Pod prints that asks this address. */
    async ask(url: string, from: Partial<PodSpec>): Promise<unknown> {
      clients += 1;
      const name = `client-${clients}`;
      const container = { name: 'c', image: 'curlimages/curl', command: ['curl', '-s', '-S', '-m', '5', url] };
      await create(name, { restartPolicy: 'Never', containers: [container], ...from });
      return (await ask('GET', `${pods}/${name}/log`)).body;
    },
    node: (name: string): string => cluster.objects(Pod).find(({ spec }) => spec.nodeName === name)?.status.hostIP ?? '',
    proxied: (node: string, port: number) => ask('GET', `/api/v1/nodes/${node}:${port}/proxy/`),
  };
}

test('from a Pod of another node, from the node itself, from the Pod’s own node and through nodes/proxy; not after the Pod', async () => {
  const { server, ask, node, proxied, remove } = await start();
  await server('web', { hostPort: 8080 });
  const address = node('node-1');
  expect(await ask(`http://${address}:8080/`, { nodeName: 'node-2' })).toBe(hello);
  expect(await ask(`http://${address}:8080/`, { nodeName: 'node-1' })).toBe(hello);
  expect(await ask('http://127.0.0.1:8080/', { nodeName: 'node-1', hostNetwork: true })).toBe(hello);
  expect(await proxied('node-1', 8080)).toMatchObject({ code: 200, body: hello });
  const refused = /Connection refused|Could not connect/;
  // Its own localhost is another one, and so is the other node.
  expect(await ask('http://127.0.0.1:8080/', { nodeName: 'node-1' })).toMatch(refused);
  expect(await ask('http://172.18.0.3:8080/', { nodeName: 'node-1' })).toMatch(refused);
  await remove('web');
  expect(await ask(`http://${address}:8080/`, { nodeName: 'node-2' })).toMatch(refused);
});

test('hostIP and protocol: only at that address, and TCP reaches no UDP port', async () => {
  const { server, ask, node, proxied } = await start();
  await server('local', { hostPort: 8080, hostIP: '127.0.0.1' });
  await server('own', { hostPort: 8081, hostIP: '172.18.0.2' });
  await server('udp', { hostPort: 8082, protocol: 'UDP' });
  expect(node('node-1')).toBe('172.18.0.2');
  expect(await ask('http://127.0.0.1:8080/', { nodeName: 'node-1', hostNetwork: true })).toBe(hello);
  expect(await proxied('node-1', 8080)).toMatchObject({ code: 503 });
  expect(await proxied('node-1', 8081)).toMatchObject({ code: 200 });
  expect(await proxied('node-1', 8082)).toMatchObject({ code: 503 });
});

test('a Pod that is bound to a node whose port is taken fails (TestGeneralPredicates)', async () => {
  const { server, find } = await start();
  await server('first', { hostPort: 8080 });
  await server('other', { hostPort: 8081 });
  await server('second', { hostPort: 8080, hostIP: '172.18.0.2' });
  expect(find('other')?.status.phase).toBe('Running');
  const message = "Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports";
  expect(find('second')?.status).toMatchObject({ phase: 'Failed', reason: 'NodePorts', message });
});
