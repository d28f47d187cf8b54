import { expect, test } from 'vitest';
import type { Cluster } from '../cluster/types.ts';
import { createKernel } from '../kernel/index.ts';
import type { StreamEnd } from '../sdk/index.ts';
import { defineImage, type PodSpec } from '../sdk/index.ts';
import { createCluster } from '../index.ts';
import { bytesOf, byteTextOf } from './bytes.ts';
import { builtInImages } from './images/registry.ts';
import { unix } from '../../posix/index.ts';
import { createKubeletStreams } from './kubelet-streams.ts';
import { dnsOf } from './network/dns.ts';
import { createPodNetwork } from './network/pod-network.ts';
import { createContainerRuntime } from './runtime.ts';
import { oneNode, script } from './testing/one-node.ts';

/** A pod's container on a runtime of its own, and a way to run commands in it. */
async function container(command: readonly string[] = ['sleep', '100000']) {
  const kernel = createKernel({ seed: 1, settle: async () => {} });
  const network = createPodNetwork(kernel.clock, kernel.network);
  const runtime = createContainerRuntime({
    kernel,
    nodeName: 'node-1',
    podNetwork: '10.244.0',
    network,
    host: { ip: '172.18.0.2', node: 'node-1', hostNetwork: true, ports: undefined },
    images: builtInImages,
    unix,
  });
  const streams = createKubeletStreams(runtime, (_uid, ready) => ready());
  const pod = runtime.createPod('uid-1', 'web-1', { containers: [] });
  runtime.images.pull('busybox:1.36', (result) => {
    if (!('pulled' in result)) return;
    const words = { command, args: [], env: { PATH: '/bin' }, setup: { dns: dnsOf({}, 'default') } };
    runtime.start(pod, { name: 'c', image: result.pulled, ...words });
  });
  const pass = (ms: number) => kernel.run({ until: kernel.clock.now() + ms });
  await pass(1_000);
  const identity = { metadata: { uid: 'uid-1', name: 'web', namespace: 'shop' } };

  async function exec(argv: readonly string[], input?: string, tty = false, name = 'c') {
    const heard = ['', '', '', ''];
    let over = false;
    const peer: StreamEnd = {
      write(channel, bytes) {
        heard[channel] += byteTextOf(bytes);
      },
      close() {},
      end() {
        over = true;
      },
    };
    const options = { command: argv, stdin: input !== undefined, stdout: true, stderr: !tty, tty };
    const end = streams.exec(identity, name, options, peer);
    await pass(10);
    if (input !== undefined) {
      end.write(0, bytesOf(input));
      await pass(10);
      if (!tty) end.close(0);
    }
    await pass(10_000);
    const status: { status?: string; message?: string; details?: { causes?: { message?: string }[] } } = JSON.parse(
      heard[3] || '{}',
    );
    return {
      out: heard[1],
      error: heard[2],
      code: status.details?.causes?.[0]?.message,
      message: status.message,
      over,
    };
  }
  /** What attaching to a container ends with. */
  function attach(name: string): string {
    let heard = '';
    const write = (channel: number, bytes: Uint8Array): void => {
      if (channel === 3) heard += byteTextOf(bytes);
    };
    streams.attach(identity, name, { stdin: false, stdout: true, stderr: true, tty: false }, { write, close() {}, end() {} });
    return JSON.parse(heard).message;
  }
  return { exec, attach, pass };
}

test('a command writes on two channels and ends with its code', async () => {
  const { exec, attach } = await container();
  expect(await exec(['sh', '-c', 'echo out; echo err >&2; exit 7'])).toMatchObject({
    out: 'out\n',
    error: 'err\n',
    code: '7',
    over: true,
  });
  expect(await exec(['true'])).toMatchObject({ code: undefined, message: undefined, over: true });
  expect((await exec(['nosuch'])).message).toMatch(
    /^Internal error .* exec: "nosuch": executable file not found in \$PATH: unknown$/,
  );
  expect((await exec(['ls'], undefined, false, 'other')).message).toBe(
    'Internal error occurred: unable to upgrade connection: container not found ("other")',
  );
  expect(attach('other')).toBe('Internal error occurred: unable to upgrade connection: container other not found in pod web_shop');
});

test('input arrives byte by byte, to its end', async () => {
  const { exec } = await container();
  expect((await exec(['md5sum'], '\0\xff\n')).out).toBe('daabad9de4c13765beb6e0a4ea14f25f  -\n');
  expect(await exec(['sh'], 'cd /etc\npwd\nexit 4\n')).toMatchObject({ out: '/etc\n', code: '4' });
});

test('a terminal echoes, prompts, erases, and knows Ctrl+C and Ctrl+D', async () => {
  const { exec } = await container();
  const first = await exec(['sh'], 'echo hix\x7f\rexit\r', true);
  expect(first.out).toBe('/ # echo hix\b \b\r\nhi\r\n/ # exit\r\n');
  expect((await exec(['sh'], 'sleep 1000\r\x03', true)).over).toBe(false);
  expect((await exec(['sh'], '\x04', true)).over).toBe(true);
  expect((await exec(['printenv', 'TERM'], undefined, true)).out).toBe('xterm\r\n');
  expect((await exec(['printenv', 'TERM'])).code).toBe('1');
});

test('files of ConfigMaps and Secrets come in, variables too, and what is missing is said', async () => {
  const node = await oneNode();
  const ask = (path: string, body: object) =>
    node.cluster.request('test', {
      method: 'POST',
      path,
      query: {},
      headers: { 'content-type': 'application/json' },
      body: JSON.parse(JSON.stringify(body)),
    });
  void ask('/api/v1/namespaces/default/configmaps', { metadata: { name: 'c1' }, data: { a: 'hello' } });
  void ask('/api/v1/namespaces/default/secrets', { metadata: { name: 's1' }, data: { pw: 'aHVudGVyMg==' } });
  await node.waitMs(100);
  const mounts = { volumeMounts: [{ name: 'v', mountPath: '/v' }] };
  const env = [{ name: 'PW', valueFrom: { secretKeyRef: { name: 's1', key: 'pw' } } }];
  const spec = (container: PodSpec['containers'][number], configMap: string): PodSpec => ({
    containers: [container],
    restartPolicy: 'Never',
    volumes: [{ name: 'v', configMap: { name: configMap } }],
  });
  await node.create('good', spec(script('cat /v/a; echo; echo $PW; echo bad > /v/a', { ...mounts, env }), 'c1'));
  await node.create('bad', spec(script('true', mounts), 'none'));
  const missing = [{ name: 'X', valueFrom: { secretKeyRef: { name: 's1', key: 'nokey' } } }];
  await node.create('key', spec(script('true', { env: missing }), 'c1'));
  await node.waitMs(5_000);
  expect(await node.log('good', 'c')).toBe("hello\nhunter2\nsh: can't create /v/a: Read-only file system\n");
  expect(node.events('bad')).toContain(
    'Warning FailedMount: MountVolume.SetUp failed for volume "v" : configmap "none" not found',
  );
  expect(node.pod('key').status.containerStatuses?.[0]?.state?.waiting).toEqual({
    reason: 'CreateContainerConfigError',
    message: "couldn't find key nokey in Secret default/s1",
  });
});

test('a changed label or annotation shows in the files of a running pod at once', async () => {
  const node = await oneNode();
  const items = ['labels', 'annotations'].map((path) => ({ path, fieldRef: { fieldPath: `metadata.${path}` } }));
  const mount = { name: 'v', mountPath: '/v' };
  await node.create('good', {
    containers: [script('while sleep 5; do cat /v/labels /v/annotations; echo; done', { volumeMounts: [mount] })],
    volumes: [{ name: 'v', downwardAPI: { items } }],
  });
  await node.waitMs(10_000);
  await node.patch('good', { metadata: { labels: { a: 'b' } } });
  await node.patch('good', { metadata: { annotations: { c: 'd' } } });
  await node.waitMs(5_000);
  expect(await node.log('good', 'c')).toMatch(/a="b"c="d"/);
});

test('a part of a volume that a container has mounted stays as it was', async () => {
  const node = await oneNode();
  const items = [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }];
  const volumeMounts = [{ name: 'v', mountPath: '/v' }, { name: 'v', mountPath: '/f', subPath: 'labels' }];
  await node.create('good', { containers: [script('sleep 5; cat /v/labels; cat /f', { volumeMounts })], volumes: [{ name: 'v', downwardAPI: { items } }], restartPolicy: 'Never' });
  await node.waitMs(2_000);
  await node.patch('good', { metadata: { labels: { a: 'b' } } });
  await node.waitMs(10_000);
  expect(await node.log('good', 'c')).toBe('a="b"');
});

test('any user may write into scratch volumes', async () => {
  const node = await oneNode();
  const mounts = { volumeMounts: [{ name: 'v', mountPath: '/v' }] };
  await node.create('good', { containers: [script('ls -ld /v', mounts)], restartPolicy: 'Never', volumes: [{ name: 'v', emptyDir: {} }] });
  await node.waitMs(5_000);
  expect(await node.log('good', 'c')).toMatch(/^drwxrwxrwx /);
});

test('an image of a lesson answers, and the network between nodes counts', async () => {
  const hello = defineImage({
    repository: 'docker.io/library/hello',
    command: ['/hello'],
    programs: {
      '/hello': (process) => {
        process.listen(8080, (request, answer) =>
          answer({ code: 200, headers: {}, body: `${process.hostname} ${request.path}` }),
        );
      },
    },
  });
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const cluster: Cluster = createCluster({ unix, seed: 1, nodes: 2, withoutControllers: ['*'], settle, images: [hello] });
  const pass = (ms: number) => cluster.run({ until: cluster.now() + ms });
  await pass(2_000);
  const create = (name: string, spec: object) =>
    void cluster.request('test', {
      method: 'POST',
      path: '/api/v1/namespaces/default/pods',
      query: {},
      headers: { 'content-type': 'application/json' },
      body: JSON.parse(JSON.stringify({ metadata: { name }, spec })),
    });
  create('a', { nodeName: 'node-1', containers: [{ name: 'c', image: 'hello' }] });
  await pass(5_000);
  const ask = 'for i in 1 2 3; do wget -T 2 -qO- 10.244.0.2:8080/x; echo " $?"; sleep 5; done';
  create('b', { nodeName: 'node-2', restartPolicy: 'Never', containers: [script(ask)] });
  await pass(3_000);
  const heal = cluster.addFault({ type: 'partition', component: 'node/node-1' });
  await pass(5_000);
  heal();
  await pass(20_000);
  const log = await Promise.race([
    cluster.request('test', { method: 'GET', path: '/api/v1/namespaces/default/pods/b/log', query: {}, headers: {} }),
    pass(100).then(() => undefined),
  ]);
  expect(log?.body).toBe('a /x 0\nwget: download timed out\n 1\na /x 0\n');
});

test('connections end with the process they lead to', async () => {
  const node = await oneNode();
  const server = 'nc -lk -p 80 & sleep 10';
  await node.create('server', { restartPolicy: 'Never', containers: [script(server)] });
  await node.waitMs(3_000);
  const ip = node.pod('server').status.podIP ?? '';
  await node.create('client', { restartPolicy: 'Never', containers: [script(`nc ${ip} 80; echo over`)] });
  await node.create('silent', { restartPolicy: 'Never', containers: [script(`nc -w1 ${ip} 80; echo silent`)] });
  await node.waitMs(3_000);
  expect([await node.log('client', 'c'), await node.log('silent', 'c')]).toEqual(['', 'silent\n']);
  await node.waitMs(10_000);
  expect(await node.log('client', 'c')).toBe('over\n');
});

test('who waits for an answer learns that the server is gone', async () => {
  const node = await oneNode();
  const image = 'registry.k8s.io/e2e-test-images/agnhost:2.53';
  await node.create('server', { restartPolicy: 'Never', containers: [{ name: 'c', image, args: ['netexec'] }] });
  await node.waitMs(8_000);
  const url = `http://${node.pod('server').status.podIP}:8080/exit?code=3`;
  await node.create('client', { restartPolicy: 'Never', containers: [script(`wget -qO- '${url}&wait=60s'`)] });
  await node.create('another', { restartPolicy: 'Never', containers: [script(`sleep 2; wget -qO- '${url}'`)] });
  await node.waitMs(10_000);
  expect(await node.log('client', 'c')).toBe('wget: error getting response: Connection reset by peer\n');
  expect(node.pod('server').status.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(3);
});
