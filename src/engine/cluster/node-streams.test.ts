import { expect, test } from 'vitest';
import { createKernel } from '../kernel/index.ts';
import type { LogOptions } from '../apiserver/index.ts';
import type { StreamEnd } from '../meta/index.ts';
import { createPodNetwork, type Kubelet } from '../node/index.ts';
import { createDrops } from './drops.ts';
import { createNodeLogs, createNodeStreams } from './node-streams.ts';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'uid-1',
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { nodeName: 'node-1' },
  status: { hostIP: '172.18.0.2' },
};

/** A kubelet that sends back what it gets, and a client that notes what it hears. */
function setUp() {
  const kernel = createKernel({ seed: 1, settle: async () => {} });
  const ended: string[] = [];
  const attached: unknown[] = [];
  let heard = '';
  const echo = (peer: StreamEnd): StreamEnd => ({
    write: (channel, bytes) => peer.write(channel === 0 ? 1 : channel, bytes),
    close() {},
    end: () => void ended.push('process'),
  });
  const streams = {
    exec: (_pod: unknown, _name: unknown, _options: unknown, peer: StreamEnd) => echo(peer),
    attach(of: unknown, _name: unknown, _options: unknown, peer: StreamEnd) {
      attached.push(of);
      return echo(peer);
    },
    connect: (_pod: unknown, _port: unknown, peer: StreamEnd) => echo(peer),
    http() {},
  };
  const follows = new Set<string>();
  const logs: Kubelet['logs'] = (_pod, container, { follow }, exchange) => {
    exchange.respond(follow ? { code: 200, headers: {} } : { code: 200, headers: {}, body: `of ${container}` });
    if (!follow) return () => {};
    exchange.write('first');
    follows.add(container);
    return () => follows.delete(container);
  };
  const kubelet: Kubelet = { streams, stop() {}, shutDown() {}, logs };
  const up = new Map([['node-1', kubelet]]);
  const { onDrop, drop } = createDrops();
  const way = {
    clock: kernel.clock,
    links: kernel.network,
    kubeletOf: (node: string) => up.get(node),
    room: () => ({ network: createPodNetwork(kernel.clock, kernel.network), proxyOf: () => undefined }),
    onDrop,
  };
  const nodes = createNodeStreams(way);
  const nodeLogs = createNodeLogs(way);
  const answers: unknown[] = [];
  const peer: StreamEnd = {
    write(_channel, bytes) {
      heard += String.fromCharCode(...bytes);
    },
    close() {},
    end: () => void ended.push('client'),
  };
  const options = { command: ['sh'], stdin: true, stdout: true, stderr: true, tty: false };
  const partition = () => kernel.network.addFault({ from: '*', to: 'kubelet/node-1', partition: true });
  return {
    up,
    nodes,
    drop,
    partition,
    heard: () => heard,
    ended: () => [...ended].sort(),
    attached,
    attach: () => nodes.attach(pod, 'c', options, peer),
    exec: () => nodes.exec(pod, 'c', options, peer),
    answers,
    follows,
    logs: (more: Partial<LogOptions> = {}) =>
      nodeLogs(pod, 'c', { follow: false, previous: false, timestamps: false, ...more }, {
        respond: (response) => void answers.push(response.body ?? response.code),
        write: (chunk) => void answers.push(chunk),
        end: () => void answers.push('end'),
      }),
    pass: (ms: number) => kernel.run({ until: kernel.clock.now() + ms }),
  };
}

test('the kubelet knows a Pod by uid, name and namespace', async () => {
  const { attach, attached, pass } = setUp();
  attach();
  await pass(100);
  expect(attached).toEqual([{ metadata: { uid: 'uid-1', name: 'web', namespace: 'default' } }]);
});

test('what is sent passes over the link, and an end ends both', async () => {
  const { exec, pass, heard, ended } = setUp();
  const stream = exec();
  stream.write(0, Uint8Array.of(104, 105));
  await pass(10);
  expect(heard()).toBe('hi');
  stream.end();
  await pass(10);
  expect(ended()).toEqual(['process']);
});

test('nobody answers at a node that is cut off: the client is told', async () => {
  const { exec, pass, heard, ended, partition } = setUp();
  partition();
  exec();
  await pass(11_000);
  expect(heard()).toContain('error dialing backend: dial tcp 172.18.0.2:10250: i/o timeout');
  expect(ended()).toEqual(['client']);
});

test('a stream that says nothing ends too when the node is cut off', async () => {
  const { exec, pass, ended, partition } = setUp();
  exec();
  await pass(100_000);
  expect(ended()).toEqual([]);
  partition();
  await pass(45_000);
  expect(ended()).toEqual(['client', 'process']);
});

test('a kubelet that goes ends what it had open; one that is not there refuses', async () => {
  const { exec, pass, ended, heard, drop, up } = setUp();
  exec();
  await pass(10);
  up.delete('node-1');
  drop('node-1');
  expect(ended()).toEqual(['client', 'process']);
  exec();
  await pass(10);
  expect(heard()).toContain('connect: connection refused');
});

const failure = (message: string) => ({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 });

test('a log comes over the link, and nothing is left open', async () => {
  const { logs, pass, answers, drop } = setUp();
  logs();
  await pass(10);
  drop('node-1');
  expect(answers).toEqual(['of c', 'end']);
});

test('a log of a node that is cut off is an answer 500 with the path that the kubelet has for it, as upstream says it', async () => {
  const { logs, pass, answers, partition } = setUp();
  partition();
  logs({ tailLines: 5, sinceTime: '2026-01-01T00:00:00Z' });
  await pass(11_000);
  const path = '/containerLogs/default/web/c?sinceTime=2026-01-01T00%3A00%3A00Z&tailLines=5';
  expect(answers).toEqual([failure(`Get "https://172.18.0.2:10250${path}": dial tcp 172.18.0.2:10250: i/o timeout`), 'end']);
});

test('a kubelet that is down refuses logs; one that goes ends what is followed', async () => {
  const { logs, pass, answers, follows, drop, up } = setUp();
  logs({ follow: true });
  await pass(10);
  up.delete('node-1');
  drop('node-1');
  expect(answers.splice(0)).toEqual([200, 'first', 'end']);
  expect(follows.size).toBe(0);
  logs();
  await pass(10);
  expect(answers).toEqual([failure('Get "https://172.18.0.2:10250/containerLogs/default/web/c": dial tcp 172.18.0.2:10250: connect: connection refused'), 'end']);
});

test('a log that is followed ends when its node is cut off, and when the client hangs up', async () => {
  const { logs, pass, answers, follows, partition } = setUp();
  const stop = logs({ follow: true });
  await pass(10);
  stop();
  await pass(10);
  expect(follows.size).toBe(0);
  logs({ follow: true });
  await pass(10);
  partition();
  await pass(45_000);
  expect(answers.at(-1)).toBe('end');
  expect(follows.size).toBe(0);
});
