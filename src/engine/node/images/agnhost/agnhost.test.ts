import { expect, test } from 'vitest';
import type { PodSpec } from '../../../sdk/index.ts';
import { oneNode } from '../../testing/one-node.ts';

const image = 'registry.k8s.io/e2e-test-images/agnhost:2.53';

function agnhost(args: readonly string[], more: Partial<PodSpec['containers'][number]> = {}): PodSpec {
  return { restartPolicy: 'Never', containers: [{ name: 'c', image, args: [...args], ...more }] };
}

test('the liveness example of the documentation: healthy for ten seconds, then restarted', async () => {
  const node = await oneNode();
  const livenessProbe = { httpGet: { path: '/healthz', port: 8080 }, initialDelaySeconds: 3, periodSeconds: 3 };
  await node.create('liveness-http', { ...agnhost(['liveness'], { livenessProbe }), restartPolicy: 'Always' });
  await node.waitMs(12_000);
  expect(node.pod('liveness-http').status.containerStatuses?.[0]?.restartCount).toBe(0);
  await node.waitMs(20_000);
  expect(node.pod('liveness-http').status.containerStatuses?.[0]?.restartCount).toBe(1);
  expect(node.events('liveness-http')).toContain(
    'Warning Unhealthy: Liveness probe failed: HTTP probe failed with statuscode: 500',
  );
});

test('arguments and commands are those of the manifest', async () => {
  const node = await oneNode();
  await node.create('args', agnhost(['entrypoint-tester', 'override', 'arguments']));
  await node.create('command', agnhost(['a'], { command: ['/agnhost-2', 'entrypoint-tester'] }));
  await node.waitMs(10_000);
  expect(await node.log('args', 'c')).toBe('[/agnhost entrypoint-tester override arguments]\n');
  expect(await node.log('command', 'c')).toBe('[/agnhost-2 entrypoint-tester a]\n');
});

test('logs-generator writes its lines and ends', async () => {
  const node = await oneNode();
  await node.create('logs', agnhost(['logs-generator', '--log-lines-total', '10', '--run-duration', '5s']));
  await node.waitMs(20_000);
  const lines = String(await node.log('logs', 'c'))
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[3]).toMatch(
    /^I\d{4} \d\d:\d\d:\d\d\.\d{6} {7}1 logs_generator\.go:76\] 3 (GET|POST|PUT) \/api\/v1\/namespaces\/[a-z-]+\/pods\/[a-z]+ \d{3}$/,
  );
  expect(node.pod('logs').status.phase).toBe('Succeeded');
});

test('mounttest says what a volume holds', async () => {
  const node = await oneNode();
  const args = ['mounttest', '--new_file_0644=/data/f', '--file_perm=/data/f', '--file_content', '/data/f'];
  const mount = agnhost(args, { volumeMounts: [{ name: 'v', mountPath: '/data' }] });
  await node.create('mount', { ...mount, volumes: [{ name: 'v', emptyDir: {} }] });
  await node.create('missing', agnhost(['mounttest', '--file_mode=/nosuch']));
  await node.waitMs(10_000);
  const content = 'content of file "/data/f": mount-tester new file\n\n';
  expect(await node.log('mount', 'c')).toBe(`${content}perms of file "/data/f": -rw-r--r--\n${content}`);
  expect(node.pod('missing').status.phase).toBe('Failed');
});

test('mounttest reads a file every two seconds, until it has what mounttest writes', async () => {
  const node = await oneNode();
  const read = agnhost(['mounttest', '--file_content_in_loop=/data/f', '--retry_time=60'], { volumeMounts: [{ name: 'v', mountPath: '/data' }] });
  const write = { name: 'w', image: 'busybox:1.36', command: ['sh', '-c', 'sleep 5; echo mount-tester new file > /data/f'], volumeMounts: [{ name: 'v', mountPath: '/data' }] };
  await node.create('read', { ...read, containers: [...read.containers, write], volumes: [{ name: 'v', emptyDir: {} }] });
  await node.waitMs(20_000);
  const log = String(await node.log('read', 'c'));
  expect(log).toMatch(/^(?:Error reading file \/data\/f: open \/data\/f: no such file or directory, retrying\n){2,4}content of file "\/data\/f": mount-tester new file\n\n$/);
  expect(node.pod('read').status.phase).toBe('Succeeded');
});

test('netexec answers a request to exit, and exits with the code', async () => {
  const node = await oneNode();
  await node.create('server', agnhost(['netexec']));
  await node.waitMs(5_000);
  const url = `http://${node.pod('server').status.podIP}:8080/exit?code=3&timeout=1s&wait=2s`;
  const command = ['sh', '-c', `wget -qO- '${url}' && echo answered`];
  await node.create('client', { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox', command }] });
  await node.waitMs(5_000);
  expect(await node.log('client', 'c')).toBe('answered\n');
  expect(node.pod('server').status.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(3);
});

test('test-webserver lists a folder, netexec logs what is to be echoed, porter may answer with the method', async () => {
  const node = await oneNode();
  const env = [
    { name: 'SERVE_PORT_80', value: 'foo' },
    { name: 'SERVE_TLS_PORT_443', value: 'bar' },
  ];
  await node.create('files', agnhost(['test-webserver']));
  await node.create('echo', agnhost(['netexec']));
  await node.create('porter', agnhost(['porter', '--json-response'], { env }));
  await node.waitMs(10_000);
  const ip = (name: string) => node.pod(name).status.podIP;
  const urls = [`${ip('files')}/etc/`, `${ip('echo')}:8080/echo?msg=a`, `https://${ip('porter')}`, ip('porter')];
  await node.create('client', agnhost([], { command: ['sh', '-c', urls.map((url) => `curl -sX PUT '${url}'`).join('; echo; ')] }));
  await node.waitMs(5_000);
  const said = String(await node.log('client', 'c'));
  expect(said).toContain('<a href="hostname">hostname</a>\n<a href="hosts">hosts</a>\n');
  expect(said).toMatch(/<\/pre>\n\na\n\{"Method":"PUT","Body":"bar"\}\n\{"Method":"PUT","Body":"foo"\}$/);
  expect(await node.log('echo', 'c')).toContain('GET /echo?msg=a&code=\n');
});

test('the guestbook: what is set at the primary is found at its replica', async () => {
  const node = await oneNode();
  await node.create('primary', agnhost(['guestbook', '--http-port', '6379']));
  await node.waitMs(5_000);
  const primary = node.pod('primary').status.podIP ?? '';
  await node.create('replica', agnhost(['guestbook', '--replicaof', primary, '--http-port', '6379']));
  await node.create('lost', agnhost(['guestbook', '--replicaof', '10.244.0.99', '--http-port', '6379']));
  await node.waitMs(5_000);
  const replica = node.pod('replica').status.podIP ?? '';
  const asks = [`${primary}:6379/set?key=a&value=b`, `${replica}:6379/get?key=a`, `${replica}:6379/guestbook?cmd=none`];
  await node.create('client', agnhost([], { command: ['sh', '-c', asks.map((url) => `curl -s '${url}'`).join('; echo; ')] }));
  await node.waitMs(20_000);
  expect(await node.log('client', 'c')).toBe(`{"message":"Updated"}\n{"data":"b"}\nunsupported cmd: 'none'\n`);
  expect(node.pod('lost').status.phase).toBe('Failed');
});
