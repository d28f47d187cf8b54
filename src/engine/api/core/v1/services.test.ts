import { expect, test } from 'vitest';
import { fieldErrorMessage, type JsonObject } from '../../../meta/index.ts';
import { Service } from '../../index.ts';
import { cells, errorsOf, make } from './testing/make.ts';

const ports = [{ port: 80 }];

test.each<[JsonObject, readonly string[]]>([
  [{ ports }, []],
  [{}, ['spec.ports: Required value']],
  [{ clusterIP: 'None', clusterIPs: ['None'] }, []],
  [
    { type: 'X', ports },
    ['spec.type: Unsupported value: "X": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"'],
  ],
  [{ type: 'ExternalName' }, ['spec.externalName: Required value']],
  [{ type: 'ExternalName', externalName: 'example.com.' }, []],
  [
    { type: 'ExternalName', externalName: 'a', clusterIP: 'None', clusterIPs: ['None'], ipFamilyPolicy: 'SingleStack' },
    [
      'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
      'spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services',
    ],
  ],
  [
    {
      ports: [
        { port: 0, targetPort: 'a--', nodePort: 1 },
        { port: 70000, name: 'x', protocol: 'x' },
      ],
    },
    [
      'spec.ports[0].name: Required value',
      'spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'spec.ports[0].targetPort: Invalid value: "a--": must not contain consecutive hyphens',
      'spec.ports[0].targetPort: Invalid value: "a--": must not begin or end with a hyphen',
      'spec.ports[1].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
      'spec.ports[1].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
      'spec.ports[1].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ],
  ],
  [
    {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 80, nodePort: 30080 },
        { name: 'a', port: 80, nodePort: 30080 },
      ],
    },
    [
      'spec.ports[1].name: Duplicate value: "a"',
      'spec.ports[1].nodePort: Duplicate value: 30080',
      'spec.ports[1]: Duplicate value: core.ServicePort{Name:"", Protocol:"TCP", AppProtocol:(*string)(nil), Port:80, TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, NodePort:0}',
    ],
  ],
  [
    { ports, sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } },
    [
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
    ],
  ],
  [
    { ports, externalIPs: ['x', '0.0.0.0'], externalTrafficPolicy: 'Some' },
    [
      'spec.externalIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'spec.externalIPs[1]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
      'spec.externalTrafficPolicy: Unsupported value: "Some": supported values: "Cluster", "Local"',
    ],
  ],
  [
    {
      ports,
      externalTrafficPolicy: 'Local',
      internalTrafficPolicy: 'X',
      trafficDistribution: 'X',
      healthCheckNodePort: 1,
    },
    [
      'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
      "spec.healthCheckNodePort: Invalid value: 1: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      'spec.internalTrafficPolicy: Unsupported value: "X": supported values: "Cluster", "Local"',
      'spec.trafficDistribution: Unsupported value: "X": supported values: "PreferClose"',
    ],
  ],
  [
    { ports, loadBalancerSourceRanges: ['10.0.0.0'], allocateLoadBalancerNodePorts: true, loadBalancerClass: 'a b' },
    [
      "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
      'spec.LoadBalancerSourceRanges[0]: Invalid value: "10.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
      "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
  ],
])('a service %#', (spec, expected) => {
  expect(errorsOf(Service, { spec })).toEqual(expected);
});

test('a service is named by a DNS-1035 label', () => {
  const service = make(Service, { spec: { ports } }, { name: '1a' });
  expect(service && (Service.rules.validate?.(service) ?? []).map(fieldErrorMessage)).toEqual([
    "metadata.name: Invalid value: \"1a\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ]);
});

test('cells of services', () => {
  const shown = (spec: JsonObject, status: JsonObject = {}): string => {
    const row = cells(Service, { spec, status });
    return ['Type', 'Cluster-IP', 'External-IP', 'Port(s)', 'Selector'].map((name) => row[name]).join(' ');
  };
  const withIp = { ports, clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] };
  expect(shown({ ...withIp, selector: { b: '2', a: '1' } })).toBe('ClusterIP 10.96.0.9 <none> 80/TCP a=1,b=2');
  expect(
    shown({
      ...withIp,
      type: 'NodePort',
      ports: [
        { port: 80, nodePort: 30080 },
        { port: 53, protocol: 'UDP' },
      ],
    }),
  ).toBe('NodePort 10.96.0.9 <none> 80:30080/TCP,53/UDP <none>');
  const balanced = { ...withIp, type: 'LoadBalancer' };
  expect(shown(balanced)).toBe('LoadBalancer 10.96.0.9 <pending> 80/TCP <none>');
  const status = {
    loadBalancer: { ingress: [{ ip: '192.0.2.9' }, { hostname: 'lb.example.com' }, { ip: '192.0.2.1' }] },
  };
  expect(shown({ ...balanced, externalIPs: ['192.0.2.2'] }, status)).toBe(
    'LoadBalancer 10.96.0.9 192.0.2.1,192.0.2.9,lb.example.com,192.0.2.2 80/TCP <none>',
  );
  expect(shown({ type: 'ExternalName', externalName: 'example.com' })).toBe(
    'ExternalName <none> example.com <none> <none>',
  );
});
