/** A DaemonSet in a whole cluster: scheduler, kubelets and all. */
import { ControllerRevision, DaemonSet, Event, type Json, Pod } from 'converge/sdk';
import { expect, test } from 'vitest';
import { createCluster } from '../../index.ts';

const labels = { app: 'agent' };
const path = '/apis/apps/v1/namespaces/default/daemonsets';

function manifest(spec: object = {}, pod: object = {}): Json {
  const container = { name: 'agent', image: 'nginx:1.28', resources: { requests: { cpu: '10m' } } };
  const template = { metadata: { labels }, spec: { containers: [container], ...pod } };
  return { metadata: { name: 'agent' }, spec: { selector: { matchLabels: labels }, template, ...spec } } as Json;
}

async function clusterWith(body: Json, nodes = 3) {
  const cluster = createCluster({ seed: 1, nodes, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const pass = (seconds: number): Promise<unknown> => cluster.run({ until: cluster.now() + seconds * 1000 });
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', at: string, object?: Json): Promise<void> => {
    const contentType = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json';
    void cluster.request('test', { method, path: at, query: {}, headers: { 'content-type': contentType }, ...(object !== undefined && { body: object }) });
    await pass(60);
  };
  const image = (name: string): Promise<void> =>
    send('PATCH', `${path}/agent`, { spec: { template: { spec: { containers: [{ name: 'agent', image: name }] } } } });
  const pods = () => cluster.objects(Pod).filter(({ metadata }) => metadata.labels?.['app'] === 'agent');
  const onNodes = () => pods().map(({ spec }) => spec.nodeName).sort();
  const status = () => cluster.objects(DaemonSet)[0]?.status;
  const revisions = () => cluster.objects(ControllerRevision).map(({ revision }) => revision).sort();
  await pass(5);
  await send('POST', path, body);
  return { cluster, pass, send, image, pods, onNodes, status, revisions };
}

test('each node has its Pod, bound by the scheduler; the status counts nodes; Events say what was made', async () => {
  const { cluster, onNodes, status, pods } = await clusterWith(manifest());
  expect(onNodes()).toEqual(['node-1', 'node-2', 'node-3']);
  expect(status()).toEqual({
    currentNumberScheduled: 3,
    desiredNumberScheduled: 3,
    numberAvailable: 3,
    numberMisscheduled: 0,
    numberReady: 3,
    observedGeneration: 1,
    updatedNumberScheduled: 3,
  });
  const events = cluster.objects(Event);
  const made = events.filter(({ reason }) => reason === 'SuccessfulCreate').map(({ message, source }) => `${source?.component}: ${message}`);
  expect(made.sort()).toEqual(pods().map(({ metadata }) => `daemonset-controller: Created pod: ${metadata.name}`).sort());
  expect(events.filter(({ reason, involvedObject }) => reason === 'Scheduled' && involvedObject.name?.startsWith('agent-'))).toHaveLength(3);
});

test('a node that comes gets a Pod, one that is cordoned keeps its own, a label decides where', async () => {
  const { send, onNodes, status } = await clusterWith(manifest({}, { nodeSelector: { disk: 'fast' } }));
  expect(status()).toMatchObject({ desiredNumberScheduled: 0 });
  const label = (name: string, disk: string | null) => send('PATCH', `/api/v1/nodes/${name}`, { metadata: { labels: { disk } } });
  await label('node-2', 'fast');
  await send('PATCH', '/api/v1/nodes/node-3', { spec: { unschedulable: true } });
  await label('node-3', 'fast');
  expect(onNodes()).toEqual(['node-2', 'node-3']);
  await label('node-2', null);
  expect(onNodes()).toEqual(['node-3']);
  expect(status()).toMatchObject({ desiredNumberScheduled: 1, currentNumberScheduled: 1, numberMisscheduled: 0 });
});

test('a template that changes rolls out node by node, has a revision, and is found again when it comes back', async () => {
  const { cluster, image, pods, revisions } = await clusterWith(manifest({ revisionHistoryLimit: 2 }));
  let most = 0;
  const watching = cluster.onCommit(() => {
    const ready = pods().filter(({ status, metadata }) => metadata.deletionTimestamp === undefined && status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'));
    most = Math.max(most, 3 - ready.length);
  });
  void watching;
  await image('nginx:1.29');
  expect(most).toBe(1);
  expect(new Set(pods().map(({ spec }) => spec.containers[0]?.image))).toEqual(new Set(['nginx:1.29']));
  expect(revisions()).toEqual([1, 2]);
  await image('nginx:1.28');
  expect(revisions()).toEqual([2, 3]);
  for (const version of ['nginx:1.30', 'nginx:1.31']) await image(version);
  expect(revisions()).toEqual([3, 4, 5]);
});

test('with a surge every node serves all the time', async () => {
  const rollingUpdate = { maxSurge: 1, maxUnavailable: 0 };
  const { cluster, image, pods, status } = await clusterWith(manifest({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } }));
  let fewest = 3;
  let most = 0;
  cluster.onCommit(() => {
    const serving = pods().filter(({ status: { conditions = [] } }) => conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True'));
    fewest = Math.min(fewest, new Set(serving.map(({ spec }) => spec.nodeName)).size);
    most = Math.max(most, pods().filter(({ metadata }) => metadata.deletionTimestamp === undefined).length);
  });
  await image('nginx:1.29');
  expect({ fewest, most }).toEqual({ fewest: 3, most: 4 });
  expect(status()).toMatchObject({ updatedNumberScheduled: 3, numberAvailable: 3 });
});

test('a Pod that ends is replaced, with an Event', async () => {
  const { cluster, pods, send } = await clusterWith(manifest());
  const [first] = pods();
  await send('PATCH', `/api/v1/namespaces/default/pods/${first?.metadata.name}/status`, { status: { phase: 'Failed', reason: 'Evicted' } });
  expect(pods()).toHaveLength(3);
  expect(pods().map(({ metadata }) => metadata.uid)).not.toContain(first?.metadata.uid);
  const failed = cluster.objects(Event).filter(({ reason }) => reason === 'FailedDaemonPod');
  expect(failed.map(({ message }) => message)).toEqual([
    `Found failed daemon pod default/${first?.metadata.name} on node ${first?.spec.nodeName}, will try to kill it`,
  ]);
});

test('a deletion that is refused is an Event, and is tried again', async () => {
  const { cluster, onNodes, send } = await clusterWith(manifest({}, { nodeSelector: { 'kubernetes.io/os': 'linux' } }));
  const heal = cluster.addFault({ type: 'refuse', component: 'controller/daemonset', chance: 1, verb: 'delete' });
  await send('PATCH', '/api/v1/nodes/node-2', { metadata: { labels: { 'kubernetes.io/os': 'none' } } });
  expect(onNodes()).toEqual(['node-1', 'node-2', 'node-3']);
  const [event] = cluster.objects(Event).filter(({ reason }) => reason === 'FailedDelete');
  expect([event?.type, event?.message]).toEqual(['Warning', expect.stringMatching(/^Error deleting: ./)]);
  heal();
  await cluster.run({ until: cluster.now() + 120_000 });
  expect(onNodes()).toEqual(['node-1', 'node-3']);
});

test('deleted, nothing of it is left', async () => {
  const { cluster, pods, send } = await clusterWith(manifest());
  await send('DELETE', `${path}/agent`);
  expect([pods(), cluster.objects(ControllerRevision), cluster.objects(DaemonSet)]).toEqual([[], [], []]);
});
