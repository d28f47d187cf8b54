/**
 * Each thing that the simulation looks at, side by side with a bug that it finds. `tests/simulation.test.ts` has those of loops that break a rule at
 * once: more Pods than wanted, a second Pod on a node, members out of order, claims without an owner; and those of the cloud.
 */
import { expect, test } from 'vitest';
import { drawPlan } from '../src/cli/sim/plan.ts';
import { type SimulationOptions, simulate } from '../src/cli/sim/simulate.ts';
import { createAttachDetachController } from '../src/engine/controllers/attachdetach/index.ts';
import { createVolumeResizer } from '../src/engine/controllers/volume-resizer/index.ts';
import type { KubeObject } from '../src/engine/index.ts';
import { nodeFeatures } from '../src/engine/node/index.ts';
import type { ResizingNode } from '../src/engine/node/pod-resize.ts';
import type { commitIndex as realCommitIndex } from '../src/engine/parts/commit-rule.ts';
import { syncPod as realSyncPod } from '../src/engine/parts/sync-pod.ts';
import * as sdk from '../src/engine/sdk/index.ts';
import { everyNth } from './scope.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Most are found at once: what else takes longer needn't be waited for. */
const patienceMs = 60_000;
const longPatienceMs = 15 * 60_000;

/** The first of these seeds that finds something. */
async function findIn(seeds: readonly number[], options: () => Omit<SimulationOptions, 'seed' | 'settle'>): Promise<string | undefined> {
  for (const seed of seeds) {
    const { violation, notConverged } = await simulate({ seed, settle, patienceMs, ...options() });
    const found = violation?.what ?? notConverged;
    if (found !== undefined) return found;
  }
  return undefined;
}

const changed = (pod: sdk.Pod, metadata: object, status: object = {}): sdk.Pod => ({ ...pod, metadata: { ...pod.metadata, ...metadata }, status: { ...pod.status, ...status } });
const isPod = (object: KubeObject): object is sdk.Pod => sdk.isOfKind(sdk.Pod, object) && object.metadata.namespace === 'default';

/** The first that this gives something for. */
function once(change: (object: KubeObject) => KubeObject | undefined): () => Omit<SimulationOptions, 'seed' | 'settle'> {
  return () => {
    let isDone = false;
    const intrude = (object: KubeObject): KubeObject | undefined => {
      const planted = isDone ? undefined : change(object);
      isDone ||= planted !== undefined;
      return planted;
    };
    return { intrude };
  };
}

const isRunning = (object: KubeObject): object is sdk.Pod => isPod(object) && sdk.isReady(object) && object.metadata.deletionTimestamp === undefined;
const target = (pod: sdk.Pod) => ({ conditions: [...(pod.status.conditions ?? []), { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }] });

/** What a broken API server stores, at every commit. */
test.each<[string, (object: KubeObject) => KubeObject | undefined, RegExp]>([
  ['an object keeps its uid', (object) => (isRunning(object) ? changed(object, { uid: 'another' }) : undefined), /^\w+-\S+ changed its uid$/],
  ['a generation never falls', (object) => (sdk.isOfKind(sdk.Deployment, object) ? { ...object, metadata: { ...object.metadata, generation: 0 } } : undefined), /^\w+: generation fell$/],
  [
    'what is being deleted doesn’t come back',
    (object) => {
      const { deletionTimestamp, ...metadata } = object.metadata;
      return isPod(object) && deletionTimestamp !== undefined ? { ...object, metadata } : undefined;
    },
    /^\w+-\S+ came back from deletion$/,
  ],
  ['a Pod stays on its node', (object) => (isRunning(object) ? { ...object, spec: { ...object.spec, nodeName: 'another' } } as KubeObject : undefined), /^\w+-\S+ moved from node-\d$/],
  ['a ready Pod is evicted only as its budget grants', (object) => (isRunning(object) ? changed(object, { deletionTimestamp: '2026-01-01T00:01:00Z' }, target(object)) : undefined), /^\w+-\S+ was evicted, and its budget did not grant it$/],
  ['a Pod that has ended never runs again', (object) => (isPod(object) && object.status.phase === 'Running' ? changed(object, {}, { phase: 'Failed' }) : undefined), /^\w+-\S+ was Failed, and is Running$/],
])('what is stored: %s', { timeout: 120_000 }, async (_, change, what) => {
  expect(await findIn([14, 15, 16, 17], once(change))).toMatch(what);
});

test('what is stored: no more Pods than the quota allows', { timeout: 120_000 }, async () => {
  let copies = 0;
  const intrude = (object: KubeObject): KubeObject | undefined => {
    if (!isRunning(object) || copies > 40) return undefined;
    copies += 1;
    // Nobody's, so that nobody takes them away.
    const { ownerReferences: _, labels: __, ...metadata } = object.metadata;
    return { ...object, metadata: { ...metadata, name: `copy-${copies}`, uid: `copy-${copies}` } };
  };
  expect(await findIn([15, 16], () => ({ intrude }))).toMatch(/^there are \d+ Pods, and the quota allows 24$/);
});

/** A loop that does nothing. */
const idle = (name: string, kind: sdk.Kind<KubeObject>) => sdk.defineController({ name, for: kind, async reconcile() {} });

/** A loop that takes Pods that have ended for Pods. */
const counting = sdk.defineController<sdk.ReplicaSet>({
  name: 'replicaset',
  for: sdk.ReplicaSet,
  owns: [sdk.Pod],
  async reconcile(key, { lister, client, expect: expected }) {
    const set = lister(sdk.ReplicaSet).get(key);
    if (set === undefined || set.metadata.deletionTimestamp !== undefined) return;
    const pods = lister(sdk.Pod).controlledBy(set).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const gap = (set.spec.replicas ?? 1) - pods.length;
    if (gap > 0) {
      expected.creations(key, gap);
      const { created } = await client.createMany(sdk.Pod, sdk.podFromTemplate(set, set.spec.template), gap);
      expected.creationsFailed(key, gap - created.length);
    } else if (gap < 0) {
      expected.deletions(key, pods.slice(gap));
      const { failed } = await client.deleteMany(sdk.Pod, pods.slice(gap));
      expected.deletionsFailed(key, failed);
    }
    const ready = pods.filter(sdk.isReady).length;
    const observedGeneration = set.metadata.generation ?? 0;
    await client.updateStatus(sdk.ReplicaSet, { ...set, status: { observedGeneration, replicas: pods.length, fullyLabeledReplicas: pods.length, readyReplicas: ready, availableReplicas: ready } });
  },
});

/** A loop that makes the default accounts, and takes them away again. */
const wavering = sdk.defineController<sdk.Namespace>({
  name: 'serviceaccount',
  for: sdk.Namespace,
  watches: [{ kind: sdk.ServiceAccount, keys: () => [] }],
  async reconcile(key, { lister, client }) {
    if (lister(sdk.ServiceAccount).get(`${key}/default`) === undefined) await client.create(sdk.ServiceAccount, { metadata: { namespace: key, name: 'default' } });
    else if (key === 'default') await client.delete(sdk.ServiceAccount, `${key}/default`);
    return { afterMs: 1500 };
  },
});

const seedsWith = (isMeant: (plan: ReturnType<typeof drawPlan>) => boolean): readonly number[] =>
  Array.from({ length: 200 }, (_, seed) => seed + 1)
    .filter((seed) => isMeant(drawPlan(seed)))
    .slice(0, 6);
const any = [15, 16, 17, 18];
const shrinking = seedsWith(({ steps }) => steps.filter((step) => step.type === 'workload' && step.about === 'scale old').length > 1);
const deleting = seedsWith(({ steps }) => steps.some(({ type }) => type === 'delete deployment'));
const pressed = seedsWith(({ steps }) => steps.some(({ type }) => type === 'pressure'));
const clouds = seedsWith(({ cast }) => cast.cloud === true);
const planes = seedsWith(({ steps }) => steps.some((step) => step.type === 'manifest' && step.file === 'kube-scheduler.yaml'));

/** A resizer that takes what is asked for as done. */
const hasty = sdk.defineController<sdk.PersistentVolumeClaim>({
  name: 'volume-resizer',
  for: sdk.PersistentVolumeClaim,
  async reconcile(key, { lister, client }) {
    const claim = lister(sdk.PersistentVolumeClaim).get(key);
    const storage = claim?.spec.resources?.requests?.['storage'];
    if (claim?.status.phase !== 'Bound' || storage === undefined || claim.status.capacity?.['storage'] === storage) return;
    await client.updateStatus(sdk.PersistentVolumeClaim, { ...claim, status: { ...claim.status, capacity: { storage } } });
  },
});
/** What else may take minutes isn't in them. */
const calmWith = (isMeant: (plan: ReturnType<typeof drawPlan>) => boolean): readonly number[] =>
  seedsWith((plan) => plan.steps.every(({ type }) => type !== 'pressure') && isMeant(plan));
const growing = calmWith(({ steps }) => steps.filter(({ type }) => type === 'grow').length > 1);
const inPlace = calmWith(({ steps }) => steps.some((step) => step.type === 'resize' && step.cpu === '64'));
const growingInClouds = calmWith(({ cast, steps }) => cast.cloud === true && steps.filter(({ type }) => type === 'grow').length > 1);

const [noClaim, noToken] = [/^there are \d+ claims and \d+ volumes for \d+ Pods of old$/, /^(?:no token was made: .*NotFound|the token of the default account is not taken: )/];
/** They show only when all else has converged. */
const isLate: ReadonlySet<RegExp> = new Set([noClaim, noToken]);

/** By default every sixth. */
const idlers = everyNth(6, [
  ['Deployments are what was asked for', idle('deployment', sdk.Deployment), any, /^Deployment \w+: its last change was not observed$/],
  ['nothing is left over', idle('garbage-collector', sdk.ReplicaSet), deleting, /^there are \d+ Pods instead of \d+$/],
  ['EndpointSlices lead to the ready Pods', idle('endpointslice', sdk.Service), any, /^the EndpointSlices of \w+ lead to no address, not 10\.244\./],
  ['so do Endpoints', idle('endpoints', sdk.Service), any, /^the Endpoints of \w+ list no address, not 10\.244\./],
  ['DaemonSets run on each node', idle('daemonset', sdk.DaemonSet), any, /^DaemonSet agent: its last change was not observed$/],
  ['StatefulSets have their members', idle('statefulset', sdk.StatefulSet), any, /^StatefulSet db: its last change was not observed$/],
  ['ReplicationControllers have their Pods', idle('replicationcontroller', sdk.ReplicationController), any, /^ReplicationController old: its last change was not observed$/],
  ['claims go with their Pods', idle('pvc-protection', sdk.PersistentVolumeClaim), shrinking, noClaim],
  ['what was evicted is replaced', counting, pressed, /^Deployment \w+ wants \d+ and has [\d/]+ total\/updated\/ready\/available$/],
  ['disks are attached where they are said to be', createAttachDetachController(), clouds, /^the cloud's disks are attached none, the volumes pvc-/],
  ['a token is taken for what it is', wavering, any, noToken],
  ['claims have what they ask for', idle('volume-resizer', sdk.PersistentVolumeClaim), growing, /^claim old-\w+-scratch asks for \w+, has \w+ and says nothing$/],
  ['and no more than their volumes have', hasty, growing, /^claim old-\w+-scratch says that it has \w+, and its volume has 1Gi$/],
  ['disks have the size that their volumes say', createVolumeResizer(), growingInClouds, /^volume pvc-\S+ says that it has \w+, and its disk has 1Gi$/],
] as const);

test.each(idlers)('what it comes to: %s', { timeout: 240_000 }, async (_, controller, seeds, what) => {
  expect(await findIn(seeds, () => ({ controllers: [controller], ...(isLate.has(what) && { patienceMs: longPatienceMs }) }))).toMatch(what);
});

test('what it comes to: each manifest has its Pod', { timeout: 240_000 }, async () => {
  // A kubelet that doesn't start a scheduler which it has ended.
  const syncPod: typeof realSyncPod = (pod) => (pod.containers.some(({ name, state }) => name === 'kube-scheduler' && state === 'new') ? { do: 'wait' } : realSyncPod(pod));
  expect(await findIn(planes, () => ({ parts: { syncPod } }))).toMatch(/^static Pod kube-scheduler-node-1 isn't ready$/);
});

test('what it comes to: no node gives its Pods more than it has', { timeout: 240_000 }, async () => {
  const { createPodResizer } = nodeFeatures;
  // Kubelets that take their nodes for larger than they are.
  Object.assign(nodeFeatures, { createPodResizer: (node: ResizingNode) => createPodResizer({ ...node, allocatable: () => sdk.resourcesOf({ cpu: '1000', memory: '1Ti', pods: '1000' }) }) });
  try {
    expect(await findIn(inPlace, () => ({}))).toMatch(/^node-\d has given its Pods more CPU than it has$/);
  } finally {
    Object.assign(nodeFeatures, { createPodResizer });
  }
});

test('what it comes to: members of etcd hold the same', { timeout: 120_000 }, async () => {
  // A leader that commits what it alone has stored. In this seed it is cut off from the others while the API server reaches it.
  const commitIndex: typeof realCommitIndex = ({ committed, matchIndexes }) => Math.max(committed, ...matchIndexes);
  expect(await findIn([197], () => ({ parts: { commitIndex } }))).toMatch(/^at revision \d+ etcd's members differ: etcd-0: 200 \d+, etcd-1: 200 (\d+), etcd-2: 200 \1$/);
});

test('where nothing is evicted, the loop that counts evicted Pods converges', { timeout: 120_000 }, async () => {
  expect(await findIn([17], () => ({ controllers: [counting], patienceMs: longPatienceMs }))).toBeUndefined();
});
