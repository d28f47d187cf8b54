/** Static pods: a node's manifests run with an API server or without one, and have mirrors in it. */
import { expect, test } from 'vitest';
import { Pod } from '../api/index.ts';
import { unix } from '../../posix/index.ts';
import { createCluster } from '../index.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
const manifest = (name: string, text: string, more: object = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: name } },
    spec: { containers: [{ name: 'c', image: 'busybox:1.36', command: ['sh', '-c', text] }], ...more },
  });

/** One node, with these manifests from the beginning. */
async function boot(files: Readonly<Record<string, string>>) {
  const cluster = createCluster({ unix, seed: 1, nodes: 1, withoutControllers: ['*'], settle, manifests: { 'node-1': files } });
  const wait = async (seconds: number) => void (await cluster.run({ until: cluster.now() + seconds * 1000 }));
  await wait(15);
  const find = (name: string) => cluster.objects(Pod).find((pod) => pod.metadata.name === name);
  return {
    cluster,
    wait,
    write: (name: string, text?: string) => cluster.manifests('node-1')?.write(name, text),
    /** `Running ready, restarted 0 times`, or that there is none. */
    words(name: string): string {
      const { phase, containerStatuses: [container] = [] } = find(name)?.status ?? {};
      return container === undefined ? 'none' : `${phase}${container.ready ? ' ready' : ''}, restarted ${container.restartCount} times`;
    },
    containerId: (name: string) => find(name)?.status.containerStatuses?.[0]?.containerID,
    mirror(name: string): Pod {
      const pod = find(name);
      if (pod === undefined) throw new Error(`no pod ${name}`);
      return pod;
    },
    async remove(name: string) {
      const gone = cluster.request('test', { method: 'DELETE', path: `/api/v1/namespaces/default/pods/${name}`, query: {}, headers: {} });
      await wait(5);
      return gone;
    },
    /** Lines that its container's log has now. */
    async log(name: string) {
      const answer = cluster.request('test', { method: 'GET', path: `/api/v1/namespaces/default/pods/${name}/log`, query: {}, headers: {} });
      await wait(1);
      return (await answer).body;
    },
  };
}

test('a manifest runs, and its mirror says so', async () => {
  const node = await boot({ 'web.json': manifest('web', 'echo hello; sleep 1000') });
  expect(node.words('web-node-1')).toBe('Running ready, restarted 0 times');
  const { metadata, spec } = node.mirror('web-node-1');
  expect(metadata.labels).toEqual({ app: 'web' });
  expect(metadata.ownerReferences).toMatchObject([{ apiVersion: 'v1', kind: 'Node', name: 'node-1', controller: true }]);
  expect(spec.nodeName).toBe('node-1');
  expect(spec.tolerations).toContainEqual({ effect: 'NoExecute', operator: 'Exists' });
  const annotations = metadata.annotations ?? {};
  expect(annotations['kubernetes.io/config.source']).toBe('file');
  expect(annotations['kubernetes.io/config.hash']).toMatch(/^[0-9a-f]{32}$/);
  expect(annotations['kubernetes.io/config.mirror']).toBe(annotations['kubernetes.io/config.hash']);
  expect(metadata.uid).not.toBe(annotations['kubernetes.io/config.hash']);
  expect(await node.log('web-node-1')).toBe('hello\n');
});

test('a mirror that is deleted comes back, and its container has run all the time', async () => {
  const node = await boot({ 'web.json': manifest('web', 'sleep 1000') });
  const [uid, container] = [node.mirror('web-node-1').metadata.uid, node.containerId('web-node-1')];
  await node.remove('web-node-1');
  expect(node.mirror('web-node-1').metadata.uid).not.toBe(uid);
  expect(node.containerId('web-node-1')).toBe(container);
  expect(node.words('web-node-1')).toBe('Running ready, restarted 0 times');
});

test('a manifest that goes ends its pod, and one that changes begins another', async () => {
  const node = await boot({ 'web.json': manifest('web', 'trap "exit 0" TERM; sleep 1000 & wait') });
  const before = node.containerId('web-node-1');
  node.write('web.json', manifest('web', 'trap "exit 0" TERM; sleep 2000 & wait'));
  await node.wait(20);
  expect(node.words('web-node-1')).toBe('Running ready, restarted 0 times');
  expect(node.containerId('web-node-1')).not.toBe(before);
  node.write('web.json');
  await node.wait(20);
  expect(node.words('web-node-1')).toBe('none');
});

test('without an API server a manifest runs as well; the mirror follows', async () => {
  const node = await boot({});
  const heal = node.cluster.addFault({ type: 'crash', component: 'apiserver' });
  const started = () => node.cluster.trace.since(0).filter(({ type, what }) => type === 'container' && what.startsWith('start')).length;
  node.write('web.json', manifest('web', 'sleep 1000'));
  await node.wait(30);
  expect(started()).toBe(1);
  heal();
  await node.wait(30);
  expect(node.words('web-node-1')).toBe('Running ready, restarted 0 times');
  expect(started()).toBe(1);
});

test('a kubelet that starts again finds what its manifests have started', async () => {
  const node = await boot({ 'web.json': manifest('web', 'sleep 1000') });
  const [uid, container] = [node.mirror('web-node-1').metadata.uid, node.containerId('web-node-1')];
  node.cluster.addFault({ type: 'crash', component: 'kubelet/node-1', downMs: 5_000 });
  await node.wait(20);
  expect(node.containerId('web-node-1')).toBe(container);
  expect(node.mirror('web-node-1').metadata.uid).toBe(uid);
});

test('a static pod’s container that ends is started again', async () => {
  const node = await boot({ 'web.json': manifest('web', 'sleep 20; exit 1') });
  await node.wait(15);
  expect(node.words('web-node-1')).toBe('Running ready, restarted 1 times');
});

test('what is no manifest of a pod is ignored', async () => {
  const node = await boot({ 'a.json': '{', 'b.json': '{"kind":"Service"}', 'web.json': manifest('web', 'sleep 1000') });
  expect(node.cluster.objects(Pod)).toHaveLength(1);
});
