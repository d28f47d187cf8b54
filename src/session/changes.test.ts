import { expect, test } from 'vitest';
import type { KubeObject, WatchEvent } from '../engine/index.ts';
import { changesOf } from './changes.ts';
import { createHistory } from './history.ts';
import type { ObjectChange } from './types.ts';

/** Names with what became of them, indented below their owners. */
function drawn(objects: readonly ObjectChange[], indent = ''): string[] {
  return objects.flatMap((each) => [
    `${indent}${each.name} ${each.change}${each.fields.map(({ path, from, to }) => ` ${path} ${from} -> ${to}`).join('')}` +
      (each.leavingSince === undefined ? '' : ` leaving since ${each.leavingSince}`),
    ...drawn(each.owns, `${indent}  `),
  ]);
}

type Put = readonly [t: number, object: KubeObject] | readonly [t: number, removed: string];

/** What changed from the revision `after` on. */
function check(puts: readonly Put[], after: number, wanted: readonly string[]): void {
  const history = createHistory();
  const last = new Map<string, KubeObject>();
  puts.forEach(([t, change], index) => {
    const revision = index + 1;
    const key = typeof change === 'string' ? change : `${change.kind}/${change.metadata.name}`;
    const before = last.get(key);
    const kv = (value: KubeObject) => ({ key, value, createRevision: 1, modRevision: revision, version: 1, lease: 0 });
    const previous = before === undefined ? {} : { previous: kv(before) };
    const event: WatchEvent =
      typeof change === 'string'
        ? { type: 'delete', key, modRevision: revision, ...previous }
        : { type: 'put', kv: kv(change), ...previous };
    if (typeof change === 'string') last.delete(key);
    else last.set(key, change);
    history.add({ t, revision, events: [event] });
  });
  const { objects } = changesOf(history.commits.slice(after), history.world, (time) => Date.parse(time));
  expect(drawn(objects)).toEqual(wanted);
}

const object = (kind: string, name: string, rest: object = {}, metadata: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', uid: name, resourceVersion: '', creationTimestamp: '', ...metadata },
  ...rest,
});
const owned = {
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true }],
};
const pod = (name: string, rest: object = {}, metadata: object = {}): KubeObject =>
  object('Pod', name, rest, { ...owned, ...metadata });
const set = (replicas: number, generation: number): KubeObject =>
  object('ReplicaSet', 'web', { spec: { replicas }, status: { x: replicas } }, { generation });

test('a scaled set shows its fields, its pods, and those that stayed the same', () => {
  check(
    [
      [0, set(1, 1)],
      [1, pod('web-a')],
      [10, set(2, 2)],
      [11, pod('web-b')],
      [12, pod('web-b', { spec: { nodeName: 'node-3' } })],
    ],
    2,
    [
      'ReplicaSet/web changed spec.replicas 1 -> 2',
      '  Pod/web-a same',
      '  Pod/web-b created spec.nodeName  -> node-3',
    ],
  );
});

test('a change of a child shows its unchanged owner', () => {
  const leaving = { deletionTimestamp: new Date(45_000).toISOString(), deletionGracePeriodSeconds: 25 };
  check(
    [
      [0, set(1, 1)],
      [1, pod('web-a')],
      [20_000, pod('web-a', {}, leaving)],
    ],
    2,
    [
      'ReplicaSet/web same',
      `  Pod/web-a changed metadata.deletionTimestamp  -> ${leaving.deletionTimestamp} leaving since 20000`,
    ],
  );
});

test('what was made and is gone again, heartbeats and events are left out; deletions are told', () => {
  check(
    [
      [0, object('ConfigMap', 'old')],
      [1, pod('web-x')],
      [2, 'Pod/web-x'],
      [3, object('Lease', 'node-1')],
      [4, object('Event', 'e')],
      [5, 'ConfigMap/old'],
    ],
    1,
    ['ConfigMap/old deleted'],
  );
});

test('a node whose status alone changed is left out', () => {
  const node = (ready: string, unschedulable?: boolean): KubeObject =>
    object('Node', 'node-1', { spec: { unschedulable }, status: { ready } });
  check(
    [
      [0, node('a')],
      [1, node('b')],
    ],
    1,
    [],
  );
  check(
    [
      [0, node('a')],
      [1, node('b', true)],
    ],
    1,
    ['Node/node-1 changed spec.unschedulable  -> true'],
  );
});

test('a label may be called like something every object has', () => {
  check(
    [
      [0, pod('web-a')],
      [10, pod('web-a', {}, { labels: { constructor: 'y' } })],
    ],
    1,
    ['Pod/web-a changed metadata.labels  -> {"constructor":"y"}'],
  );
});

test('of a slice, the endpoint that has changed is named, and its generation isn’t', () => {
  const endpoint = (name: string, ready: boolean): object => ({
    addresses: ['10.244.1.2'],
    conditions: { ready, serving: true, terminating: false },
    nodeName: 'node-1',
    targetRef: { kind: 'Pod', name },
  });
  const slice = (generation: number, ...endpoints: object[]): KubeObject => object('EndpointSlice', 'web-x', { endpoints }, { generation });
  const [a, b] = [endpoint('web-a', true), endpoint('web-b', true)];
  check([[0, slice(1, a, b)], [10, slice(2, a, endpoint('web-b', false))]], 1, ['EndpointSlice/web-x changed endpoints[web-b].conditions.ready true -> false']);
  check([[0, slice(1, a)], [10, slice(3, a)]], 1, ['EndpointSlice/web-x changed']);
});

test('of a template, the container’s image is shown, and of a long text where it differs', () => {
  const deployment = (image: string, args: string): KubeObject => {
    const containers = [{ args: [args], image, imagePullPolicy: 'IfNotPresent', name: 'nginx' }];
    return object('Deployment', 'web', { spec: { template: { spec: { containers } } } });
  };
  check(
    [[0, deployment('nginx:1.28', 'a'.repeat(80))], [10, deployment('nginx:1.29', `${'a'.repeat(79)}b`)]],
    1,
    [
      `Deployment/web changed spec.template.spec.containers[nginx].args …${'a'.repeat(40)}a"] -> …${'a'.repeat(40)}b"]` +
        ' spec.template.spec.containers[nginx].image nginx:1.28 -> nginx:1.29',
    ],
  );
});

test('and its change is told', () => {
  check(
    [
      [0, pod('web-a', {}, { labels: { app: 'web' } })],
      [10, pod('web-a', {}, { labels: { app: 'web', constructor: 'y' } })],
    ],
    1,
    ['Pod/web-a changed metadata.labels.constructor  -> y'],
  );
});

test('of 2,000 Pods the changed ones come first, and all that changed are counted', () => {
  const history = createHistory();
  const commit = (revision: number, change: KubeObject): void => {
    const key = `${change.kind}/${change.metadata.name}`;
    history.add({ t: revision, revision, events: [{ type: 'put', kv: { key, value: change, createRevision: revision, modRevision: revision, version: 1, lease: 0 } }] });
  };
  commit(1, set(2_000, 1));
  for (let index = 0; index < 2_000; index += 1) commit(2 + index, pod(`web-${index}`));
  const all = changesOf(history.commits, history.world, Number);
  expect(all.counts).toEqual({ created: 2_001, changed: 0, deleted: 0 });
  expect(drawn(all.objects)).toHaveLength(60);
  expect(all.omitted).toBe(2_001 - 60);
  const two = changesOf(history.commits.slice(-2), history.world, Number);
  expect(drawn(two.objects).slice(0, 3)).toEqual(['ReplicaSet/web same', '  Pod/web-1998 created', '  Pod/web-1999 created']);
  expect(two.counts).toEqual({ created: 2, changed: 0, deleted: 0 });
});

test('owners that go round in a circle are drawn beside each other', () => {
  const by = (name: string): object => ({ ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid: name, controller: true }] });
  check(
    [
      [0, object('ConfigMap', 'a', {}, by('b'))],
      [1, object('ConfigMap', 'b', {}, by('a'))],
      [2, object('ConfigMap', 'c', {}, by('a'))],
    ],
    0,
    ['ConfigMap/a created', '  ConfigMap/c created', 'ConfigMap/b created'],
  );
});
