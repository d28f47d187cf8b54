import { expect, test } from 'vitest';
import { fieldErrorMessage, type JsonObject, type KubeObject, toBase64 } from '../../../meta/index.ts';
import {
  decode,
  Endpoints,
  LimitRange,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from '../../index.ts';
import type { KindDefinition } from '../../types.ts';

const META = { uid: 'u', resourceVersion: '1', creationTimestamp: '1970-01-01T00:00:00Z' };

/** As the API server makes an object of a manifest, all but the status a client may not set. */
function make<T extends KubeObject>(kind: KindDefinition<T>, parts: JsonObject, meta: JsonObject = {}): T {
  const metadata = { name: 'a', ...(kind.namespaced ? { namespace: 'default' } : {}), ...META, ...meta };
  const { object } = decode(kind, { ...parts, metadata });
  return kind.rules.default?.(object) ?? object;
}

function errorsOf<T extends KubeObject>(
  kind: KindDefinition<T>,
  parts: JsonObject,
  old?: JsonObject,
): readonly string[] {
  const before = old === undefined ? undefined : make(kind, old);
  return (kind.rules.validate?.(make(kind, parts), before) ?? []).map(fieldErrorMessage);
}

function cells<T extends KubeObject>(kind: KindDefinition<T>, parts: JsonObject, meta: JsonObject = {}): JsonObject {
  const object = make(kind, parts, meta);
  return Object.fromEntries(kind.columns.map((column) => [column.name, column.value(object, 60_000)]));
}

const base64 = (text: string): string => toBase64(text);

test('a secret is Opaque, and plain texts become entries', () => {
  const secret = make(Secret, { data: { a: base64('1'), b: base64('2') }, stringData: { b: 'ü', c: '' } });
  expect(secret).toEqual({
    ...secret,
    type: 'Opaque',
    data: { a: 'MQ==', b: 'w7w=', c: '' },
  });
  expect('stringData' in secret).toBe(false);
  expect(cells(Secret, { data: { a: base64('1') } })).toEqual({ Name: 'a', Type: 'Opaque', Data: 1, Age: '60s' });
});

test.each<[JsonObject, readonly string[]]>([
  [{}, []],
  [
    { data: { 'a b': '' } },
    [
      "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    ],
  ],
  [{ stringData: { a: 'x'.repeat(1024 * 1024 + 1) } }, ['data: Too long: may not be more than 1048576 bytes']],
  [{ type: 'kubernetes.io/tls' }, ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
  [{ type: 'kubernetes.io/tls', stringData: { 'tls.crt': '', 'tls.key': '' } }, []],
  [{ type: 'kubernetes.io/dockerconfigjson' }, ['data[.dockerconfigjson]: Required value']],
  [
    { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'nope' } },
    ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
  ],
  [
    { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '[]' } },
    [
      'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
  ],
  [{ type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '{}' } }, []],
  [{ type: 'kubernetes.io/basic-auth' }, ['data[%s][username]: Required value', 'data[%s][password]: Required value']],
  [{ type: 'kubernetes.io/basic-auth', stringData: { password: '' } }, []],
  [
    { type: 'kubernetes.io/ssh-auth', stringData: { 'ssh-privatekey': '' } },
    ['data[%s][ssh-privatekey]: Required value'],
  ],
  [
    { type: 'kubernetes.io/service-account-token' },
    ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
  ],
  [{ type: 'example.com/own' }, []],
])('a secret %#', (parts, expected) => {
  expect(errorsOf(Secret, parts)).toEqual(expected);
});

test('what may change in a secret', () => {
  const data = { a: base64('1') };
  expect(errorsOf(Secret, { data: {} }, { data })).toEqual([]);
  expect(errorsOf(Secret, { type: 'x' }, {})).toEqual(['type: Invalid value: "x": field is immutable']);
  const fixed = { immutable: true, data };
  expect(errorsOf(Secret, fixed, { data })).toEqual([]);
  expect(errorsOf(Secret, { data: {} }, fixed)).toEqual([
    'immutable: Forbidden: field is immutable when `immutable` is set',
    'data: Forbidden: field is immutable when `immutable` is set',
  ]);
});

test('cells of accounts and endpoints', () => {
  expect(cells(ServiceAccount, { secrets: [{ name: 'a' }] })).toEqual({ Name: 'a', Secrets: 1, Age: '60s' });
  const shown = (subsets: readonly JsonObject[]) => cells(Endpoints, { subsets })['Endpoints'];
  const ip = (last: number) => ({ ip: `10.0.0.${last}` });
  expect(shown([])).toBe('<none>');
  expect(shown([{ addresses: [ip(1), ip(2)], ports: [{ port: 80 }] }])).toBe('10.0.0.1:80,10.0.0.2:80');
  expect(shown([{ addresses: [{ ip: 'fd00::1' }], ports: [{ port: 80 }] }])).toBe('[fd00::1]:80');
  expect(shown([{ addresses: [ip(1), ip(2), ip(3), ip(4), ip(5)] }])).toBe('10.0.0.1,10.0.0.2,10.0.0.3 + 2 more...');
  expect(shown([{ notReadyAddresses: [ip(1)], ports: [{ port: 80 }] }])).toBe('');
});

test.each<[JsonObject, readonly string[]]>([
  [{ subsets: [{}] }, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
  [
    { subsets: [{ addresses: [{ ip: '1' }] }] },
    ['subsets[0].addresses[0].ip: Invalid value: "1": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
  ],
  [
    { subsets: [{ notReadyAddresses: [{ ip: '127.0.0.1' }] }] },
    [
      'subsets[0].notReadyAddresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ],
  ],
  [
    { subsets: [{ addresses: [{ ip: '169.254.169.254' }] }] },
    [
      'subsets[0].addresses[0].ip: Invalid value: "169.254.169.254": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ],
  ],
  [
    { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 0 }, { port: 1, protocol: 'X', name: 'a' }] }] },
    [
      'subsets[0].ports[0].name: Required value',
      'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'subsets[0].ports[1].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
    ],
  ],
])('endpoints %#', (parts, expected) => {
  expect(errorsOf(Endpoints, parts)).toEqual(expected);
});

test('an address stays on its node', () => {
  const on = (nodeName: string) => ({ subsets: [{ addresses: [{ ip: '10.0.0.1', nodeName }] }] });
  expect(errorsOf(Endpoints, on('b'), on('a'))).toEqual([
    'subsets[0].addresses[0].nodeName: Forbidden: Cannot change NodeName for 10.0.0.1 to b',
  ]);
});

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
    { type: 'LoadBalancer', ports: [{ port: 10250 }] },
    ['spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet'],
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
      'spec.externalIPs[1]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0 or ::)',
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
      expect.stringContaining('spec.loadBalancerClass: Invalid value: "a b": name part must consist of'),
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

const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } };

test('a volume keeps its data unless told, and is a file system', () => {
  expect(make(PersistentVolume, { spec: volume }).spec).toEqual({
    ...volume,
    hostPath: { path: '/data', type: '' },
    persistentVolumeReclaimPolicy: 'Retain',
    volumeMode: 'Filesystem',
  });
  const claimRef = { namespace: 'default', name: 'c' };
  const spec = { ...volume, storageClassName: 'fast', claimRef, accessModes: ['ReadWriteMany', 'ReadWriteOnce'] };
  expect(cells(PersistentVolume, { spec, status: { phase: 'Bound' } })).toEqual({
    Name: 'a',
    Capacity: '1Gi',
    'Access Modes': 'RWO,RWX',
    'Reclaim Policy': 'Retain',
    Status: 'Bound',
    Claim: 'default/c',
    StorageClass: 'fast',
    VolumeAttributesClass: '<unset>',
    Reason: '',
    Age: '60s',
    VolumeMode: 'Filesystem',
  });
});

test.each<[JsonObject, readonly string[]]>([
  [volume, []],
  [
    {},
    [
      'spec.accessModes: Required value',
      'spec.capacity: Required value',
      'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
      'spec: Required value: must specify a volume type',
    ],
  ],
  [
    { ...volume, accessModes: ['ReadWriteOncePod', 'ReadWriteMany', 'X'] },
    [
      'spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
    ],
  ],
  [
    { ...volume, capacity: { storage: '0' } },
    ['spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
  ],
  [
    { ...volume, persistentVolumeReclaimPolicy: 'X', volumeMode: 'X', storageClassName: 'A' },
    [
      'spec.persistentVolumeReclaimPolicy: Unsupported value: "X": supported values: "Delete", "Recycle", "Retain"',
      expect.stringContaining('spec.storageClassName: Invalid value: "A": a lowercase RFC 1123 subdomain'),
      'spec.volumeMode: Unsupported value: "X": supported values: "Block", "Filesystem"',
    ],
  ],
  [{ ...volume, nfs: { server: 'a', path: 'b' } }, ['spec.nfs: Forbidden: may not specify more than 1 volume type']],
  [
    { ...volume, hostPath: { path: '/', type: 'X' }, persistentVolumeReclaimPolicy: 'Recycle' },
    [
      'spec.hostPath.type: Unsupported value: "X": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
      "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
    ],
  ],
  [
    { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], local: { path: '/x' } },
    ['spec.nodeAffinity: Required value: Local volume requires node affinity'],
  ],
])('a volume %#', (spec, expected) => {
  expect(errorsOf(PersistentVolume, { spec })).toEqual(expected);
});

test('what may change in a volume', () => {
  const change = (spec: JsonObject) => errorsOf(PersistentVolume, { spec }, { spec: volume });
  expect(change({ ...volume, persistentVolumeReclaimPolicy: 'Delete', storageClassName: 'x' })).toEqual([]);
  expect(change({ ...volume, hostPath: { path: '/other' }, volumeMode: 'Block' })).toEqual([
    'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
    'volumeMode: Invalid value: "Block": field is immutable',
  ]);
});

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

test.each<[JsonObject, readonly string[]]>([
  [claim, []],
  [
    {},
    ['spec.accessModes: Required value: at least 1 access mode is required', 'spec.resources[storage]: Required value'],
  ],
  [
    { ...claim, resources: { requests: { storage: '-1' } } },
    ['spec.resources[storage]: Invalid value: "-1": must be greater than zero'],
  ],
  [
    { ...claim, dataSource: { kind: 'X', name: '' } },
    [
      'spec.dataSource.name: Required value',
      'spec.dataSource: Invalid value: "X": must be \'PersistentVolumeClaim\' when referencing the default apiGroup',
    ],
  ],
])('a claim %#', (spec, expected) => {
  expect(errorsOf(PersistentVolumeClaim, { spec })).toEqual(expected);
});

test('what may change in a claim', () => {
  const fixed =
    'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  const change = (spec: JsonObject, status: JsonObject = {}, more: JsonObject = {}) =>
    errorsOf(PersistentVolumeClaim, { spec, status }, { spec: { ...claim, ...more }, status });
  const larger = { ...claim, resources: { requests: { storage: '2Gi' } } };
  const bound = { phase: 'Bound', capacity: { storage: '1Gi' } };
  expect(change({ ...claim, volumeName: 'v' })).toEqual([]);
  expect(change({ ...claim, volumeName: 'w' }, {}, { volumeName: 'v' })).toEqual([fixed]);
  expect(change({ ...claim, accessModes: ['ReadWriteMany'] })).toEqual([fixed]);
  expect(change(larger)).toEqual([fixed]);
  expect(change(larger, bound)).toEqual([]);
  const smaller = { ...claim, resources: { requests: { storage: '1Mi' } } };
  expect(change(smaller, bound)).toEqual([
    'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
  ]);
});

test('cells of claims', () => {
  const row = (parts: JsonObject, meta: JsonObject = {}) => {
    const all = cells(PersistentVolumeClaim, parts, meta);
    return ['Status', 'Volume', 'Capacity', 'Access Modes', 'StorageClass'].map((name) => all[name]);
  };
  expect(row({ spec: claim })).toEqual(['Pending', '', '', '', '']);
  const status = { phase: 'Bound', capacity: { storage: '2Gi' }, accessModes: ['ReadWriteOnce'] };
  expect(row({ spec: { ...claim, volumeName: 'v', storageClassName: 's' }, status })).toEqual([
    'Bound',
    'v',
    '2Gi',
    'RWO',
    's',
  ]);
  expect(row({ spec: claim }, { deletionTimestamp: META.creationTimestamp })[0]).toBe('Terminating');
});

test('limits of containers have defaults: of the most, of the limit, of the least', () => {
  const item = (parts: JsonObject) => make(LimitRange, { spec: { limits: [parts] } }).spec.limits[0];
  expect(item({ type: 'Container', max: { cpu: '2' }, min: { cpu: '1', memory: '1Mi' } })).toEqual({
    type: 'Container',
    max: { cpu: '2' },
    min: { cpu: '1', memory: '1Mi' },
    default: { cpu: '2' },
    defaultRequest: { cpu: '2', memory: '1Mi' },
  });
  expect(item({ type: 'Pod', max: { cpu: '2' } })).toEqual({ type: 'Pod', max: { cpu: '2' } });
  expect(cells(LimitRange, { spec: { limits: [] } })).toEqual({ Name: 'a', 'Created At': '1970-01-01T00:00:00Z' });
});

test.each<[readonly JsonObject[], readonly string[]]>([
  [[{ type: 'Container', max: { cpu: '1' } }], []],
  [
    [{ type: 'X' }, { type: 'Pod' }, { type: 'Pod', default: { cpu: '1' } }],
    [
      'spec.limits[0].type: Invalid value: "X": must be a standard limit type or fully qualified',
      'spec.limits[2].type: Duplicate value: "Pod"',
      "spec.limits[2].default: Forbidden: may not be specified when `type` is 'Pod'",
    ],
  ],
  [
    [{ type: 'Container', max: { gold: '1' }, min: { pods: '1' } }],
    [
      'spec.limits[0].max[gold]: Invalid value: "gold": must be a standard resource type or fully qualified',
      'spec.limits[0].max[gold]: Invalid value: "gold": must be a standard resource for containers',
      'spec.limits[0].min[pods]: Invalid value: "pods": must be a standard resource for containers',
      'spec.limits[0].default[gold]: Invalid value: "gold": must be a standard resource type or fully qualified',
      'spec.limits[0].default[gold]: Invalid value: "gold": must be a standard resource for containers',
      'spec.limits[0].defaultRequest[gold]: Invalid value: "gold": must be a standard resource type or fully qualified',
      'spec.limits[0].defaultRequest[gold]: Invalid value: "gold": must be a standard resource for containers',
      'spec.limits[0].defaultRequest[pods]: Invalid value: "pods": must be a standard resource for containers',
    ],
  ],
  [
    [{ type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '900m' } }],
    [
      'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
      'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "900m": ratio 900m is less than 1',
      'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "900m": ratio 900m is greater than max/min = 0.500000',
    ],
  ],
  [
    [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '2' }, max: { cpu: '1500m' } }],
    [
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than max value 1500m',
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than default limit value 1',
    ],
  ],
  [
    [{ type: 'PersistentVolumeClaim' }],
    [
      'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
    ],
  ],
])('limits %#', (limits, expected) => {
  expect(errorsOf(LimitRange, { spec: { limits } })).toEqual(expected);
});

test.each<[JsonObject, readonly string[]]>([
  [{ hard: { pods: '1', 'requests.cpu': '500m', 'count/deployments.apps': '1' } }, []],
  [
    { hard: { gold: '1', pods: '-1', services: '500m' } },
    [
      'spec.hard[gold]: Invalid value: "gold": must be a standard resource type or fully qualified',
      'spec.hard[gold]: Invalid value: "gold": must be a standard resource for quota',
      'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
      'spec.hard[services]: Invalid value: "500m": must be an integer',
    ],
  ],
  [
    { hard: { services: '1' }, scopes: ['BestEffort', 'NotBestEffort', 'X'] },
    [
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort", "X"}: unsupported scope applied to resource',
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort", "X"}: unsupported scope applied to resource',
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort", "X"}: unsupported scope',
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort", "X"}: conflicting scopes',
    ],
  ],
  [
    {
      scopeSelector: {
        matchExpressions: [
          { scopeName: 'PriorityClass', operator: 'In' },
          { scopeName: 'X', operator: 'Y' },
          { scopeName: 'Terminating', operator: 'Exists', values: ['a'] },
        ],
      },
    },
    [
      "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      'spec.scopeSelector.matchExpressions.scopeName: Invalid value: "X": unsupported scope',
      'spec.scopeSelector.matchExpressions.operator: Invalid value: "Y": not a valid selector operator',
      "spec.scopeSelector.matchExpressions.values: Invalid value: []string{\"a\"}: must be no value when `operator` is 'Exists' or 'DoesNotExist' for scope selector",
    ],
  ],
])('a quota %#', (spec, expected) => {
  expect(errorsOf(ResourceQuota, { spec })).toEqual(expected);
});

test('a quota stays about the same pods; its cells show what is used', () => {
  expect(errorsOf(ResourceQuota, { spec: { scopes: ['BestEffort'] } }, { spec: {} })).toEqual([
    'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: field is immutable',
  ]);
  const status = {
    hard: { pods: '5', 'limits.cpu': '2', 'requests.cpu': '1' },
    used: { pods: '1', 'limits.cpu': '500m' },
  };
  expect(cells(ResourceQuota, { spec: {}, status })).toEqual({
    Name: 'a',
    Request: 'pods: 1/5, requests.cpu: 0/1',
    Limit: 'limits.cpu: 500m/2',
    Age: '60s',
  });
});

test.each<[JsonObject, readonly string[]]>([
  [{ taints: [{ key: 'a', effect: 'NoSchedule' }], podCIDRs: ['10.1.0.0/24', 'fd00::/64'] }, []],
  [
    {
      taints: [{ key: 'a', value: 'b c', effect: 'NoExecute' }, { key: 'a', effect: 'NoExecute' }, { key: 'b' }],
    },
    [
      expect.stringContaining('metadata.taints[0].value: Invalid value: "b c": a valid label must be'),
      'metadata.taints[1]: Duplicate value: {"key":"a","effect":"NoExecute"}: taints must be unique by key and effect pair',
      'metadata.taints[2].effect: Required value',
    ],
  ],
  [
    { podCIDRs: ['10.1.0.0/24', '10.1.0.0/24', 'x'] },
    [
      'spec.podCIDRs[2]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "10.1.0.0/24", "x"}: may specify no more than one CIDR for each IP family',
      'spec.podCIDRs[1]: Duplicate value: "10.1.0.0/24"',
    ],
  ],
])('a node %#', (spec, expected) => {
  expect(errorsOf(Node, { spec })).toEqual(expected);
});

test('what may change in a node', () => {
  const old = { podCIDRs: ['10.1.0.0/24'], providerID: 'a' };
  expect(errorsOf(Node, { spec: { ...old, unschedulable: true } }, { spec: {} })).toEqual([]);
  expect(errorsOf(Node, { spec: { podCIDRs: ['10.2.0.0/24'], providerID: 'b' } }, { spec: old })).toEqual([
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
  ]);
  expect(errorsOf(Node, { status: { capacity: { cpu: '-1', pods: '1500m' } } })).toEqual([
    'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
    'status.capacity.pods: Invalid value: "1500m": must be an integer',
    'status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0',
    'status.allocatable.pods: Invalid value: "1500m": must be an integer',
  ]);
});

test('a volume begins pending, and a claim says its source twice', () => {
  const created = PersistentVolume.rules.prepareForCreate?.(make(PersistentVolume, { spec: volume }));
  expect(created?.status).toEqual({ phase: 'Pending', lastPhaseTransitionTime: META.creationTimestamp });
  const dataSource = { kind: 'PersistentVolumeClaim', name: 'other' };
  const both = (given: JsonObject) =>
    PersistentVolumeClaim.rules.prepareForCreate?.(make(PersistentVolumeClaim, { spec: { ...claim, ...given } }))?.spec;
  expect(both({ dataSource })?.dataSourceRef).toEqual(dataSource);
  expect(both({ dataSourceRef: dataSource })?.dataSource).toEqual(dataSource);
  expect(
    both({ dataSourceRef: { ...dataSource, kind: 'Other', apiGroup: 'example.com' } })?.dataSource,
  ).toBeUndefined();
});
