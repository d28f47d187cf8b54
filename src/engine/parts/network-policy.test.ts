/**
 * After the documentation’s examples (kubernetes.io/docs/concepts/services-networking/network-policies) and the cases of upstream’s conformance
 * tests (test/e2e/network/netpol/network_policy.go), written anew.
 */
import type { Namespace, NetworkPolicy, NetworkPolicySpec, Pod } from 'converge/sdk';
import { describe, expect, test } from 'vitest';
import { judgeConnection } from './network-policy.ts';

const meta = { uid: 'u', resourceVersion: '1', creationTimestamp: '1970-01-01T00:00:00Z' };
const namespaces: Readonly<Record<string, Namespace>> = { x: namespaceOf('x', { team: 'blue' }), y: namespaceOf('y', { team: 'red' }) };
const pods = {
  a: podOf('x', 'a', '10.244.0.2', { pod: 'a', role: 'web' }),
  b: podOf('x', 'b', '10.244.0.3', { pod: 'b', role: 'db' }),
  ya: podOf('y', 'a', '10.244.1.2', { pod: 'a', role: 'web' }),
};

function namespaceOf(name: string, labels: Record<string, string>): Namespace {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { ...meta, name, labels }, spec: {}, status: {} };
}

function podOf(namespace: string, name: string, podIP: string, labels: Record<string, string>): Pod {
  const ports = [
    { name: 'serve-80', containerPort: 80 },
    { name: 'serve-81-udp', containerPort: 81, protocol: 'UDP' },
  ];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...meta, name, namespace, labels }, spec: { containers: [{ name: 'c', image: 'x', ports }] }, status: { podIP } };
}

const policy = (spec: NetworkPolicySpec, name = 'p', namespace = 'x'): NetworkPolicy => ({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { ...meta, name, namespace }, spec });

type PodName = keyof typeof pods;
/** `a -> ya:80/TCP`, where an address is outside of the cluster; what both ends make of it: `allow`, or which end drops it. */
function judge(policies: readonly NetworkPolicy[], text: string): string {
  const [, from = '', to = '', port = '', protocol = 'TCP'] = /^(\S+) -> ([^:]+):(\d+)(?:\/(\w+))?$/.exec(text) ?? [];
  const [client, server] = [endOf(from), endOf(to)];
  const connection = { port: Number(port), protocol };
  const at = (direction: 'Ingress' | 'Egress', own: ReturnType<typeof endOf>, peer: ReturnType<typeof endOf>): string => {
    if (own.pod === undefined) return 'allow';
    const namespace = own.pod.metadata.namespace;
    const ofNamespace = policies.filter(({ metadata }) => metadata.namespace === namespace);
    return judgeConnection({ ...connection, direction, pod: own.pod, peer, policies: ofNamespace }).action;
  };
  if (at('Egress', client, server) === 'drop') return 'Egress';
  return at('Ingress', server, client) === 'drop' ? 'Ingress' : 'allow';
}

const isPodName = (text: string): text is PodName => Object.hasOwn(pods, text);

function endOf(text: string) {
  const pod = isPodName(text) ? pods[text] : undefined;
  return { ip: pod?.status.podIP ?? text, pod, namespace: pod && namespaces[pod.metadata.namespace ?? ''] };
}

function check(policies: readonly NetworkPolicySpec[], expected: Readonly<Record<string, string>>): void {
  const named = policies.map((spec, index) => policy(spec, `p${index}`));
  expect(Object.fromEntries(Object.keys(expected).map((each) => [each, judge(named, each)]))).toEqual(expected);
}

const everyone = {};
const own = (pod: string) => ({ matchLabels: { pod } });

describe('default policies', () => {
  test('without a policy everything passes; policies of another namespace are none', () => {
    check([], { 'a -> b:80': 'allow', 'ya -> a:80': 'allow', 'a -> 192.0.2.1:443': 'allow' });
    expect(judge([policy({ podSelector: everyone }, 'deny', 'y')], 'ya -> a:80')).toBe('allow');
  });

  test('deny all ingress: what comes in is dropped, what goes out passes', () => {
    check([{ podSelector: everyone, policyTypes: ['Ingress'] }], { 'b -> a:80': 'Ingress', 'ya -> a:80': 'Ingress', '192.0.2.1 -> a:80': 'Ingress', 'a -> ya:80': 'allow' });
  });

  test('deny all egress', () => {
    check([{ podSelector: everyone, policyTypes: ['Egress'] }], { 'a -> b:80': 'Egress', 'a -> 192.0.2.1:443': 'Egress', 'ya -> a:80': 'allow' });
  });

  test('allow all, by one empty rule; a policy that denies takes nothing of it back', () => {
    const deny = { podSelector: everyone, policyTypes: ['Ingress', 'Egress'] };
    check([deny, { podSelector: everyone, ingress: [{}], egress: [{}] }], { 'a -> b:80': 'allow', 'ya -> a:81/UDP': 'allow', '192.0.2.1 -> a:1': 'allow' });
  });

  test('without policyTypes a policy is about what comes in, and about what goes out where it has rules for that', () => {
    check([{ podSelector: own('a') }], { 'a -> ya:80': 'allow', 'b -> a:80': 'Ingress' });
    check([{ podSelector: own('a'), egress: [] }], { 'a -> ya:80': 'allow', 'b -> a:80': 'Ingress' });
    check([{ podSelector: own('a'), egress: [{ to: [{ podSelector: own('b') }] }] }], { 'a -> ya:80': 'Egress', 'a -> b:80': 'allow', 'b -> a:80': 'Ingress' });
    check([{ podSelector: own('a'), policyTypes: [], egress: [{}] }], { 'b -> a:80': 'Ingress' });
  });
});

describe('peers', () => {
  test('a podSelector is about the policy’s own namespace', () => {
    check([{ podSelector: own('b'), ingress: [{ from: [{ podSelector: own('a') }] }] }], { 'a -> b:80': 'allow', 'ya -> b:80': 'Ingress' });
  });

  test('a namespaceSelector is about all Pods of those namespaces', () => {
    check([{ podSelector: own('b'), ingress: [{ from: [{ namespaceSelector: { matchLabels: { team: 'red' } } }] }] }], { 'ya -> b:80': 'allow', 'a -> b:80': 'Ingress' });
    check([{ podSelector: own('b'), ingress: [{ from: [{ namespaceSelector: {} }] }] }], { 'ya -> b:80': 'allow', 'a -> b:80': 'allow', '192.0.2.1 -> b:80': 'Ingress' });
  });

  test('both in one entry must hold; of two entries either', () => {
    const [red, db] = [{ matchLabels: { team: 'red' } }, { matchLabels: { role: 'db' } }];
    check([{ podSelector: own('b'), ingress: [{ from: [{ namespaceSelector: red, podSelector: db }] }] }], { 'ya -> b:80': 'Ingress', 'b -> b:80': 'Ingress' });
    check([{ podSelector: own('a'), ingress: [{ from: [{ namespaceSelector: red }, { podSelector: db }] }] }], { 'ya -> a:80': 'allow', 'b -> a:80': 'allow' });
  });

  test('selectors by expressions', () => {
    const notA = { matchExpressions: [{ key: 'pod', operator: 'NotIn' as const, values: ['a'] }] };
    check([{ podSelector: own('a'), egress: [{ to: [{ podSelector: notA }] }] }], { 'a -> b:80': 'allow', 'a -> ya:80': 'Egress' });
  });

  test('ipBlock, and what is excepted of it', () => {
    const block = { cidr: '10.244.0.0/16', except: ['10.244.0.0/24', '10.244.7.0/30'] };
    check([{ podSelector: own('a'), egress: [{ to: [{ ipBlock: block }] }] }], { 'a -> ya:80': 'allow', 'a -> b:80': 'Egress', 'a -> 10.244.7.3:80': 'Egress', 'a -> 10.244.7.4:80': 'allow', 'a -> 10.245.0.1:80': 'Egress' });
    check([{ podSelector: own('a'), ingress: [{ from: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['203.0.113.0/24'] } }] }] }], { '192.0.2.1 -> a:80': 'allow', '203.0.113.9 -> a:80': 'Ingress' });
    check([{ podSelector: own('a'), ingress: [{ from: [{ ipBlock: { cidr: '::/0' } }, { ipBlock: { cidr: '192.0.2.1/32' } }] }] }], { '192.0.2.1 -> a:80': 'allow', '192.0.2.2 -> a:80': 'Ingress' });
  });
});

describe('ports', () => {
  const ingress = (...ports: readonly object[]): NetworkPolicySpec => ({ podSelector: everyone, ingress: [{ ports: [...ports] }] });

  test('a number, TCP by default; a protocol without a number is all of its ports', () => {
    check([ingress({ port: 80 })], { 'b -> a:80': 'allow', 'b -> a:81': 'Ingress', 'b -> a:80/UDP': 'Ingress' });
    check([ingress({ protocol: 'UDP' })], { 'b -> a:81/UDP': 'allow', 'b -> a:80': 'Ingress' });
    check([ingress({ protocol: 'SCTP', port: 80 })], { 'b -> a:80/SCTP': 'allow', 'b -> a:80': 'Ingress' });
  });

  test('a range takes both of its ends', () => {
    check([ingress({ port: 80, endPort: 82 })], { 'b -> a:79': 'Ingress', 'b -> a:80': 'allow', 'b -> a:82': 'allow', 'b -> a:83': 'Ingress' });
  });

  test('a name is what the server’s containers call it, in both directions; nobody outside has names', () => {
    check([ingress({ port: 'serve-80' })], { 'b -> a:80': 'allow', 'b -> a:81': 'Ingress' });
    check([ingress({ port: 'serve-81-udp', protocol: 'UDP' })], { 'b -> a:81/UDP': 'allow', 'b -> a:81': 'Ingress' });
    check([{ podSelector: own('a'), egress: [{ ports: [{ port: 'serve-80' }] }] }], { 'a -> ya:80': 'allow', 'a -> ya:81': 'Egress', 'a -> 192.0.2.1:80': 'Egress' });
  });

  test('peer and port belong to one rule', () => {
    const rules = [{ from: [{ podSelector: own('b') }], ports: [{ port: 80 }] }, { from: [{ namespaceSelector: { matchLabels: { team: 'red' } } }], ports: [{ port: 81 }] }];
    check([{ podSelector: own('a'), ingress: rules }], { 'b -> a:80': 'allow', 'b -> a:81': 'Ingress', 'ya -> a:81': 'allow', 'ya -> a:80': 'Ingress' });
  });
});

test('policies add up: the verdict names those that select the Pod, and the first that allows', () => {
  const policies = [policy({ podSelector: everyone }, 'deny'), policy({ podSelector: own('a'), ingress: [{ ports: [{ port: 80 }] }] }, 'port-80'), policy({ podSelector: own('b') }, 'other')];
  const view = { direction: 'Ingress' as const, pod: pods.a, peer: endOf('b'), protocol: 'TCP', policies };
  expect(judgeConnection({ ...view, port: 80 })).toEqual({ action: 'allow', selecting: ['deny', 'port-80'], by: 'port-80' });
  expect(judgeConnection({ ...view, port: 81 })).toEqual({ action: 'drop', selecting: ['deny', 'port-80'] });
  expect(judgeConnection({ ...view, direction: 'Egress', port: 81 })).toEqual({ action: 'allow', selecting: [] });
});
