/** Cases of upstream's plugins/nodeports/node_ports_test.go: TestNodePorts, TestFits, Test_isSchedulableAfterAssignedPodDeleted. */
import { expect, test } from 'vitest';
import type { PodInfo } from '../../../sdk/index.ts';
import { createFramework } from '../../framework.ts';
import { makeCache, makeInfo, makePod, makeTools } from '../../testing/objects.ts';
import { podInfoOf } from '../../pod-info.ts';
import { nodePorts } from './index.ts';

const reason = "node(s) didn't have free ports for the requested pod ports";

/** `TCP/127.0.0.1/8080`; a leading `init:` or `sidecar:` says which container has it. */
function withPorts(name: string, ports: readonly string[]): PodInfo {
  const container = (text: string) => {
    const [, kind = '', protocol = 'TCP', hostIP = '', port = ''] = /^(?:(\w+):)?(\w+)\/([^/]*)\/(\d+)$/.exec(text) ?? [];
    const sidecar = kind === 'sidecar' ? { restartPolicy: 'Always' } : {};
    return { kind, container: { name: text, ports: [{ containerPort: 80, hostPort: Number(port), hostIP, protocol }], ...sidecar } };
  };
  const made = ports.map(container);
  const containers = [{ name: 'c' }, ...made.filter(({ kind }) => kind === '').map((each) => each.container)];
  const initContainers = made.filter(({ kind }) => kind !== '').map((each) => each.container);
  return podInfoOf(makePod(name, {}, { containers, initContainers }));
}

/** What becomes of a Pod with these ports on a node where another has those. */
function check(wanted: readonly string[], taken: readonly string[], expected: 'skips' | 'fits' | 'clashes'): void {
  const cache = makeCache({ node: {} });
  cache.setPod(withPorts('taken', taken), 'node');
  const framework = createFramework([nodePorts], makeTools(cache));
  const pod = withPorts('wanted', wanted);
  const prepared = framework.preFilter(pod, cache.nodes());
  const [node] = cache.nodes();
  if ('rejection' in prepared || node === undefined) throw new Error('PreFilter never rejects here');
  const refused = framework.filter(prepared.filters, pod, node);
  const found = prepared.filters.length === 0 ? 'skips' : refused === undefined ? 'fits' : 'clashes';
  expect([wanted, taken, found]).toEqual([wanted, taken, expected]);
  if (refused !== undefined) expect(refused.rejection).toEqual({ reasons: [reason], resolvable: true });
}

test.each([
  ['skip filter', [], [], 'skips'],
  ['other port', ['UDP/127.0.0.1/8080'], ['UDP/127.0.0.1/9090'], 'fits'],
  ['same udp port', ['UDP/127.0.0.1/8080'], ['UDP/127.0.0.1/8080'], 'clashes'],
  ['same tcp port', ['TCP/127.0.0.1/8080'], ['TCP/127.0.0.1/8080'], 'clashes'],
  ['different host ip', ['TCP/127.0.0.1/8080'], ['TCP/127.0.0.2/8080'], 'fits'],
  ['different protocol', ['UDP/127.0.0.1/8080'], ['TCP/127.0.0.1/8080'], 'fits'],
  ['second udp port', ['UDP/127.0.0.1/8000', 'UDP/127.0.0.1/8080'], ['UDP/127.0.0.1/8080'], 'clashes'],
  ['first tcp port', ['TCP/127.0.0.1/8001', 'UDP/127.0.0.1/8080'], ['TCP/127.0.0.1/8001', 'UDP/127.0.0.1/8081'], 'clashes'],
  ['0.0.0.0 is wanted', ['TCP/0.0.0.0/8001'], ['TCP/127.0.0.1/8001'], 'clashes'],
  ['0.0.0.0 is wanted, too', ['TCP/10.0.10.10/8001', 'TCP/0.0.0.0/8001'], ['TCP/127.0.0.1/8001'], 'clashes'],
  ['0.0.0.0 is taken', ['TCP/127.0.0.1/8001'], ['TCP/0.0.0.0/8001'], 'clashes'],
  ['0.0.0.0, other protocol', ['UDP/127.0.0.1/8001'], ['TCP/0.0.0.0/8001'], 'fits'],
  ['0.0.0.0 of both protocols', ['UDP/127.0.0.1/8001'], ['TCP/0.0.0.0/8001', 'UDP/0.0.0.0/8001'], 'clashes'],
  ['an init container’s', ['init:TCP//8001'], ['TCP/0.0.0.0/8001'], 'skips'],
  ['a sidecar’s', ['sidecar:TCP//8001'], ['TCP/0.0.0.0/8001'], 'clashes'],
] as const)('TestNodePorts: %s', (_name, wanted, taken, expected) => check(wanted, taken, expected));

const four = ['TCP/127.0.0.1/80', 'TCP/127.0.1.1/80', 'TCP/127.0.1.1/90', 'TCP/127.0.1.1/100'];

test.each([
  ['no clash', ['TCP/127.0.0.1/80'], ['TCP/127.0.0.1/9090'], 'fits'],
  ['several without a clash', four, ['TCP/127.0.0.1/9090', 'TCP/127.0.0.1/9191', 'TCP/127.0.1.1/8080'], 'fits'],
  ['the same on another protocol', ['TCP/127.0.0.1/80'], ['UDP/127.0.0.1/80'], 'fits'],
  ['a clash', ['TCP/127.0.0.1/80'], ['TCP/127.0.0.1/80'], 'clashes'],
  ['one of several clashes', four, ['TCP/127.0.0.1/9090', 'TCP/127.0.1.1/90', 'TCP/127.0.1.1/8080'], 'clashes'],
] as const)('TestFits: %s', (_name, wanted, taken, expected) => check(wanted, taken, expected));

test.each([
  ['without a port', [], false],
  ['with another port', ['TCP//8081'], false],
  ['with the port', ['TCP//8080'], true],
] as const)('a Pod that leaves %s wakes as it should', (_name, ports, woken) => {
  const framework = createFramework([nodePorts], makeTools(makeCache({})));
  const event = { type: 'assigned-pod-delete', pod: withPorts('gone', ports) } as const;
  expect(framework.hint('NodePorts', event, withPorts('waits', ['TCP//8080']))).toBe(woken);
  expect(framework.hint('NodePorts', { type: 'assigned-pod-add', pod: makeInfo('new') }, makeInfo('waits'))).toBe(false);
});
