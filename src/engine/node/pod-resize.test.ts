/** Cases after upstream's TestHandlePodResourcesResize (pkg/kubelet/allocation) and TestPodRequests (component-helpers resource). */
import { expect, test } from 'vitest';
import { type Container, type Pod, type PodCondition, podRequests } from '../sdk/index.ts';
import { type OneNode, oneNode } from './testing/one-node.ts';

type Amounts = Readonly<Record<string, string>>;

const pause = (requests: Amounts, more: Partial<Container> = {}): Container => ({ name: 'c', image: 'registry.k8s.io/pause:3.9', resources: { requests }, ...more });
const resize = (node: OneNode, pod: string, requests: Amounts, limits?: Amounts) =>
  node.patch(pod, { spec: { containers: [{ name: 'c', resources: { requests, ...(limits && { limits }) } }] } }, 'resize');

/** Of its conditions those about resizes; what its container was given, and what it runs with; how often it was started again. */
function shown({ status: { conditions = [], containerStatuses = [] } }: Pod) {
  const [container] = containerStatuses;
  const resizing = conditions.filter(({ type }) => type.startsWith('PodResize'));
  return [resizing.map(({ type, reason = '', message = '' }) => [type, reason, message].join(' ').trim()), container?.allocatedResources, container?.resources?.requests, container?.restartCount];
}

const started = (...pods: Pods): Promise<OneNode> => startedOn(oneNode(), pods);

type Pods = readonly (readonly [name: string, container: Container])[];

async function startedOn(booting: Promise<OneNode>, pods: Pods): Promise<OneNode> {
  const node = await booting;
  for (const [name, container] of pods) await node.create(name, { containers: [container] });
  await node.quiet();
  return node;
}

test('more CPU is given at once, and seen a second later; the container runs on', async () => {
  const node = await started(['p', pause({ cpu: '500m', memory: '64Mi' })]);
  await resize(node, 'p', { cpu: '800m' });
  expect(shown(node.pod('p'))).toEqual([['PodResizeInProgress'], { cpu: '800m', memory: '64Mi' }, { cpu: '500m', memory: '64Mi' }, 0]);
  await node.waitMs(1_500);
  expect(shown(node.pod('p'))).toEqual([[], { cpu: '800m', memory: '64Mi' }, { cpu: '800m', memory: '64Mi' }, 0]);
  expect(node.ready('p')).toBe(true);
});

test('where the policy of a resource says so, the container is started again', async () => {
  const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }];
  const resources = { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '64Mi' } };
  const node = await started(['p', pause({}, { resources, resizePolicy })]);
  await resize(node, 'p', { cpu: '200m' });
  await node.waitMs(1_500);
  expect(shown(node.pod('p'))).toEqual([[], { cpu: '200m', memory: '64Mi' }, { cpu: '200m', memory: '64Mi' }, 0]);
  await resize(node, 'p', { memory: '96Mi' }, { memory: '96Mi' });
  await node.quiet();
  expect(shown(node.pod('p'))).toEqual([[], { cpu: '200m', memory: '96Mi' }, { cpu: '200m', memory: '96Mi' }, 1]);
  expect(node.events('p')).toContain('Normal Killing: Container c resize requires restart');
  expect(node.ready('p')).toBe(true);
});

test('what the node could never give is infeasible; a smaller wish is given', async () => {
  const node = await started(['p', pause({ cpu: '500m' })]);
  await resize(node, 'p', { cpu: '5' });
  const message = "Node didn't have enough capacity: cpu, requested: 5000, capacity: 4000";
  expect(shown(node.pod('p'))).toEqual([[`PodResizePending Infeasible ${message}`], { cpu: '500m' }, { cpu: '500m' }, 0]);
  expect(podRequests(node.pod('p')).milliCpu).toBe(500);
  // Another pod has the room that it can't have.
  await node.create('q', { containers: [pause({ cpu: '3500m' })] });
  await node.quiet();
  expect(node.ready('q')).toBe(true);
  await resize(node, 'p', { cpu: '400m' });
  await node.waitMs(1_500);
  expect(shown(node.pod('p'))).toEqual([[], { cpu: '400m' }, { cpu: '400m' }, 0]);
});

test('what the node can’t give now waits until another pod leaves, or becomes smaller', async () => {
  const node = await started(['p', pause({ cpu: '1' })], ['q', pause({ cpu: '1500m' })], ['r', pause({ cpu: '1' })]);
  await resize(node, 'p', { cpu: '2500m' });
  const deferred = (used: number) => `PodResizePending Deferred Node didn't have enough resource: cpu, requested: 2500, used: ${used}, capacity: 4000`;
  expect(shown(node.pod('p'))).toEqual([[deferred(2500)], { cpu: '1' }, { cpu: '1' }, 0]);
  // For the scheduler it has what it asks for.
  expect(podRequests(node.pod('p')).milliCpu).toBe(2500);
  await resize(node, 'q', { cpu: '700m' });
  expect(shown(node.pod('p'))).toEqual([[deferred(1700)], { cpu: '1' }, { cpu: '1' }, 0]);
  await node.remove('r', 0);
  await node.quiet();
  expect(shown(node.pod('p'))).toEqual([[], { cpu: '2500m' }, { cpu: '2500m' }, 0]);
  await node.create('s', { containers: [pause({ cpu: '900m' })] });
  await node.quiet();
  expect(node.pod('s').status.reason).toBe('OutOfcpu');
});

test('a kubelet that starts anew goes on with what was given', async () => {
  const node = await started(['p', pause({ cpu: '500m' })]);
  await resize(node, 'p', { cpu: '5' });
  const before = shown(node.pod('p'));
  node.cluster.addFault({ type: 'restart', component: 'kubelet/node-1' });
  await node.quiet();
  expect(shown(node.pod('p'))).toEqual(before);
});

const condition = (type: string, reason?: string): PodCondition => ({ type, status: 'True', ...(reason !== undefined && { reason }) });

test.each([
  ['nothing is changed', [], 700],
  ['the larger number counts while it is changed', [condition('PodResizeInProgress')], 900],
  ['so it does while it waits', [condition('PodResizePending', 'Deferred')], 900],
  ['what can never be given doesn’t count', [condition('PodResizePending', 'Infeasible')], 900],
])('%s', (_case, conditions, expected) => {
  const status = { conditions, containerStatuses: [{ name: 'c', allocatedResources: { cpu: '400m' }, resources: { requests: { cpu: '900m' } } }] };
  const pod = { spec: { containers: [pause({ cpu: '700m' })] }, status } as unknown as Pod;
  expect(podRequests(pod).milliCpu).toBe(expected);
});

test('the scheduler counts what a Pod holds, and tries again when one becomes smaller', async () => {
  const node = await startedOn(oneNode(1, []), [['p', pause({ cpu: '1' })]]);
  await resize(node, 'p', { cpu: '5' });
  // What is infeasible takes no room.
  await node.create('q', { nodeName: '', containers: [pause({ cpu: '2500m' })] });
  await node.quiet();
  expect(node.ready('q')).toBe(true);
  await node.create('r', { nodeName: '', containers: [pause({ cpu: '1' })] });
  await node.quiet();
  expect(node.ready('r')).toBe(false);
  await resize(node, 'p', { cpu: '400m' });
  await node.quiet();
  expect(node.ready('r')).toBe(true);
});
