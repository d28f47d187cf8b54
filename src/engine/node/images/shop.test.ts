import { expect, test } from 'vitest';
import type { PodSpec, Probe } from '../../sdk/index.ts';
import { type OneNode, oneNode } from '../testing/one-node.ts';

const image = 'converge/shop:1.0';
const readinessProbe: Probe = { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 };

const shop = (more: Partial<PodSpec['containers'][number]> = {}, spec: Partial<PodSpec> = {}): PodSpec => ({
  containers: [{ name: 'shop', image, ...more }],
  ...spec,
});

/** Customers of a Pod, from its first page on. */
async function customersOf(node: OneNode, pod: string): Promise<void> {
  const ip = node.pod(pod).status.podIP;
  await node.create('load', { containers: [{ name: 'load', image, command: ['load', `http://${ip}:8080`] }] });
}

const failures = async (node: OneNode): Promise<readonly string[]> =>
  String(await node.log('load', 'load'))
    .split('\n')
    .filter((line) => line !== '');

test('the shop is alive before it is ready, and neither at once', async () => {
  const node = await oneNode();
  await node.create(
    'shop',
    shop({
      readinessProbe,
      startupProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 5, failureThreshold: 12 },
    }),
  );
  await node.waitMs(22_000);
  expect(node.pod('shop').status.containerStatuses?.[0]?.started).toBe(false);
  await node.waitMs(45_000);
  expect(node.ready('shop')).toBe(true);
  const events = node.events('shop');
  expect(events.some((event) => event.includes('Startup probe failed') && event.includes('connection refused'))).toBe(
    true,
  );
  expect(events).toContain('Warning Unhealthy: Readiness probe failed: HTTP probe failed with statuscode: 503');
});

test('after SIGTERM its port is closed, and who waits for an answer still gets it', async () => {
  const node = await oneNode();
  await node.create('shop', shop({ readinessProbe }));
  await node.waitMs(70_000);
  await customersOf(node, 'shop');
  await node.waitMs(10_000);
  expect(await failures(node)).toEqual([]);
  await node.remove('shop');
  await node.waitMs(10_000);
  const lines = await failures(node);
  expect(lines.length).toBeGreaterThan(30);
  expect(new Set(lines.map((line) => line.replace(/^\S+ GET \S+: /, '')))).toEqual(new Set(['connection refused']));
  expect(node.exists('shop')).toBe(true);
  await node.waitMs(12_000);
  expect(node.exists('shop')).toBe(false);
});

test('a process that is killed breaks what it was answering', async () => {
  const node = await oneNode();
  await node.create('shop', shop({ readinessProbe }, { terminationGracePeriodSeconds: 1 }));
  await node.waitMs(70_000);
  await customersOf(node, 'shop');
  await node.waitMs(11_000);
  await node.remove('shop');
  await node.waitMs(4_000);
  expect((await failures(node)).filter((line) => line.includes('/pay: connection reset'))).toHaveLength(1);
});

test('the image has no sleep for a hook, and the kubelet has one', async () => {
  const node = await oneNode();
  await node.create('by-exec', shop({ lifecycle: { preStop: { exec: { command: ['sleep', '10'] } } } }));
  await node.create('by-kubelet', shop({ lifecycle: { preStop: { sleep: { seconds: 10 } } } }));
  await node.waitMs(70_000);
  await node.remove('by-exec');
  await node.remove('by-kubelet');
  await node.waitMs(5_000);
  expect(node.events('by-exec').some((event) => event.includes('FailedPreStopHook'))).toBe(true);
  expect(await node.log('by-exec', 'shop')).toContain('SIGTERM');
  expect(await node.log('by-kubelet', 'shop')).not.toContain('SIGTERM');
});
