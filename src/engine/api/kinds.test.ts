import { expect, test } from 'vitest';
import { type FieldError, fieldErrorMessage, type JsonObject, type KubeObject } from '../meta/index.ts';
import {
  ConfigMap,
  Deployment,
  decode,
  Event,
  kindByName,
  kindByResource,
  kindOf,
  kinds,
  Lease,
  Namespace,
  Node,
  Pod,
  ReplicaSet,
} from './index.ts';
import type { KindDefinition } from './types.ts';

const META = { uid: 'u', resourceVersion: '1', creationTimestamp: '1970-01-01T00:00:00Z' };

/** As the API server makes an object of a manifest. */
function make<T extends KubeObject>(kind: KindDefinition<T>, parts: JsonObject, meta: JsonObject = {}): T {
  const metadata = { name: 'web', ...(kind.namespaced ? { namespace: 'default' } : {}), ...META, ...meta };
  const { object } = decode(kind, { ...parts, metadata });
  const whole = kind.rules.default?.(object) ?? object;
  return kind.rules.prepareForCreate?.(whole) ?? whole;
}

const messages = (errors: readonly FieldError[] = []): readonly string[] => errors.map(fieldErrorMessage);

function errorsOf<T extends KubeObject>(kind: KindDefinition<T>, object: T, old?: T): readonly string[] {
  return messages(kind.rules.validate?.(object, old));
}

const container = { name: 'web', image: 'web:1' };
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
const workload = { selector: { matchLabels: { app: 'web' } }, template };

test('kinds are found by path, by words, by what people write', () => {
  expect(kindByResource('apps', 'v1', 'replicasets')).toBe(ReplicaSet);
  expect(kindOf('apps/v1', 'Deployment')).toBe(Deployment);
  expect(kindOf('v1', 'Pod')).toBe(Pod);
  for (const name of ['rs', 'replicaset', 'ReplicaSet', 'replicasets.apps', 'replicasets.v1.apps']) {
    expect(kindByName(name)).toBe(ReplicaSet);
  }
  expect([kindByName('pods.apps'), kindByName('foo'), kindOf('v1', 'ReplicaSet')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(kinds.map(({ schema }) => schema)).toContain('io.k8s.api.apps.v1.ReplicaSet');
});

test('a pod gets upstream defaults; twice changes nothing', () => {
  const pod = make(Pod, {
    spec: { containers: [{ ...container, ports: [{ containerPort: 80 }], livenessProbe: { httpGet: { port: 80 } } }] },
  });
  expect(pod.spec).toEqual({
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    enableServiceLinks: true,
    containers: [
      {
        ...container,
        imagePullPolicy: 'IfNotPresent',
        resources: {},
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        livenessProbe: {
          timeoutSeconds: 1,
          periodSeconds: 10,
          successThreshold: 1,
          failureThreshold: 3,
          httpGet: { path: '/', scheme: 'HTTP', port: 80 },
        },
      },
    ],
  });
  expect(pod.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' });
  expect(Pod.rules.default?.(pod)).toBe(pod);
  expect(errorsOf(Pod, pod)).toEqual([]);
});

test('a pod with scheduling gates says from its first instant why it has no node', () => {
  const { status } = make(Pod, { spec: { containers: [container], schedulingGates: [{ name: 'example.com/approved' }] } });
  expect(status.conditions).toEqual([
    {
      type: 'PodScheduled',
      status: 'False',
      reason: 'SchedulingGated',
      message: 'Scheduling is blocked due to non-empty scheduling gates',
    },
  ]);
});

test.each([
  ['web', 'Always'],
  ['web:latest', 'Always'],
  ['web:1', 'IfNotPresent'],
  ['host:5000/web', 'Always'],
  ['web@sha256:00', 'IfNotPresent'],
])('the image %s is pulled %s', (image, policy) => {
  const pod = make(Pod, { spec: { containers: [{ name: 'a', image }] } });
  expect(pod.spec.containers[0]?.imagePullPolicy).toBe(policy);
});

test('limits become requests, and resources decide the QoS class', () => {
  const qos = (resources: JsonObject) => {
    const pod = make(Pod, { spec: { containers: [{ ...container, resources }] } });
    return [pod.status.qosClass, pod.spec.containers[0]?.resources?.requests];
  };
  expect(qos({ limits: { cpu: 1, memory: '1Gi' } })).toEqual(['Guaranteed', { cpu: '1', memory: '1Gi' }]);
  expect(qos({ requests: { cpu: '1' } })).toEqual(['Burstable', { cpu: '1' }]);
  expect(qos({})).toEqual(['BestEffort', undefined]);
});

test('a literal that is changed and sent again is checked again', () => {
  const spec = { containers: [{ name: 'a', image: 'one' }] };
  make(Pod, { spec });
  spec.containers[0] = { name: 'a', image: 'two' };
  expect(make(Pod, { spec }).spec.containers[0]?.image).toBe('two');
});

test.each([
  [{}, ['spec.containers: Required value']],
  [{ containers: [{}] }, ['spec.containers[0].name: Required value', 'spec.containers[0].image: Required value']],
  [{ containers: [container, container] }, ['spec.containers[1].name: Duplicate value: "web"']],
  [
    { containers: [container], restartPolicy: 'Sometimes' },
    ['spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"'],
  ],
  [
    { containers: [{ ...container, ports: [{ containerPort: 70000 }] }] },
    ['spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive'],
  ],
  [
    { containers: [{ ...container, livenessProbe: { httpGet: { path: '/' } }, lifecycle: { preStop: { tcpSocket: { port: 70000 } } } }] },
    [
      'spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'spec.containers[0].lifecycle.preStop.tcpSocket.port: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ],
  ],
  [
    { containers: [{ ...container, volumeMounts: [{ name: 'x', mountPath: '/x' }] }] },
    ['spec.containers[0].volumeMounts[0].name: Not found: "x"'],
  ],
  [
    { containers: [{ ...container, resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }] },
    ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  ],
  [
    { containers: [{ ...container, livenessProbe: {} }] },
    ['spec.containers[0].livenessProbe: Required value: must specify a handler type'],
  ],
  [
    {
      containers: [container],
      tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 1 }],
    },
    [
      'spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
    ],
  ],
])('pod spec %j is refused', (spec, expected) => {
  expect(errorsOf(Pod, make(Pod, { spec }))).toEqual(expected);
});

test('of a pod only little may change', () => {
  const pod = make(Pod, { spec: { containers: [container], tolerations: [{ key: 'a', operator: 'Exists' }] } });
  const change = (spec: Partial<Pod['spec']>) => errorsOf(Pod, { ...pod, spec: { ...pod.spec, ...spec } }, pod);
  const [first] = pod.spec.containers;
  expect(change({ containers: first === undefined ? [] : [{ ...first, image: 'web:2' }] })).toEqual([]);
  expect(change({ tolerations: [...(pod.spec.tolerations ?? []), { key: 'b', operator: 'Exists' }] })).toEqual([]);
  expect(change({ activeDeadlineSeconds: 5 })).toEqual([]);
  expect(change({ nodeName: 'node-1' })[0]).toMatch(
    /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`,/,
  );
  expect(change({ tolerations: [] })).toEqual([
    'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
  ]);
  expect(change({ containers: [] })).toContain(
    'spec.containers: Forbidden: pod updates may not add or remove containers',
  );
});

test('a pod that never ran or has ended has no grace', () => {
  const pod = make(Pod, { spec: { containers: [container] } });
  const bound = { ...pod, spec: { ...pod.spec, nodeName: 'n' }, status: { phase: 'Running' } };
  const grace = Pod.rules.gracePeriodSeconds;
  expect([grace?.(pod, undefined), grace?.(bound, undefined), grace?.(bound, 5), grace?.(bound, -1)]).toEqual([
    0, 30, 5, 1,
  ]);
  expect(grace?.({ ...bound, status: { phase: 'Failed' } }, undefined)).toBe(0);
});

test('a ReplicaSet: defaults, and what upstream refuses', () => {
  const set = make(ReplicaSet, { spec: workload });
  expect([set.spec.replicas, set.status, errorsOf(ReplicaSet, set)]).toEqual([1, { replicas: 0 }, []]);
  const { spec } = set;
  const check = (parts: Partial<ReplicaSet['spec']>, old?: ReplicaSet) =>
    errorsOf(ReplicaSet, { ...set, spec: { ...spec, ...parts } }, old);
  expect(check({ replicas: -1 })).toEqual(['spec.replicas: Invalid value: -1: must be greater than or equal to 0']);
  expect(check({ selector: { matchLabels: { app: 'db' } } })).toEqual([
    'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
  ]);
  expect(check({ selector: {} })).toEqual([
    'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment',
  ]);
  const wider = { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] } as const;
  expect(check({ selector: wider }, set)).toEqual([
    'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"web"}, MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"app", Operator:"Exists", Values:[]string(nil)}}}: field is immutable',
  ]);
  const never = { ...spec.template, spec: { ...spec.template.spec, restartPolicy: 'Never' } };
  expect(check({ template: never })).toEqual([
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  ]);
  expect(errorsOf(ReplicaSet, make(ReplicaSet, { spec: {} }))).toEqual([
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: map[string]string(nil): `selector` does not match template `labels`',
    'spec.template.spec.containers: Required value',
  ]);
  expect(errorsOf(ReplicaSet, make(ReplicaSet, {}))).toHaveLength(3);
});

test('a Deployment: defaults, and what upstream refuses', () => {
  const deployment = make(Deployment, { spec: workload });
  expect(deployment.spec).toMatchObject({
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
  });
  expect(Deployment.rules.default?.(deployment)).toBe(deployment);
  const strategy = (value: JsonObject) =>
    errorsOf(Deployment, make(Deployment, { spec: { ...workload, strategy: value } }));
  expect(strategy({ rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } })).toEqual([
    'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
  ]);
  expect(strategy({ type: 'Recreate', rollingUpdate: {} })).toEqual([
    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
  ]);
  expect(strategy({ rollingUpdate: { maxSurge: 'x' } })[0]).toContain('a valid percent string must be');
  expect(strategy({ type: 'Recreate' })).toEqual([]);
});

test('metadata: names, labels, owners, finalizers', () => {
  const check = (meta: JsonObject) => errorsOf(ConfigMap, make(ConfigMap, {}, meta));
  expect(check({})).toEqual([]);
  expect(check({ name: '' })).toEqual(['metadata.name: Required value: name or generateName is required']);
  expect(check({ name: 'A' })[0]).toMatch(/^metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain/);
  expect(check({ namespace: '' })).toEqual(['metadata.namespace: Required value']);
  expect(check({ labels: { 'a b': 'x' } })[0]).toMatch(/^metadata.labels: Invalid value: "a b": name part/);
  expect(check({ finalizers: ['mine'] })).toEqual([
    'metadata.finalizers[0]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
  ]);
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: '1', controller: true };
  expect(check({ ownerReferences: [owner, { ...owner, name: 'b' }] })[0]).toContain(
    'Only one reference can have Controller set to true. Found "true" in references for Pod/a and Pod/b',
  );
  const dying = make(ConfigMap, {}, { deletionTimestamp: '1970-01-01T00:00:00Z', finalizers: ['a.b/c'] });
  const added = { ...dying, metadata: { ...dying.metadata, finalizers: ['a.b/c', 'a.b/d'] } };
  expect(errorsOf(ConfigMap, added, dying)).toEqual([
    'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.b/d"}',
  ]);
  expect(errorsOf(Namespace, make(Namespace, {}, { namespace: 'x' }))).toEqual([
    'metadata.namespace: Forbidden: not allowed on this type',
  ]);
});

test('the other kinds', () => {
  const namespace = make(Namespace, {});
  expect([namespace.metadata.labels, namespace.spec, namespace.status]).toEqual([
    { 'kubernetes.io/metadata.name': 'web' },
    { finalizers: ['kubernetes'] },
    { phase: 'Active' },
  ]);
  const node = make(Node, { status: { capacity: { cpu: '4' } } });
  expect([node.spec, node.status]).toEqual([{}, { capacity: { cpu: '4' }, allocatable: { cpu: '4' } }]);
  const tainted = { ...node, spec: { taints: [{ key: 'a', effect: 'Never' }] } };
  expect(errorsOf(Node, tainted)).toEqual([
    'metadata.taints[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
  ]);
  expect([Lease.rules.unconditionalUpdate, Lease.rules.createOnUpdate, Event.rules.createOnUpdate]).toEqual([
    false,
    true,
    true,
  ]);
  expect(errorsOf(Lease, make(Lease, { spec: { leaseDurationSeconds: 0 } }))).toEqual([
    'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
  ]);
});
