/** A kubelet makes room for a critical pod; seen from outside. */
import { expect, test } from 'vitest';
import { conditionOf, type PodSpec } from '../../sdk/index.ts';
import { type OneNode, oneNode, script } from '../testing/one-node.ts';

const critical = 'system-node-critical';

/** A container that asks for so much of the node's four CPUs; told to end, it takes all of its ten seconds. */
const asking = (cpu: string): PodSpec => ({
  containers: [script('trap "" TERM; while true; do sleep 1; done', { resources: { requests: { cpu } } })],
  terminationGracePeriodSeconds: 10,
});

/** `Failed Preempting`, or the phase. */
const words = (node: OneNode, name: string): string => {
  const { phase, reason = '' } = node.pod(name).status;
  return `${phase} ${reason}`.trim();
};

test('pods of lower priority end, one after the other, before a critical one starts', async () => {
  const node = await oneNode();
  await node.create('a', asking('1500m'));
  await node.create('b', asking('1500m'));
  await node.create('other', asking('500m'));
  await node.waitMs(5_000);
  await node.create('critical', { ...asking('3'), priorityClassName: critical });
  await node.waitMs(8_000);
  const preempting = 'Warning Preempting: Preempted in order to admit critical pod';
  const isBeingPreempted = (name: string): boolean => node.events(name).includes(preempting);
  expect(['a', 'b', 'other'].map(isBeingPreempted)).toEqual([true, false, false]);
  expect(node.pod('critical').status.startTime).toBeUndefined();
  await node.waitMs(10_000);
  expect(['a', 'b', 'other'].map(isBeingPreempted)).toEqual([true, true, false]);
  expect(node.pod('critical').status.startTime).toBeUndefined();
  await node.waitMs(15_000);
  expect(['a', 'b', 'other', 'critical'].map((name) => words(node, name))).toEqual(['Failed Preempting', 'Failed Preempting', 'Running', 'Running']);
  const { message, conditions } = node.pod('a').status;
  expect(message).toBe('Preempted in order to admit critical pod');
  expect(conditionOf(conditions, 'DisruptionTarget')).toMatchObject({
    status: 'True',
    reason: 'TerminationByKubelet',
    message: 'Pod was preempted by Kubelet to accommodate a critical pod.',
  });
  expect(node.events('critical').filter((each) => each.startsWith('Warning'))).toEqual([]);
});

test('what comes while room is made waits, and is admitted as what then is there', async () => {
  const node = await oneNode();
  await node.create('first', asking('3'));
  await node.waitMs(5_000);
  await node.create('critical', { ...asking('3'), priorityClassName: critical });
  await node.create('late', asking('2'));
  await node.create('small', asking('500m'));
  await node.create('gone', asking('500m'));
  await node.remove('gone', 0);
  await node.waitMs(5_000);
  expect(['late', 'small'].map((name) => words(node, name))).toEqual(['Pending', 'Pending']);
  await node.waitMs(20_000);
  expect(['first', 'critical', 'late', 'small'].map((name) => words(node, name))).toEqual(['Failed Preempting', 'Running', 'Failed OutOfcpu', 'Running']);
  expect(node.exists('gone')).toBe(false);
});

test('a critical pod that is deleted meanwhile makes room for those after it', async () => {
  const node = await oneNode();
  await node.create('first', asking('3'));
  await node.waitMs(5_000);
  await node.create('critical', { ...asking('3'), priorityClassName: critical });
  await node.create('late', asking('2'));
  await node.remove('critical', 0);
  await node.waitMs(20_000);
  expect(['first', 'late'].map((name) => words(node, name))).toEqual(['Failed Preempting', 'Running']);
});

test('it waits half as long again as a victim’s grace period, and takes the critical pod all the same', async () => {
  const node = await oneNode();
  await node.create('stubborn', { ...asking('3'), terminationGracePeriodSeconds: 20 });
  await node.waitMs(5_000);
  await node.remove('stubborn', 600);
  await node.create('critical', { ...asking('3'), priorityClassName: critical });
  await node.waitMs(28_000);
  expect(words(node, 'critical')).toBe('Pending');
  await node.waitMs(10_000);
  expect(['stubborn', 'critical'].map((name) => words(node, name))).toEqual(['Running', 'Running']);
  expect(node.events('stubborn')).toContain('Warning ExceededGracePeriod: Container runtime did not kill the pod within specified grace period.');
});

test('a critical pod is refused for what no room would change', async () => {
  const node = await oneNode();
  await node.create('first', asking('3'));
  await node.create('elsewhere', { ...asking('3'), priorityClassName: critical, nodeSelector: { disk: 'ssd' } });
  await node.waitMs(5_000);
  expect(['first', 'elsewhere'].map((name) => words(node, name))).toEqual(['Running', 'Failed NodeAffinity']);
});

test('a critical pod for which nobody can make room is refused, and nobody ends', async () => {
  const node = await oneNode();
  await node.create('first', asking('1'));
  await node.create('too-large', { ...asking('5'), priorityClassName: critical });
  await node.waitMs(5_000);
  expect(['first', 'too-large'].map((name) => words(node, name))).toEqual(['Running', 'Failed UnexpectedAdmissionError']);
  const why = 'preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [(res: cpu, q: 1000), ]';
  const message = `Unexpected error while attempting to recover from admission failure: ${why}`;
  expect(node.pod('too-large').status.message).toBe(`Pod was rejected: ${message}`);
  expect(node.events('too-large')).toContain(`Warning UnexpectedAdmissionError: ${message}`);
});

test('a static pod is critical, whatever its priority', async () => {
  const node = await oneNode();
  await node.create('first', asking('3'));
  await node.waitMs(5_000);
  node.cluster.manifests('node-1')?.write('agent.json', JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'agent' }, spec: asking('2') }));
  await node.waitMs(20_000);
  expect(['first', 'agent-node-1'].map((name) => words(node, name))).toEqual(['Failed Preempting', 'Running']);
});
