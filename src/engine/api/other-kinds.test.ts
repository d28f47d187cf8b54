/** Kinds of the groups beside core: defaults, checks and columns, each against upstream's words. */
import { describe, expect, test } from 'vitest';
import { validationFeature } from '../extensions/validation/index.ts';
import { fieldErrorMessage, type JsonObject, type KubeObject } from '../meta/index.ts';
import {
  ControllerRevision,
  CronJob,
  CSIDriver,
  CSINode,
  DaemonSet,
  decode,
  EndpointSlice,
  EventsEvent,
  HorizontalPodAutoscaler,
  Ingress,
  IngressClass,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  PriorityClass,
  StatefulSet,
  StorageClass,
  VolumeAttachment,
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

/** What the definition of its kind says of it, and what clusters of the profile `full` check further. */
function errorsOf<T extends KubeObject>(kind: KindDefinition<T>, object: T, old?: T): readonly string[] {
  const further = validationFeature.validate?.(kind, object, old) ?? [];
  return [...(kind.rules.validate?.(object, old) ?? []), ...further].map(fieldErrorMessage);
}

/** What an object of these parts is refused for. */
function refusals(kind: KindDefinition, parts: JsonObject, meta: JsonObject = {}): readonly string[] {
  return errorsOf(kind, make(kind, parts, meta));
}

function row<T extends KubeObject>(kind: KindDefinition<T>, parts: JsonObject, meta: JsonObject = {}) {
  const { object } = decode(kind, { metadata: { name: 'web', namespace: 'default', ...META, ...meta }, ...parts });
  const whole = kind.rules.default?.(object) ?? object;
  return kind.columns.map((column) => column.value(whole, 600_000));
}

const container = { name: 'web', image: 'web:1' };
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
const once = { spec: { containers: [container], restartPolicy: 'Never' } };
const workload = { selector: { matchLabels: { app: 'web' } }, template };
const FIXED =
  "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

describe('StatefulSet', () => {
  const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
  const mounted = { ...container, volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  const spec = { ...workload, serviceName: 'web', volumeClaimTemplates: [claim] };
  const set = make(StatefulSet, {
    spec: { ...spec, template: { ...template, spec: { containers: [mounted] } } },
  });

  test('gets defaults once, and claims count as volumes', () => {
    expect(set.spec).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 10,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      volumeClaimTemplates: [{ kind: 'PersistentVolumeClaim', status: { phase: 'Pending' } }],
    });
    expect(StatefulSet.rules.default?.(set)).toBe(set);
    expect([set.status, errorsOf(StatefulSet, set)]).toEqual([{ replicas: 0, availableReplicas: 0 }, []]);
  });

  test.each<readonly [JsonObject, string]>([
    [
      { podManagementPolicy: 'X' },
      `spec.podManagementPolicy: Invalid value: "X": must be 'OrderedReady' or 'Parallel'`,
    ],
    [
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
      `spec.updateStrategy.rollingUpdate: Invalid value: {"partition":1}: only allowed for updateStrategy 'RollingUpdate'`,
    ],
    [
      { updateStrategy: { rollingUpdate: { partition: -1 } } },
      'spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0',
    ],
    [{ replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    [{ selector: {} }, 'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for statefulset'],
    [
      { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Keep' } },
      'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "Keep": supported values: "Retain", "Delete"',
    ],
  ])('refuses %j', (parts, message) => {
    expect(refusals(StatefulSet, { spec: { ...workload, ...parts } })).toEqual([message]);
  });

  test('only some of it may change', () => {
    const changed = (parts: Partial<StatefulSet['spec']>) =>
      errorsOf(StatefulSet, { ...set, spec: { ...set.spec, ...parts } }, set);
    expect(changed({ serviceName: 'other' })).toEqual([FIXED]);
    expect(changed({ replicas: 3, revisionHistoryLimit: 2, minReadySeconds: 4, ordinals: { start: 1 } })).toEqual([]);
    const status = { replicas: 1, readyReplicas: 2, availableReplicas: 0 };
    expect(errorsOf(StatefulSet, { ...set, status }, set)).toEqual([
      'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
    ]);
  });

  test('columns', () => {
    expect(row(StatefulSet, { spec: { ...workload, replicas: 3 }, status: { replicas: 3, readyReplicas: 1 } })).toEqual(
      ['web', '1/3', '10m', 'web', 'web:1'],
    );
  });
});

describe('DaemonSet', () => {
  const set = make(DaemonSet, { spec: workload });
  const GENERATION = 'deprecated.daemonset.template.generation';

  test('gets defaults once; its templates are counted', () => {
    expect(set.spec.updateStrategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
    });
    expect([set.spec.revisionHistoryLimit, errorsOf(DaemonSet, set)]).toEqual([10, []]);
    expect(DaemonSet.rules.default?.(set)).toBe(set);
    const next = {
      ...set,
      spec: { ...set.spec, template: { ...set.spec.template, metadata: { labels: { app: 'b' } } } },
    };
    expect(set.metadata.annotations).toEqual({ [GENERATION]: '1' });
    expect(DaemonSet.rules.prepareForUpdate?.(next, set).metadata.annotations).toEqual({ [GENERATION]: '2' });
    expect(
      DaemonSet.rules.prepareForUpdate?.({ ...set, spec: { ...set.spec, minReadySeconds: 1 } }, set),
    ).toMatchObject({
      metadata: { annotations: { [GENERATION]: '1' } },
    });
  });

  test.each<readonly [JsonObject, string]>([
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } },
      'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero',
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      'spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0',
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: '101%' } } },
      'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
    ],
    [
      { template: { ...template, spec: { containers: [container], restartPolicy: 'Never' } } },
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
  ])('refuses %j', (parts, message) => {
    expect(refusals(DaemonSet, { spec: { ...workload, ...parts } })).toEqual([message]);
  });

  test('the selector stays; columns', () => {
    const spec = { ...set.spec, selector: { matchLabels: { app: 'db' } } };
    expect(errorsOf(DaemonSet, { ...set, spec }, set).at(-1)).toContain('field is immutable');
    expect(row(DaemonSet, { spec: { ...workload }, status: { desiredNumberScheduled: 2, numberReady: 1 } })[6]).toBe(
      '<none>',
    );
  });
});

test('a ControllerRevision says whose it is, and its data stays', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u', controller: true };
  expect(row(ControllerRevision, { revision: 3, data: {} }, { ownerReferences: [owner] })).toEqual([
    'web',
    'statefulset.apps/db',
    3,
    '10m',
  ]);
  expect(refusals(ControllerRevision, { revision: -1 })).toEqual([
    'data: Required value: data is mandatory',
    'revision: Invalid value: -1: must be greater than or equal to 0',
  ]);
  const stored = make(ControllerRevision, { revision: 1, data: { a: 1 } });
  expect(errorsOf(ControllerRevision, { ...stored, data: { a: 2 } }, stored)).toEqual([
    'data: Invalid value: {"a":2}: field is immutable',
  ]);
});

describe('Job', () => {
  const job = make(Job, { spec: { template: once } });
  const labels = {
    'job-name': 'web',
    'batch.kubernetes.io/job-name': 'web',
    'controller-uid': 'u',
    'batch.kubernetes.io/controller-uid': 'u',
  };

  test('chooses its pods by its uid', () => {
    expect(job.spec).toMatchObject({
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: 'TerminatingOrFailed',
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } },
      template: { metadata: { labels } },
    });
    expect([job.metadata.labels, errorsOf(Job, job)]).toEqual([labels, []]);
    expect(Job.rules.default?.(job)).toBe(job);
    const parallel = make(Job, { spec: { template: once, parallelism: 3 } });
    expect(parallel.spec.completions).toBeUndefined();
    const selector = { matchLabels: { app: 'db' } };
    expect(refusals(Job, { spec: { selector, manualSelector: true, template: { ...template, ...once } } })).toEqual([
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
    ]);
  });

  test.each<readonly [JsonObject, readonly string[]]>([
    [
      { template: { spec: { containers: [container] } } },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [{ backoffLimit: -1 }, ['spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0']],
    [{ completionMode: 'Indexed' }, []],
    [
      { completionMode: 'Indexed', parallelism: 2 },
      ['spec.completions: Required value: when completion mode is Indexed'],
    ],
    [
      { maxFailedIndexes: 1, backoffLimitPerIndex: 1 },
      [
        'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
        'spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode',
      ],
    ],
    [
      { managedBy: 'me' },
      ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      { podFailurePolicy: { rules: [{ action: 'Ignore' }] } },
      ['spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required'],
    ],
    [
      { podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [3, 0, 3] } }] } },
      [
        'spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator',
        'spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Duplicate value: 3',
        'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []int32{3, 0, 3}: must be ordered',
      ],
    ],
    [
      { podFailurePolicy: { rules: [{ onPodConditions: [{ type: 'X' }] }] } },
      ['spec.podFailurePolicy.rules[0].action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]'],
    ],
    [
      { successPolicy: { rules: [{ succeededCount: 1 }] } },
      ['spec.successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires indexed completion mode'],
    ],
    [
      { completionMode: 'Indexed', completions: 3, successPolicy: { rules: [{ succeededIndexes: '1,0' }] } },
      [
        'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "1,0": error parsing succeededIndexes: non-increasing order, previous: 1, current: 0',
      ],
    ],
  ])('of %j', (parts, messages) => {
    expect(refusals(Job, { spec: { template: once, ...parts } })).toEqual(messages);
  });

  test('its template and selector stay; a suspended one may be scheduled anew', () => {
    const changed = (spec: Partial<Job['spec']>, old = job) =>
      errorsOf(Job, { ...old, spec: { ...old.spec, ...spec } }, old).map((each) => each.split(':')[0]);
    const elsewhere = { ...job.spec.template, spec: { ...job.spec.template.spec, nodeSelector: { a: 'b' } } };
    expect(changed({ template: elsewhere })).toEqual(['spec.template']);
    expect(changed({ completions: 2 })).toEqual(['spec.completions']);
    expect(changed({ parallelism: 2, suspend: true, backoffLimit: 2 })).toEqual([]);
    const waiting = { ...job, spec: { ...job.spec, suspend: true } };
    expect(changed({ template: elsewhere }, waiting)).toEqual([]);
    const image = { ...job.spec.template.spec, containers: [{ ...container, image: 'web:2' }] };
    expect(changed({ template: { ...job.spec.template, spec: image } }, waiting)).toEqual(['spec.template']);
  });

  test('it ends once only, and in one way', () => {
    const condition = (...types: string[]) => types.map((type) => ({ type, status: 'True' }));
    const become = (status: Job['status'], old: Job['status'] = {}) =>
      errorsOf(Job, { ...job, status }, { ...job, status: old });
    expect(become({ active: -1 })).toEqual(['status.active: Invalid value: -1: must be greater than or equal to 0']);
    expect(become({ startTime: META.creationTimestamp, conditions: condition('Failed') })).toEqual([
      'status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition',
    ]);
    expect(become({ succeeded: 1 }, { succeeded: 2 })).toEqual([
      'status.succeeded: Invalid value: 1: cannot decrease the succeeded counter',
    ]);
    const time = META.creationTimestamp;
    const done = { startTime: time, completionTime: time, conditions: condition('SuccessCriteriaMet', 'Complete') };
    expect(become(done)).toEqual([]);
    expect(become({ startTime: time }, done)).toContain(
      'status.conditions: Invalid value: cannot disable the terminal Complete=True condition',
    );
  });

  test('columns', () => {
    const of = (parts: JsonObject, status: JsonObject, meta: JsonObject = {}) =>
      row(Job, { spec: { template: once, ...parts }, status }, meta).slice(1, 4);
    const start = { startTime: '1970-01-01T00:05:00Z' };
    expect(of({}, { ...start, succeeded: 1 })).toEqual(['Running', '1/1', '5m']);
    expect(of({ parallelism: 3 }, {})).toEqual(['Running', '0/1 of 3', '']);
    const complete = { conditions: [{ type: 'Complete', status: 'True' }], completionTime: '1970-01-01T00:05:30Z' };
    expect(of({}, { ...start, ...complete })).toEqual(['Complete', '0/1', '30s']);
    expect(of({}, {}, { deletionTimestamp: META.creationTimestamp })[0]).toBe('Terminating');
  });
});

describe('CronJob', () => {
  const spec = { schedule: '*/5 * * * *', jobTemplate: { spec: { template: once } } };

  test('gets defaults, its Jobs will get theirs', () => {
    const cronJob = make(CronJob, { spec });
    expect(cronJob.spec).toMatchObject({ concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3 });
    expect([cronJob.spec.jobTemplate.spec.completions, errorsOf(CronJob, cronJob)]).toEqual([undefined, []]);
    expect(CronJob.rules.default?.(cronJob)).toBe(cronJob);
    expect(row(CronJob, { spec, status: {} }).slice(1, 7)).toEqual([
      '*/5 * * * *',
      '<none>',
      'False',
      0,
      '<none>',
      '10m',
    ]);
  });

  test.each<readonly [string, string]>([
    ['', 'Required value'],
    ['* * * *', 'Invalid value: "* * * *": expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'Invalid value: "60 * * * *": end of range (60) above maximum (59): 60'],
    ['x * * * *', 'Invalid value: "x * * * *": failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@often', 'Invalid value: "@often": unrecognized descriptor: @often'],
    ['@every x', 'Invalid value: "@every x": failed to parse duration @every x: time: invalid duration "x"'],
    [
      'TZ=UTC * * * * *',
      'Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
    ],
  ])('schedule %j', (schedule, message) => {
    expect(refusals(CronJob, { spec: { ...spec, schedule } })).toEqual([`spec.schedule: ${message}`]);
  });

  test.each(['0 0 1 jan ?', '@hourly', '@every 1h30m', '0-30/5,45 9-17 * * mon-fri', '*/61 * * * *'])(
    '%s is right',
    (schedule) => {
      expect(refusals(CronJob, { spec: { ...spec, schedule } })).toEqual([]);
    },
  );

  test.each<readonly [JsonObject, string]>([
    [{ timeZone: 'Europe/Pariss' }, 'spec.timeZone: Invalid value: "Europe/Pariss": unknown time zone Europe/Pariss'],
    [{ timeZone: '' }, 'spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string'],
    [
      { concurrencyPolicy: 'Never' },
      'spec.concurrencyPolicy: Unsupported value: "Never": supported values: "Allow", "Forbid", "Replace"',
    ],
    [
      { failedJobsHistoryLimit: -1 },
      'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      { jobTemplate: { spec: { template: once, manualSelector: true } } },
      'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
    ],
  ])('refuses %j', (parts, message) => {
    expect(refusals(CronJob, { spec: { ...spec, ...parts } })).toEqual([message]);
  });

  test('a long name leaves no room for those of its Jobs', () => {
    expect(refusals(CronJob, { spec }, { name: 'a'.repeat(53) })[0]).toContain('must be no more than 52 characters');
    expect(refusals(CronJob, { spec: { ...spec, timeZone: 'Europe/Paris' } })).toEqual([]);
  });
});

describe('HorizontalPodAutoscaler', () => {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const spec = { scaleTargetRef, maxReplicas: 5 };

  test('measures CPU unless told', () => {
    const autoscaler = make(HorizontalPodAutoscaler, {
      spec: { ...spec, behavior: { scaleUp: { selectPolicy: 'Min' } } },
    });
    expect(autoscaler.spec).toMatchObject({
      minReplicas: 1,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 80 } } }],
      behavior: { scaleUp: { selectPolicy: 'Min', stabilizationWindowSeconds: 0 }, scaleDown: { selectPolicy: 'Max' } },
    });
    expect(errorsOf(HorizontalPodAutoscaler, autoscaler)).toEqual([]);
    const measured = {
      currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 10 } } }],
    };
    expect(row(HorizontalPodAutoscaler, { spec, status: { ...measured, currentReplicas: 2 } }).slice(1)).toEqual([
      'Deployment/web',
      'cpu: 10%/80%',
      '1',
      5,
      2,
      '10m',
    ]);
  });

  test.each<readonly [JsonObject, readonly string[]]>([
    [
      { minReplicas: 0 },
      [
        'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [
      { maxReplicas: 0 },
      [
        'spec.maxReplicas: Invalid value: 0: must be greater than 0',
        'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
      ],
    ],
    [
      { scaleTargetRef: { kind: 'a/b', name: '' } },
      [
        'spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
        'spec.scaleTargetRef.name: Required value',
      ],
    ],
    [
      { metrics: [{ type: 'Pods' }] },
      ['spec.metrics[0].pods: Required value: must populate information for the given metric source'],
    ],
    [
      {
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0 } } },
        ],
      },
      ['spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0'],
    ],
    [
      {
        behavior: {
          scaleDown: { stabilizationWindowSeconds: 3601, policies: [{ type: 'X', value: 1, periodSeconds: 1 }] },
        },
      },
      [
        'spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
        'spec.behavior.scaleDown.policies[0].type: Unsupported value: "X": supported values: "Percent", "Pods"',
      ],
    ],
  ])('refuses %j', (parts, messages) => {
    expect(refusals(HorizontalPodAutoscaler, { spec: { ...spec, ...parts } })).toEqual(messages);
  });
});

test('a PodDisruptionBudget says one of two amounts', () => {
  const check = (spec: JsonObject) => refusals(PodDisruptionBudget, { spec });
  expect(check({ minAvailable: 1 })).toEqual([]);
  expect(check({ minAvailable: 1, maxUnavailable: 1 })[0]).toMatch(
    /^spec: .*minAvailable and maxUnavailable cannot be both set$/,
  );
  expect(check({ minAvailable: '101%' })).toEqual([
    'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
  ]);
  expect(check({ maxUnavailable: -1, unhealthyPodEvictionPolicy: 'No' })).toEqual([
    'spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0',
    'spec.unhealthyPodEvictionPolicy: Unsupported value: "No": supported values: "AlwaysAllow", "IfHealthyBudget"',
  ]);
  expect(row(PodDisruptionBudget, { spec: { maxUnavailable: '20%' } })).toEqual(['web', 'N/A', '20%', 0, '10m']);
});

test('an EndpointSlice: addresses of its type, each port once', () => {
  const endpoint = { addresses: ['10.0.0.1'] };
  const check = (parts: JsonObject) => refusals(EndpointSlice, { addressType: 'IPv4', ...parts });
  expect(check({ endpoints: [endpoint], ports: [{ port: 80 }] })).toEqual([]);
  expect(make(EndpointSlice, { addressType: 'IPv4', ports: [{ port: 80 }] }).ports).toEqual([
    { name: '', protocol: 'TCP', port: 80 },
  ]);
  expect(check({ addressType: 'X' })).toEqual([
    'addressType: Unsupported value: "X": supported values: "FQDN", "IPv4", "IPv6"',
  ]);
  expect(check({ endpoints: [{}] })).toEqual([
    'endpoints[0].addresses: Required value: must contain at least 1 address',
  ]);
  expect(check({ ports: [{ port: 1 }, { port: 2 }] })).toEqual(['ports[1].name: Duplicate value: ""']);
  expect(check({ endpoints: [{ addresses: ['127.0.0.1'] }] })[0]).toContain('may not be in the loopback range');
  expect(
    row(EndpointSlice, { addressType: 'IPv4', endpoints: [1, 2, 3, 4].map((n) => ({ addresses: [`10.0.0.${n}`] })) }),
  ).toEqual(['web', 'IPv4', '<unset>', '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...', '10m']);
});

describe('Ingress', () => {
  const backend = { service: { name: 'web', port: { number: 80 } } };
  const rule = (path: JsonObject) => ({
    rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...path }] } }],
  });
  const at = 'spec.rules[0].http.paths[0]';

  test.each<readonly [JsonObject, readonly string[]]>([
    [rule({}), []],
    [{}, ['spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified']],
    [
      rule({ pathType: 'X' }),
      [`${at}.pathType: Unsupported value: "X": supported values: "Exact", "ImplementationSpecific", "Prefix"`],
    ],
    [
      rule({ path: 'a//b' }),
      [
        `${at}.path: Invalid value: "a//b": must be an absolute path`,
        `${at}.path: Invalid value: "a//b": must not contain '//'`,
      ],
    ],
    [rule({ backend: {} }), [`${at}.backend: Invalid value: "": resource or service backend is required`]],
    [
      rule({ backend: { service: { name: 'web' } } }),
      [`${at}.backend: Required value: port name or number is required`],
    ],
    [
      { defaultBackend: backend, rules: [{ host: '10.0.0.1' }] },
      ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address'],
    ],
    [
      { defaultBackend: backend, ingressClassName: 'A' },
      [expect.stringContaining('spec.ingressClassName: Invalid value: "A"')],
    ],
  ])('of %j', (spec, messages) => {
    expect(refusals(Ingress, { spec })).toEqual(messages);
  });

  test('columns', () => {
    const spec = { rules: ['a', 'b', 'c', 'd'].map((host) => ({ host })), tls: [{}] };
    const status = { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'x' }] } };
    expect(row(Ingress, { spec, status }).slice(1, 5)).toEqual(['<none>', 'a,b,c + 1 more...', '1.2.3.4,x', '80, 443']);
    expect(row(Ingress, { spec: {} }).slice(1, 5)).toEqual(['<none>', '*', '', '80']);
  });
});

test('an IngressClass names its controller for good', () => {
  const check = (spec: JsonObject) => refusals(IngressClass, { spec });
  expect(check({})).toEqual(['spec.controller: Required value']);
  expect(check({ controller: 'nginx' })).toEqual([
    'spec.controller: Invalid value: "nginx": must be a domain-prefixed path (such as "acme.io/foo")',
  ]);
  const parameters = { apiGroup: 'k8s.io', kind: 'Config', name: 'x', scope: 'Namespace' };
  expect(check({ controller: 'a.io/b', parameters })).toEqual([
    "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
  ]);
  const stored = make(IngressClass, { spec: { controller: 'a.io/b', parameters: { kind: 'Config', name: 'x' } } });
  expect(stored.spec.parameters?.scope).toBe('Cluster');
  expect(errorsOf(IngressClass, { ...stored, spec: { controller: 'a.io/c' } }, stored)).toEqual([
    'spec.controller: Invalid value: "a.io/c": field is immutable',
  ]);
  expect(row(IngressClass, { spec: { controller: 'a.io/b', parameters } }).slice(1, 3)).toEqual([
    'a.io/b',
    'Config.k8s.io/x',
  ]);
});

describe('NetworkPolicy', () => {
  test('is about what comes in, and what goes out if it says so', () => {
    expect(make(NetworkPolicy, { spec: { podSelector: {} } }).spec.policyTypes).toEqual(['Ingress']);
    const policy = make(NetworkPolicy, { spec: { egress: [{ ports: [{ port: 53 }] }] } });
    expect([policy.spec.policyTypes, policy.spec.egress]).toEqual([
      ['Ingress', 'Egress'],
      [{ ports: [{ protocol: 'TCP', port: 53 }] }],
    ]);
    expect(make(NetworkPolicy, { spec: { policyTypes: [], egress: [] } }).spec.policyTypes).toEqual(['Ingress']);
    expect(row(NetworkPolicy, { spec: {} })).toEqual(['web', '<none>', '10m']);
  });

  test.each<readonly [JsonObject, string]>([
    [{ ports: [{ port: 70000 }] }, 'ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive'],
    [
      { ports: [{ endPort: 5 }] },
      'ports[0].endPort: Invalid value: 5: may not be specified when `port` is not specified',
    ],
    [
      { ports: [{ protocol: 'X' }] },
      'ports[0].protocol: Unsupported value: "X": supported values: "TCP", "UDP", "SCTP"',
    ],
    [{ from: [{}] }, 'from[0]: Required value: must specify a peer'],
    [
      { from: [{ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: { matchLabels: { a: 'b' } } }] },
      'from[0]: Forbidden: may not specify both ipBlock and another peer',
    ],
    [
      { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }] },
      'from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
    ],
  ])('refuses %j', (rule, message) => {
    expect(refusals(NetworkPolicy, { spec: { ingress: [rule] } })).toEqual([`spec.ingress[0].${message}`]);
  });
});

test('storage: classes stay as they are, drivers and attachments too', () => {
  const made = make(StorageClass, { provisioner: 'a.io/disk' });
  expect([made.reclaimPolicy, made.volumeBindingMode, errorsOf(StorageClass, made)]).toEqual([
    'Delete',
    'Immediate',
    [],
  ]);
  expect(refusals(StorageClass, { provisioner: '', reclaimPolicy: 'Recycle' })).toEqual([
    'provisioner: Required value',
    'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
  ]);
  expect(errorsOf(StorageClass, { ...made, provisioner: 'b', parameters: { a: 'b' } }, made)).toEqual([
    'parameters: Forbidden: updates to parameters are forbidden.',
    'provisioner: Forbidden: updates to provisioner are forbidden.',
  ]);
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  expect(row(StorageClass, { provisioner: 'p' }, { annotations })).toEqual([
    'web (default)',
    'p',
    'Delete',
    'Immediate',
    false,
    '10m',
  ]);
  const driver = make(CSIDriver, {});
  expect([driver.spec.attachRequired, driver.spec.fsGroupPolicy]).toEqual([true, 'ReadWriteOnceWithFSType']);
  expect(errorsOf(CSIDriver, { ...driver, spec: { ...driver.spec, attachRequired: false } }, driver)).toEqual([
    'spec.attachedRequired: Invalid value: false: field is immutable',
  ]);
  expect(row(CSIDriver, {}).slice(1, 7)).toEqual([true, false, false, '<unset>', false, 'Persistent']);
  expect(refusals(CSINode, { spec: { drivers: [{ name: 'a.io' }] } })).toEqual([
    'spec.drivers[0].nodeID: Required value',
  ]);
  expect(refusals(VolumeAttachment, { spec: { attacher: 'a.io', nodeName: 'n', source: {} } })).toEqual([
    'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
  ]);
});

test('a PriorityClass: what users may not have, and what stays', () => {
  expect(refusals(PriorityClass, { value: 1_000_000_001 })).toEqual([
    'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
  ]);
  expect(refusals(PriorityClass, { value: 1 }, { name: 'system-mine' })).toEqual([
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-mine is not a known system priority class",
  ]);
  expect(refusals(PriorityClass, { value: 2_000_001_000 }, { name: 'system-node-critical' })).toEqual([]);
  const made = make(PriorityClass, { value: 5 });
  expect(errorsOf(PriorityClass, { ...made, value: 6, preemptionPolicy: 'Never' }, made)).toEqual([
    'value: Forbidden: may not be changed in an update.',
    'preemptionPolicy: Invalid value: "Never": field is immutable',
  ]);
  expect(row(PriorityClass, { value: 5 })).toEqual(['web', 5, false, '10m', 'PreemptLowerPriority']);
});

test('an Event of events.k8s.io is held to what is said of it there', () => {
  const right = {
    eventTime: '1970-01-01T00:00:00.000000Z',
    type: 'Normal',
    reason: 'Tested',
    action: 'Testing',
    reportingController: 'a.io/b',
    reportingInstance: 'b-1',
    regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
    note: 'seen',
  };
  expect(refusals(EventsEvent, right)).toEqual([]);
  expect(row(EventsEvent, right)[3]).toBe('pod/p');
  expect(refusals(EventsEvent, { ...right, type: 'Odd', deprecatedCount: 2, series: { count: 1 } })).toEqual([
    'series.count: Invalid value: "": should be at least 2',
    'series.lastObservedTime: Required value',
    'type: Invalid value: "": has invalid value: Odd',
    'count: Invalid value: "": needs to be unset',
  ]);
  const stored = make(EventsEvent, right);
  expect(errorsOf(EventsEvent, { ...stored, note: 'else' }, stored)).toEqual([
    'message: Invalid value: "else": field is immutable',
  ]);
});
