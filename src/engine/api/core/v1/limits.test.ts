import { expect, test } from 'vitest';
import type { JsonObject } from '../../../meta/index.ts';
import { LimitRange, Node, ResourceQuota } from '../../index.ts';
import { cells, errorsOf, make } from './testing/make.ts';

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
      "spec.scopeSelector.matchExpressions.values: Invalid value: []string{\"a\"}: must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
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
      'metadata.taints[1]: Duplicate value: core.Taint{Key:"a", Value:"", Effect:"NoExecute", TimeAdded:<nil>}: taints must be unique by key and effect pair',
      'metadata.taints[2].effect: Required value',
    ],
  ],
  [
    { podCIDRs: ['10.1.0.0/24', '10.1.0.0/24', 'x'] },
    [
      'spec.podCIDRs[2]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "10.1.0.0/24", "x"}: may specify no more than one CIDR for each IP family',
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
