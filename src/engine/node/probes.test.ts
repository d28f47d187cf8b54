/** When containers are probed, and what a failed probe says. */
import { describe, expect, test } from 'vitest';
import { Event } from '../api/index.ts';
import { conditionOf } from '../sdk/index.ts';
import { oneNode, script } from './testing/one-node.ts';

/** Ignores SIGTERM. */
const stubborn = 'trap "" TERM; while true; do sleep 1; done';
const fails = { exec: { command: ['false'] }, periodSeconds: 1, failureThreshold: 1, terminationGracePeriodSeconds: 10 };

test('a container that is killed for its liveness probe isn’t probed any more', async () => {
  const node = await oneNode();
  await node.create('p', { containers: [script(stubborn, { livenessProbe: fails })] });
  await node.waitMs(9_000);
  const counts = node.cluster.objects(Event).filter(({ reason }) => reason === 'Unhealthy').map(({ count }) => count);
  expect(counts).toEqual([1]);
});

test('a pod that is being deleted is probed for its readiness, and for nothing else', async () => {
  const node = await oneNode();
  const healthy = { exec: { command: ['cat', '/tmp/healthy'] }, periodSeconds: 1, failureThreshold: 1 };
  const lifecycle = { preStop: { exec: { command: ['sh', '-c', 'rm /tmp/healthy; sleep 10'] } } };
  const container = script('touch /tmp/healthy; sleep 600', { readinessProbe: healthy, livenessProbe: healthy, lifecycle });
  await node.create('p', { containers: [container] });
  await node.waitMs(5_000);
  expect(node.ready('p')).toBe(true);
  await node.remove('p');
  await node.waitMs(3_000);
  expect(conditionOf(node.pod('p').status.conditions, 'Ready')?.reason).toBe('ContainersNotReady');
  const unhealthy = node.events('p').filter((event) => event.includes('Unhealthy'));
  expect(unhealthy).toEqual([expect.stringMatching(/^Warning Unhealthy: Readiness probe failed/)]);
});

test.each([
  { restartPolicy: 'Always', probe: 'livenessProbe', init: false, expected: 'Container c failed liveness probe, will be restarted' },
  { restartPolicy: 'Always', probe: 'startupProbe', init: false, expected: 'Container c failed startup probe, will be restarted' },
  { restartPolicy: 'Never', probe: 'livenessProbe', init: false, expected: 'Container c failed liveness probe' },
  { restartPolicy: 'Always', probe: 'livenessProbe', init: true, expected: 'Init container c failed liveness probe' },
  { restartPolicy: 'Always', probe: 'startupProbe', init: true, expected: 'Init container c failed startup probe' },
])('$expected', async ({ restartPolicy, probe, init, expected }) => {
  const node = await oneNode();
  const probed = script('sleep 600', { [probe]: fails });
  const sidecars = init ? [{ ...probed, restartPolicy: 'Always' }] : [];
  await node.create('p', {
    restartPolicy,
    initContainers: sidecars,
    containers: init ? [script('sleep 600', { name: 'main' })] : [probed],
  });
  await node.waitMs(6_000);
  expect(node.events('p')).toContain(`Normal Killing: ${expected}`);
});

describe('a gRPC probe', () => {
  const health = (args: readonly string[], grpc: { readonly port: number; readonly service?: string }) => ({
    name: 'c',
    image: 'registry.k8s.io/e2e-test-images/agnhost:2.53',
    args: ['grpc-health-checking', ...args],
    readinessProbe: { grpc, periodSeconds: 5 },
  });
  const late = (port: number, ip: string) => `timeout: failed to connect service "${ip}:${port}" within 1s: context deadline exceeded`;

  test.each<[what: string, args: readonly string[], grpc: { readonly port: number; readonly service?: string }, why: (ip: string) => string | undefined]>([
    ['finds a server that serves', [], { port: 5000 }, () => undefined],
    ['names the service', ['--service=a'], { port: 5000, service: 'a' }, () => undefined],
    ['of a service that the server doesn’t know', [], { port: 5000, service: 'a' }, () => 'error: health rpc probe failed: rpc error: code = NotFound desc = unknown service'],
    ['finds a server that doesn’t serve', ['--delay-unhealthy-sec', '0'], { port: 5000 }, () => 'service unhealthy (responded with "NOT_SERVING")'],
    ['waits where no server is', [], { port: 2333 }, (ip) => late(2333, ip)],
    ['waits for who speaks HTTP alone', [], { port: 8080 }, (ip) => late(8080, ip)],
  ])('%s', async (_what, args, grpc, why) => {
    const node = await oneNode();
    await node.create('p', { containers: [health(args, grpc)] });
    await node.waitMs(12_000);
    const said = why(node.pod('p').status.podIP ?? '');
    expect(node.ready('p')).toBe(said === undefined);
    const events = node.events('p').filter((each) => each.includes('Unhealthy'));
    expect([...new Set(events)]).toEqual(said === undefined ? [] : [`Warning Unhealthy: Readiness probe failed: ${said}`]);
  });
});
