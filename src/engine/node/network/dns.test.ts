import { expect, test } from 'vitest';
import type { PodSpec } from '../../sdk/index.ts';
import { candidatesFor, dnsOf, resolvConf } from './dns.ts';

const conf = (spec: Partial<PodSpec>): string => resolvConf(dnsOf(spec, 'team'));
const candidates = (spec: Partial<PodSpec>, name: string) => candidatesFor(dnsOf(spec, 'team'), name);
const cluster = 'search team.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n';

test('a pod asks the cluster first, unless it is on the host’s network', () => {
  expect(conf({ dnsPolicy: 'ClusterFirst' })).toBe(cluster);
  expect(conf({ dnsPolicy: 'ClusterFirst', hostNetwork: true })).toBe('nameserver 172.18.0.1\n');
  expect(conf({ dnsPolicy: 'ClusterFirstWithHostNet', hostNetwork: true })).toBe(cluster);
});

test('Default is what the machine asks, which knows no Service', () => {
  expect(conf({ dnsPolicy: 'Default' })).toBe('nameserver 172.18.0.1\n');
  expect(candidates({ dnsPolicy: 'Default' }, 'web.team.svc.cluster.local')).toEqual([]);
});

test('None is what the pod says alone; other policies add it', () => {
  const dnsConfig = { nameservers: ['10.96.0.10'], searches: ['a.b'], options: [{ name: 'ndots', value: '2' }, { name: 'rotate' }] };
  expect(conf({ dnsPolicy: 'None', dnsConfig })).toBe('search a.b\nnameserver 10.96.0.10\noptions ndots:2 rotate\n');
  expect(conf({ dnsPolicy: 'ClusterFirst', dnsConfig })).toBe(
    'search team.svc.cluster.local svc.cluster.local cluster.local a.b\nnameserver 10.96.0.10\noptions ndots:5 ndots:2 rotate\n',
  );
});

test('names with fewer dots than ndots are searched for first', () => {
  const dnsConfig = { nameservers: ['10.96.0.10'], searches: ['a.b'] };
  expect(candidates({}, 'web')).toEqual(['web.team.svc.cluster.local', 'web.svc.cluster.local', 'web.cluster.local', 'web']);
  expect(candidates({}, 'web.')).toEqual(['web']);
  expect(candidates({ dnsPolicy: 'None', dnsConfig }, 'web')).toEqual(['web.a.b', 'web']);
  expect(candidates({ dnsPolicy: 'None', dnsConfig }, 'web.x')).toEqual(['web.x', 'web.x.a.b']);
});
