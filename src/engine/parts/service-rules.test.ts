import type { Endpoint, EndpointSlice, Service } from 'converge/sdk';
import { expect, test } from 'vitest';
import { serviceRules } from './service-rules.ts';

const ready = { ready: true, serving: true, terminating: false };
const starting = { ready: false, serving: false, terminating: false };
const leaving = { ready: false, serving: true, terminating: true };

const endpoint = (ip: string, conditions: Endpoint['conditions'] = ready, nodeName = 'node-1'): Endpoint => ({ addresses: [ip], conditions, nodeName });

function sliceOf(endpoints: readonly Endpoint[], ports: EndpointSlice['ports'] = [{ name: '', port: 8080, protocol: 'TCP' }]): EndpointSlice {
  return { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'web-x', namespace: 'default', uid: 'x' }, addressType: 'IPv4', endpoints, ports } as EndpointSlice;
}

/** The rules on node-1, each as `10.96.0.20:80/TCP forward a:8080 b:8080`. */
function check(slices: readonly EndpointSlice[], rules: readonly string[], spec: Partial<Service['spec']> = {}): void {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'default' }, spec: { clusterIP: '10.96.0.20', ports: [{ port: 80 }], ...spec } } as Service;
  const made = serviceRules({ service, slices, node: 'node-1' });
  const words = made.map(({ ip, port, protocol, action, backends, affinitySeconds }) =>
    [`${ip}:${port}/${protocol}`, action, ...backends.map((each) => `${each.ip}:${each.port}`), ...(affinitySeconds === undefined ? [] : [`${affinitySeconds}s`])].join(' '),
  );
  expect(words).toEqual(rules);
}

test('connections go to ready endpoints, each of them once', () => {
  check([sliceOf([endpoint('a'), endpoint('b', starting), endpoint('c', leaving)]), sliceOf([endpoint('d'), endpoint('a')])], [
    '10.96.0.20:80/TCP forward a:8080 d:8080',
  ]);
});

test('where none is ready, those that still serve on their way out get them', () => {
  check([sliceOf([endpoint('b', starting), endpoint('c', leaving)])], ['10.96.0.20:80/TCP forward c:8080']);
  check([sliceOf([endpoint('b', starting)])], ['10.96.0.20:80/TCP reject']);
  check([], ['10.96.0.20:80/TCP reject']);
});

test('each port has its own rule, with the number that the slice has for its name', () => {
  const ports = [{ name: 'http', port: 8080 }, { name: 'metrics', port: 9090, protocol: 'TCP' }];
  check([sliceOf([endpoint('a')], ports), sliceOf([endpoint('b')], [{ name: 'http', port: 8888 }])], [
    '10.96.0.20:80/TCP forward a:8080 b:8888',
    '10.96.0.20:9100/UDP reject',
  ], { ports: [{ name: 'http', port: 80 }, { name: 'dns', port: 9100, protocol: 'UDP' }] });
});

test('with the policy Local only endpoints of the node count; where there are others, the packet is dropped', () => {
  const local = { internalTrafficPolicy: 'Local' };
  check([sliceOf([endpoint('a'), endpoint('b', ready, 'node-2')])], ['10.96.0.20:80/TCP forward a:8080'], local);
  check([sliceOf([endpoint('a', leaving), endpoint('b', ready, 'node-2')])], ['10.96.0.20:80/TCP forward a:8080'], local);
  check([sliceOf([endpoint('b', ready, 'node-2')])], ['10.96.0.20:80/TCP drop'], local);
  check([sliceOf([endpoint('b', starting, 'node-2')])], ['10.96.0.20:80/TCP reject'], local);
});

test('affinity has a length, three hours by default', () => {
  check([sliceOf([endpoint('a')])], ['10.96.0.20:80/TCP forward a:8080 10800s'], { sessionAffinity: 'ClientIP' });
  check([sliceOf([endpoint('a')])], ['10.96.0.20:80/TCP forward a:8080 60s'], { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } } });
});

test('a Service without a cluster IP has no rules', () => {
  check([sliceOf([endpoint('a')])], [], { clusterIP: 'None' });
  check([sliceOf([endpoint('a')])], [], { clusterIP: '' });
});
