/** What becomes of a container whose postStart or preStop hook fails. */
import { expect, test } from 'vitest';
import { Pod } from '../api/index.ts';
import { oneNode, script } from './testing/one-node.ts';

const hook = (what: 'postStart' | 'preStop', command: readonly string[]) => ({ lifecycle: { [what]: { exec: { command } } } });
const loop = 'trap "exit 0" TERM; while true; do sleep 1; done';

test('a container whose postStart hook fails hasn’t started: it is killed and waits', async () => {
  const node = await oneNode();
  const shown = new Set<string>();
  const messages = new Set<string>();
  node.cluster.onCommit(() => {
    const state = node.cluster.objects(Pod)[0]?.status.containerStatuses?.[0]?.state ?? {};
    for (const name of Object.keys(state)) shown.add(name);
    if (state.waiting?.reason === 'PostStartHookError') messages.add(state.waiting.message ?? '');
  });
  await node.create('p', { containers: [script(loop, hook('postStart', ['sh', '-c', 'echo secret; echo no >&2; exit 3']))] });
  await node.waitMs(3_000);
  const { metadata, status } = node.pod('p');
  const error = "command 'sh -c echo secret; echo no >&2; exit 3' exited with 3: no\n";
  const message = `Exec lifecycle hook ([sh -c echo secret; echo no >&2; exit 3]) for Container "c" in Pod "p_default(${metadata.uid})" failed - error: ${error}, message: "secret\\nno"`;
  const [container] = status.containerStatuses ?? [];
  expect(container?.lastState?.terminated?.exitCode).toBe(0);
  expect([...shown]).toEqual(['waiting']);
  expect([...messages]).toEqual([message]);
  expect(node.events('p')).toEqual(
    expect.arrayContaining(['Warning FailedPostStartHook: PostStartHook failed', 'Normal Killing: FailedPostStartHook']),
  );
});

test('a failed postStart hook ends a pod that never restarts', async () => {
  const node = await oneNode();
  await node.create('p', { restartPolicy: 'Never', containers: [script('sleep 600', hook('postStart', ['false']))], terminationGracePeriodSeconds: 1 });
  await node.waitMs(10_000);
  expect(node.pod('p').status.phase).toBe('Failed');
});

test('a hook and a probe ask the host that they name, as the node does', async () => {
  const node = await oneNode();
  const server = { name: 'c', image: 'registry.k8s.io/e2e-test-images/agnhost:2.53', args: ['netexec'] };
  await node.create('server', { containers: [server] });
  await node.waitMs(6_000);
  const host = node.pod('server').status.podIP ?? '';
  const httpGet = { host, port: 8080, path: '/echo?msg=started' };
  const missing = { httpGet: { host: 'none.example', port: 80 } };
  await node.create('p', { containers: [script('sleep 600', { lifecycle: { postStart: { httpGet } }, readinessProbe: { httpGet } })] });
  await node.create('q', { containers: [script('sleep 600', { readinessProbe: missing })] });
  await node.waitMs(6_000);
  expect(await node.log('server', 'c')).toContain('GET /echo?msg=started');
  expect(node.ready('p')).toBe(true);
  expect(node.events('q')).toContain(
    'Warning Unhealthy: Readiness probe failed: Get "http://none.example:80/": dial tcp: lookup none.example on 172.18.0.1:53: no such host',
  );
});
