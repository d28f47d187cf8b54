import { expect, test } from 'vitest';
import type { JsonObject, KubeObject } from '../meta/index.ts';
import { Deployment, decode, Event, Node, Pod, ReplicaSet } from './index.ts';
import type { KindDefinition } from './types.ts';

const NOW_MS = 600_000;

function cells<T extends KubeObject>(
  kind: KindDefinition<T>,
  parts: JsonObject,
  meta: JsonObject = {},
): Record<string, string | number | boolean | null> {
  const { object } = decode(kind, {
    metadata: { name: 'web', creationTimestamp: '1970-01-01T00:00:00Z', ...meta },
    ...parts,
  });
  return Object.fromEntries(kind.columns.map((column) => [column.name, column.value(object, NOW_MS)]));
}

const container = { name: 'a', image: 'i', imageID: '', restartCount: 0, ready: false };
const two = { containers: [{ name: 'a' }, { name: 'b' }] };

function podStatus(containerStatuses: readonly JsonObject[], more: JsonObject = {}, meta: JsonObject = {}): string {
  const statuses = containerStatuses.map((each, index) => ({ ...container, name: 'ab'[index] ?? '', ...each }));
  const row = cells(Pod, { spec: two, status: { phase: 'Running', containerStatuses: statuses, ...more } }, meta);
  return `${row['Ready']} ${row['Status']} ${row['Restarts']}`;
}

const running = { ready: true, state: { running: {} } };
const deleted = { deletionTimestamp: '1970-01-01T00:00:00Z' };
const ready = { conditions: [{ type: 'Ready', status: 'True' }] };

test.each([
  ['running', podStatus([running, running]), '2/2 Running 0'],
  ['waiting', podStatus([{ state: { waiting: { reason: 'ImagePullBackOff' } } }]), '0/2 ImagePullBackOff 0'],
  [
    'the first container wins',
    podStatus([{ state: { waiting: { reason: 'A' } } }, { state: { waiting: { reason: 'B' } } }]),
    '0/2 A 0',
  ],
  ['exit code', podStatus([{ state: { terminated: { exitCode: 3 } } }]), '0/2 ExitCode:3 0'],
  ['signal', podStatus([{ state: { terminated: { exitCode: 137, signal: 9 } } }]), '0/2 Signal:9 0'],
  [
    'half completed',
    podStatus([{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }, running]),
    '1/2 NotReady 0',
  ],
  [
    'half completed, ready',
    podStatus([{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }, running], ready),
    '1/2 Running 0',
  ],
  ['terminating', podStatus([running, running], {}, deleted), '2/2 Terminating 0'],
  ['lost', podStatus([], { reason: 'NodeLost' }, deleted), '0/2 Unknown 0'],
  ['finished and deleted', podStatus([], { phase: 'Succeeded' }, deleted), '0/2 Succeeded 0'],
  ['evicted', podStatus([], { phase: 'Failed', reason: 'Evicted' }), '0/2 Evicted 0'],
  [
    'restarts',
    podStatus([
      { ...running, restartCount: 2, lastState: { terminated: { exitCode: 1, finishedAt: '1970-01-01T00:05:00Z' } } },
    ]),
    '1/2 Running 2 (5m ago)',
  ],
  [
    'gated',
    podStatus([], {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
    }),
    '0/2 SchedulingGated 0',
  ],
])('a pod that is %s', (_, shown, expected) => {
  expect(shown).toBe(expected);
});

test('init containers hold a pod up', () => {
  const init = (state: JsonObject) => {
    const spec = { ...two, initContainers: [{ name: 'x' }, { name: 'y' }] };
    const done = { ...container, name: 'x', state: { terminated: { exitCode: 0 } } };
    return cells(Pod, {
      spec,
      status: { phase: 'Pending', initContainerStatuses: [done, { ...container, name: 'y', state }] },
    })['Status'];
  };
  expect(init({ running: {} })).toBe('Init:1/2');
  expect(init({ waiting: { reason: 'PodInitializing' } })).toBe('Init:1/2');
  expect(init({ waiting: { reason: 'CrashLoopBackOff' } })).toBe('Init:CrashLoopBackOff');
  expect(init({ terminated: { exitCode: 1, reason: 'Error' } })).toBe('Init:Error');
  expect(init({ terminated: { exitCode: 1 } })).toBe('Init:ExitCode:1');
});

test('a sidecar counts as a container', () => {
  const spec = { containers: [{ name: 'a' }], initContainers: [{ name: 'x', restartPolicy: 'Always' }] };
  const sidecar = { ...container, ...running, name: 'x', started: true };
  const row = cells(Pod, {
    spec,
    status: { phase: 'Running', initContainerStatuses: [sidecar], containerStatuses: [{ ...container, ...running }] },
  });
  expect([row['Ready'], row['Status']]).toEqual(['2/2', 'Running']);
});

test('workloads, nodes and events show what upstream shows', () => {
  const spec = {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: {
      spec: {
        containers: [
          { name: 'a', image: 'x:1' },
          { name: 'b', image: 'y' },
        ],
      },
    },
  };
  expect(cells(ReplicaSet, { spec, status: { replicas: 2, readyReplicas: 1 } })).toEqual({
    Name: 'web',
    Desired: 3,
    Current: 2,
    Ready: 1,
    Age: '10m',
    Containers: 'a,b',
    Images: 'x:1,y',
    Selector: 'app=web',
  });
  expect(cells(Deployment, { spec, status: { readyReplicas: 2, updatedReplicas: 3 } })).toMatchObject({
    Ready: '2/3',
    'Up-to-date': '3',
    Available: '0',
  });
  const conditions = [{ type: 'Ready', status: 'Unknown' }];
  const labels = { 'node-role.kubernetes.io/control-plane': '' };
  expect(cells(Node, { spec: { unschedulable: true }, status: { conditions } }, { labels })).toMatchObject({
    Status: 'NotReady,SchedulingDisabled',
    Roles: 'control-plane',
    'Internal-IP': '<none>',
  });
  const event = {
    involvedObject: { kind: 'Pod', name: 'p' },
    count: 3,
    firstTimestamp: '1970-01-01T00:00:00Z',
    lastTimestamp: '1970-01-01T00:09:00Z',
  };
  expect(cells(Event, event)).toMatchObject({ 'Last Seen': '60s (x3 over 10m)', Object: 'pod/p', Count: '3' });
});
