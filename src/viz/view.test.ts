import { expect, test } from 'vitest';
import type { KubeObject, WatchEvent } from '../engine/index.ts';
import type { ClusterView } from './model.ts';
import { createViewFold } from './view.ts';

const startMs = 1_767_225_600_000;
const iso = (t: number): string => new Date(startMs + t).toISOString().replace('.000', '');
type Change = readonly [t: number, object: KubeObject | string, mine?: boolean];

/** The view after these changes; a string deletes the object of that name. */
function check(changes: readonly Change[], timeMs: number, expected: (view: ClusterView) => void): void {
  const fold = createViewFold(startMs);
  changes.forEach(([t, change, mine], index) => {
    const revision = index + 2;
    const key = `/registry/${typeof change === 'string' ? change : change.metadata.name}`;
    const event: WatchEvent =
      typeof change === 'string'
        ? { type: 'delete', key, modRevision: revision }
        : {
            type: 'put',
            kv: { key, value: change, createRevision: revision, modRevision: revision, version: 1, lease: 0 },
          };
    fold.add({ t, revision, events: [event], mine: mine === true });
  });
  const moment = { timeMs, revision: changes.length + 1, quiet: true, running: false, speed: 1, seed: 1, faults: [] };
  expected(fold.view(moment));
}

const object = (kind: string, name: string, rest: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', uid: name, resourceVersion: '', creationTimestamp: iso(0), ...metadata },
  ...rest,
});
const set = (replicas: number): KubeObject => object('ReplicaSet', 'web', { spec: { replicas } });
const owner = {
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true }],
};
const ready = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True' }],
  containerStatuses: [{ restartCount: 0, ready: true }],
};
const crashing = { phase: 'Running', containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] };
const requests = { containers: [{ resources: { requests: { cpu: '250m' } } }] };
const pod = (
  name: string,
  status: object = ready,
  metadata: object = {},
  spec: object = { nodeName: 'node-1' },
): KubeObject => object('Pod', name, { spec: { ...requests, ...spec }, status }, { ...owner, ...metadata });
const node = (status: string, rest: object = {}): KubeObject =>
  object('Node', 'node-1', {
    ...rest,
    status: {
      conditions: [{ type: 'Ready', status, reason: status === 'True' ? 'KubeletReady' : 'NodeStatusUnknown' }],
      allocatable: { cpu: '4' },
    },
  });

test('pods fill the sockets of their set; what is not ready yet is the gap, and what is broken is not', () => {
  check(
    [
      [0, set(3)],
      [10, pod('web-a')],
      [20, pod('web-b', { phase: 'Pending' }, {}, {})],
      [30, object('ReplicaSet', 'mailer', { spec: { replicas: 1 } })],
      [40, pod('mailer-a', crashing, { ownerReferences: [{ ...owner.ownerReferences[0], name: 'mailer', uid: 'mailer' }] })],
    ],
    1_000,
    (view) => {
      expect(view.sets).toMatchObject([
        { name: 'web', wants: 3, ready: 1, gap: 2 },
        { name: 'mailer', wants: 1, ready: 0, gap: 0 },
      ]);
      expect(view.sets[0]?.pods).toMatchObject([
        { shortName: 'a', state: 'running', node: 'node-1', sinceMs: 10 },
        { shortName: 'b', state: 'pending', label: 'Pending', ready: false },
      ]);
      expect(view.loose).toEqual([]);
    },
  );
});

test('pods that are too many, leaving, or nobody’s are loose', () => {
  const leaving = { deletionTimestamp: iso(30_000), deletionGracePeriodSeconds: 30 };
  const alone = { ownerReferences: [] };
  const changes: Change[] = [
    [0, set(1)],
    [1, pod('web-a')],
    [2, pod('web-b')],
    [3, pod('web-c', ready, leaving)],
    [4, pod('toolbox', ready, alone)],
  ];
  check(changes, 25_000, (view) => {
    expect(view.sets[0]?.pods.map((each) => each.shortName)).toEqual(['a']);
    expect(view.loose).toMatchObject([
      { shortName: 'b', state: 'running', owner: 'web' },
      { shortName: 'c', state: 'terminating', label: 'Terminating, 5 s left' },
      { shortName: 'toolbox', state: 'running' },
    ]);
  });
});

test('a DaemonSet wants a pod for each node that its status counts, a Job those that run now, and nothing when it is done', () => {
  const of = (kind: string, name: string): object => ({ ownerReferences: [{ ...owner.ownerReferences[0], kind, name, uid: name }] });
  const job = (status: object): Change[1] => object('Job', 'sums', { spec: { completions: 3, parallelism: 2 }, status });
  const changes: Change[] = [
    [0, object('DaemonSet', 'agent', { spec: {}, status: { desiredNumberScheduled: 2 } })],
    [1, pod('agent-a', ready, of('DaemonSet', 'agent'))],
    [2, job({ succeeded: 2 })],
    [3, pod('sums-a', ready, of('Job', 'sums'))],
    [4, pod('sums-b', { phase: 'Succeeded' }, of('Job', 'sums'))],
  ];
  check(changes, 1_000, (view) => {
    expect(view.sets).toMatchObject([
      { kind: 'DaemonSet', name: 'agent', wants: 2, ready: 1, gap: 1 },
      { kind: 'Job', name: 'sums', wants: 1, ready: 1, gap: 0 },
    ]);
    expect(view.loose).toMatchObject([{ shortName: 'b', state: 'succeeded' }]);
  });
  const done: Change = [5, job({ succeeded: 3, conditions: [{ type: 'Complete', status: 'True' }] })];
  const ended: Change = [6, pod('sums-a', { phase: 'Succeeded' }, of('Job', 'sums'))];
  check([...changes, done, ended], 1_000, (view) => expect(view.sets.map(({ kind }) => kind)).toEqual(['DaemonSet']));
});

test('a pod’s state is told in one word and in a few', () => {
  const status = (state: object, restartCount = 0): object => ({
    phase: 'Running',
    containerStatuses: [{ state, restartCount }],
  });
  const cases: readonly (readonly [object, string, string])[] = [
    [{ phase: 'Pending' }, 'pending', 'Pending, on its way'],
    [{ phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }] }, 'starting', 'ContainerCreating'],
    [status({ waiting: { reason: 'ImagePullBackOff' } }), 'starting', 'ImagePullBackOff'],
    [status({ waiting: { reason: 'CrashLoopBackOff' } }, 5), 'crash-loop', 'CrashLoopBackOff, 5 restarts'],
    [status({ terminated: { reason: 'Error', exitCode: 3 } }, 1), 'crash-loop', 'Error, exit code 3'],
    [status({ running: {} }), 'not-ready', 'Running, not ready'],
    [{ phase: 'Succeeded' }, 'succeeded', 'Succeeded'],
    [{ phase: 'Failed', reason: 'Evicted' }, 'failed', 'Evicted'],
  ];
  for (const [given, state, label] of cases) {
    check([[0, pod('web-a', given)]], 0, (view) => expect(view.loose[0]).toMatchObject({ state, label }));
  }
});

test('a node tells its heartbeat and its load; when it is lost, its pods are unknown', () => {
  const lease = object('Lease', 'node-1', {}, { namespace: 'kube-node-lease' });
  const changes: Change[] = [
    [0, node('True')],
    [1, set(1)],
    [2, pod('web-a')],
    [5_000, { ...lease, metadata: { ...lease.metadata, name: 'node-1' } }],
  ];
  check(changes.slice(0, 3), 9_000, (view) => {
    expect(view.nodes).toMatchObject([
      { ready: true, reason: 'KubeletReady', heartbeatAgoMs: -1, cpuAllocatableMilli: 4000, cpuRequestedMilli: 250 },
    ]);
  });
  check([...changes.slice(0, 3), [50_000, node('Unknown', { spec: { unschedulable: true } })]], 60_000, (view) => {
    expect(view.nodes).toMatchObject([{ ready: false, sinceMs: 50_000, unschedulable: true }]);
    expect(view.nodes[0]?.pods).toMatchObject([{ state: 'unknown', ready: false }]);
  });
});

test('the chart follows wanted and ready, and ends with the set', () => {
  check(
    [
      [0, set(1)],
      [5, pod('web-a')],
      [9, set(2)],
      [12, 'web-a'],
    ],
    20,
    (view) => {
      expect(view.charts).toEqual([
        {
          uid: 'web',
          name: 'web',
          namespace: 'default',
          points: [
            { t: 0, wants: 1, ready: 0 },
            { t: 5, wants: 1, ready: 1 },
            { t: 9, wants: 2, ready: 1 },
            { t: 12, wants: 2, ready: 0 },
          ],
        },
      ]);
    },
  );
});

test('a ConfigMap that says what is wanted and what is has a chart of its own', () => {
  const room = (wanted: string, actual: string): KubeObject =>
    object('ConfigMap', 'room', { data: { wanted, actual } });
  const other = object('ConfigMap', 'ca', { data: { wanted: 'a lot', actual: '3' } });
  check(
    [
      [0, room('21', '16.0')],
      [1000, room('21', '15.9')],
      [1500, other],
    ],
    2000,
    ({ charts }) => {
      expect(charts).toEqual([
        {
          uid: 'room',
          name: 'room',
          namespace: 'default',
          measured: true,
          says: { wanted: '21', actual: '15.9' },
          points: [
            { t: 0, wants: 21, ready: 16 },
            { t: 1000, wants: 21, ready: 15.9 },
          ],
        },
      ]);
    },
  );
});

test('ticks say what a revision was; what came before the start has none', () => {
  const lease = object('Lease', 'lease-1', {});
  check(
    [
      [-5, node('True')],
      [0, set(1), true],
      [1, pod('web-a')],
      [2, lease],
      [3, node('True')],
    ],
    5,
    (view) => {
      expect(view.ticks.map((tick) => tick.kind)).toEqual(['you', 'pod', 'lease', 'other']);
    },
  );
});

test('events come in the order they were last seen', () => {
  const event = (name: string, count: number): KubeObject =>
    object('Event', name, {
      reason: 'Scheduled',
      type: 'Normal',
      message: 'ok',
      count,
      involvedObject: { kind: 'Pod', name: 'web-a' },
    });
  check(
    [
      [1, event('a', 1)],
      [2, event('b', 1)],
      [3, event('a', 2)],
    ],
    5,
    (view) => {
      expect(view.events).toMatchObject([
        { t: 2, object: 'pod/web-a', count: 1 },
        { t: 3, object: 'pod/web-a', count: 2, reason: 'Scheduled', message: 'ok' },
      ]);
    },
  );
});

test('many revisions keep those that matter', () => {
  const changes: Change[] = Array.from({ length: 3_000 }, (_, index) => [
    index,
    index % 3 === 0 ? pod('web-a') : object('Lease', 'l', {}),
    index === 6,
  ]);
  check(changes, 3_000, (view) => {
    expect(view.ticks.length).toBeLessThanOrEqual(1_001);
    expect(view.ticks.some((tick) => tick.kind === 'you')).toBe(true);
    expect(view.ticks.at(-1)?.t).toBe(2_999);
  });
});

test('of many revisions the newest are all there, and what is older is coarser, but never forgotten', () => {
  const revisions = 20_000;
  const changes = Array.from({ length: revisions }, (_, index): Change => [index, pod('web-a'), index === 6_000]);
  check(changes, revisions, ({ ticks }) => {
    expect(ticks.length).toBeLessThanOrEqual(1_000);
    expect(ticks.slice(-400).map(({ t }) => t)).toEqual(Array.from({ length: 400 }, (_, index) => revisions - 400 + index));
    const gaps = ticks.map(({ t }, index) => t - (ticks[index - 1]?.t ?? 0));
    expect(ticks[0]?.t).toBe(0);
    expect(Math.max(...gaps)).toBeLessThan(revisions / 50);
    expect(ticks).toContainEqual({ t: 6_000, revision: 6_002, kind: 'you' });
  });
});

test('of many events the newest are listed, Warnings for longer, and all are counted', () => {
  const event = (index: number): KubeObject =>
    object('Event', `e-${index}`, { reason: 'R', type: index === 5 || index > 890 ? 'Warning' : 'Normal', involvedObject: { kind: 'Pod', name: 'web-a' } });
  const changes = Array.from({ length: 1_000 }, (_, index): Change => [index, event(index)]);
  check([...changes, [1_000, 'e-999'], [1_001, 'e-3']], 1_002, ({ events, eventsInAll }) => {
    expect(eventsInAll).toBe(998);
    expect(events).toHaveLength(199);
    expect(events[0]).toMatchObject({ t: 5, type: 'Warning' });
    expect(events.slice(1).map(({ t }) => t)).toEqual(Array.from({ length: 198 }, (_, index) => 801 + index));
  });
  check(changes.slice(0, 200), 1_000, ({ eventsInAll }) => expect(eventsInAll).toBeUndefined());
});

test('a chart says when what it wants was last changed from outside', () => {
  const scaled: readonly Change[] = [
    [1_000, set(2), true],
    [5_000, set(3)],
    [7_000, { ...set(3), metadata: { ...set(3).metadata, labels: { a: 'b' } } }, true],
  ];
  check(scaled, 9_000, ({ charts }) => expect(charts.map(({ namespace, askedMs }) => [namespace, askedMs])).toEqual([['default', 1_000]]));
  check([...scaled, [8_000, set(4), true]], 9_000, ({ charts }) => expect(charts[0]?.askedMs).toBe(8_000));
});
