import { Event, Lease, Node, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../sdk/testing/world.ts';
import { createTaintEvictionController } from '../taint-eviction/index.ts';
import { createNodeLifecycleController } from './index.ts';

const now = (world: World) => new Date(world.kernel.clock.now()).toISOString();

/** Nodes whose leases are renewed every 10 s until they are silenced. */
async function worldWithNodes(count: number) {
  const world = createWorld({ controllers: [createNodeLifecycleController(), createTaintEvictionController()] });
  const silent = new Set<string>();
  for (let index = 1; index <= count; index += 1) {
    const name = `node-${index}`;
    const conditions = [
      { type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime: now(world).slice(0, 19) + 'Z' },
    ];
    const node = await world.create(Node, { metadata: { name } });
    await world.finish(
      world.client.patch(Node, name, { status: { conditions } }, { type: 'merge', subresource: 'status' }),
    );
    const lease = {
      metadata: { name, namespace: 'kube-node-lease' },
      spec: { holderIdentity: name, renewTime: micro(world) },
    };
    await world.create(Lease, lease);
    const { uid } = node.metadata;
    expect(uid).not.toBe('');
    const renew = () => {
      world.kernel.clock.after(10_000, renew, { background: true });
      if (silent.has(name)) return;
      void world.client.patch(
        Lease,
        `kube-node-lease/${name}`,
        { spec: { renewTime: micro(world) } },
        { type: 'merge' },
      );
    };
    renew();
  }
  await world.sleep(6000);
  return { world, silent };
}

const micro = (world: World) => now(world).replace('Z', '000Z');

async function podOn(world: World, name: string, node: string, tolerationSeconds?: number) {
  const tolerations = ['not-ready', 'unreachable'].map((key) => ({
    key: `node.kubernetes.io/${key}`,
    operator: 'Exists',
    effect: 'NoExecute',
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
  }));
  const spec = { nodeName: node, containers: [{ name: 'main', image: 'nginx' }], tolerations };
  await world.create(Pod, { metadata: { name, namespace: 'default' }, spec });
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
  await world.finish(
    world.client.patch(
      Pod,
      `default/${name}`,
      { status: { phase: 'Running', conditions } },
      { type: 'merge', subresource: 'status' },
    ),
  );
}

const node = (world: World, name: string) => world.objects(Node).find(({ metadata }) => metadata.name === name);
const taints = (world: World, name: string) =>
  (node(world, name)?.spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`).sort();
const ready = (world: World, name: string) =>
  node(world, name)?.status.conditions?.find(({ type }) => type === 'Ready');
const pod = (world: World, name: string) => world.objects(Pod).find(({ metadata }) => metadata.name === name);

test('a node that falls silent is found lost, tainted, and its pods evicted when their patience ends', async () => {
  const { world, silent } = await worldWithNodes(3);
  await podOn(world, 'patient', 'node-1', 300);
  await podOn(world, 'stays', 'node-1');
  await podOn(world, 'elsewhere', 'node-2', 300);
  silent.add('node-1');
  await world.sleep(40_000);
  expect(ready(world, 'node-1')?.status).toBe('True');
  await world.sleep(30_000);
  expect(ready(world, 'node-1')).toMatchObject({
    status: 'Unknown',
    reason: 'NodeStatusUnknown',
    message: 'Kubelet stopped posting node status.',
  });
  expect(taints(world, 'node-1')).toEqual([
    'node.kubernetes.io/unreachable:NoExecute',
    'node.kubernetes.io/unreachable:NoSchedule',
  ]);
  expect(pod(world, 'patient')?.status.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False');
  expect(pod(world, 'patient')?.metadata.deletionTimestamp).toBeUndefined();
  await world.sleep(305_000);
  expect(pod(world, 'patient')?.metadata.deletionTimestamp).toBeDefined();
  expect(pod(world, 'stays')?.metadata.deletionTimestamp).toBeUndefined();
  expect(pod(world, 'elsewhere')?.metadata.deletionTimestamp).toBeUndefined();
  const messages = world.objects(Event).map(({ message }) => message);
  expect(messages).toContain('Node node-1 status is now: NodeNotReady');
  expect(messages).toContain('Marking for deletion Pod default/patient');
  expect(world.log).toEqual([]);
});

test('a node that comes back in time keeps its pods', async () => {
  const { world, silent } = await worldWithNodes(3);
  await podOn(world, 'web', 'node-1', 300);
  silent.add('node-1');
  await world.sleep(100_000);
  expect(taints(world, 'node-1')).toHaveLength(2);
  silent.delete('node-1');
  const conditions = [{ type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime: micro(world) }];
  await world.finish(
    world.client.patch(Node, 'node-1', { status: { conditions } }, { type: 'merge', subresource: 'status' }),
  );
  await world.sleep(400_000);
  expect(taints(world, 'node-1')).toEqual([]);
  expect(pod(world, 'web')?.metadata.deletionTimestamp).toBeUndefined();
  expect(world.objects(Event).map(({ message }) => message)).toContain('Cancelling deletion of Pod default/web');
});

test('when all nodes fall silent at once, nobody is evicted', async () => {
  const { world, silent } = await worldWithNodes(2);
  await podOn(world, 'web', 'node-1', 10);
  silent.add('node-1').add('node-2');
  await world.sleep(600_000);
  expect(ready(world, 'node-1')?.status).toBe('Unknown');
  expect(taints(world, 'node-1')).toEqual(['node.kubernetes.io/unreachable:NoSchedule']);
  expect(pod(world, 'web')?.metadata.deletionTimestamp).toBeUndefined();
});

test('lost nodes are emptied one after the other, ten seconds apart', async () => {
  const { world, silent } = await worldWithNodes(6);
  silent.add('node-1').add('node-2');
  const at = new Map<string, number>();
  for (let second = 0; second < 100; second += 1) {
    await world.sleep(1000);
    for (const name of silent)
      if (taints(world, name).some((each) => each.endsWith('NoExecute')) && !at.has(name)) at.set(name, second);
  }
  const [first = 0, second = 0] = [...at.values()];
  expect(second - first).toBe(10);
});

test('a node is emptied in the pass after that which finds it lost', async () => {
  const { world, silent } = await worldWithNodes(3);
  silent.add('node-1');
  await world.sleep(100_000);
  const timeAdded = node(world, 'node-1')?.spec.taints?.find(({ effect }) => effect === 'NoExecute')?.timeAdded;
  expect(Date.parse(timeAdded ?? '') - Date.parse(ready(world, 'node-1')?.lastTransitionTime ?? '')).toBe(5000);
});

test('a node that has not reported yet is not emptied', async () => {
  const { world } = await worldWithNodes(2);
  await world.create(Node, { metadata: { name: 'new' } });
  await world.sleep(50_000);
  expect(taints(world, 'new')).toEqual([]);
  await world.sleep(20_000);
  expect(taints(world, 'new')).toEqual(['node.kubernetes.io/unreachable:NoExecute', 'node.kubernetes.io/unreachable:NoSchedule']);
});

test('a cordoned node is tainted, and the taint goes with the cordon', async () => {
  const { world } = await worldWithNodes(1);
  await world.merge(Node, 'node-1', { spec: { unschedulable: true } });
  await world.settle();
  expect(taints(world, 'node-1')).toEqual(['node.kubernetes.io/unschedulable:NoSchedule']);
  await world.merge(Node, 'node-1', { spec: { unschedulable: null } });
  await world.settle();
  expect(taints(world, 'node-1')).toEqual([]);
});

test('a node that is deleted leaves an Event', async () => {
  const { world } = await worldWithNodes(2);
  await world.remove(Node, 'node-1');
  await world.sleep(12_000);
  const removals = world.objects(Event).filter(({ reason }) => reason === 'RemovingNode');
  expect(removals.map(({ type, message, involvedObject }) => [type, message, involvedObject.name])).toEqual([
    ['Normal', 'Node node-1 event: Removing Node node-1 from Controller', 'node-1'],
  ]);
});
