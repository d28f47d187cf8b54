/** The cluster under random faults: it converges, keeps its invariants, and repeats itself exactly. */
import { describe, expect, test } from 'vitest';
import { drawPlan, type Plan } from '../src/cli/sim/plan.ts';
import { simulate } from '../src/cli/sim/simulate.ts';
import * as sdk from '../src/engine/sdk/index.ts';
import { volumeProvisioner } from '../src/engine/controllers/volume-provisioner/index.ts';
import { everyNth, sampleSeeds, triesAll } from './scope.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A ReplicaSet loop that trusts its cache: it forgets what it has just done. The bug upstream's expectations are there for. */
const forgetful = sdk.defineController<sdk.ReplicaSet>({
  name: 'replicaset',
  for: sdk.ReplicaSet,
  owns: [sdk.Pod],
  async reconcile(key, { lister, client }) {
    const replicaSet = lister(sdk.ReplicaSet).get(key);
    if (replicaSet === undefined) return;
    const pods = lister(sdk.Pod).controlledBy(replicaSet).filter(sdk.isActive);
    const gap = (replicaSet.spec.replicas ?? 1) - pods.length;
    if (gap > 0) await client.createMany(sdk.Pod, sdk.podFromTemplate(replicaSet, replicaSet.spec.template), gap);
    if (gap < 0) await client.deleteMany(sdk.Pod, pods.slice(gap));
    const ready = pods.filter(sdk.isReady).length;
    await client.updateStatus(sdk.ReplicaSet, {
      ...replicaSet,
      status: { replicas: pods.length, readyReplicas: ready, availableReplicas: ready },
    });
  },
});

/** A DaemonSet loop that counts a Pod only once the scheduler has bound it. */
const shortsighted = sdk.defineController<sdk.DaemonSet>({
  name: 'daemonset',
  for: sdk.DaemonSet,
  owns: [sdk.Pod],
  watches: [{ kind: sdk.Node, keys: (_, { lister }) => lister(sdk.DaemonSet).list().map(sdk.keyOf) }],
  async reconcile(key, { lister, client }) {
    const set = lister(sdk.DaemonSet).get(key);
    if (set === undefined) return;
    const pods = lister(sdk.Pod).controlledBy(set).filter(sdk.isActive);
    const draft = sdk.podFromTemplate(set, set.spec.template);
    for (const { metadata } of lister(sdk.Node).list()) {
      if (pods.some(({ spec }) => spec.nodeName === metadata.name)) continue;
      const matchFields = [{ key: 'metadata.name', operator: 'In', values: [metadata.name] }];
      const requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms: [{ matchFields }] };
      const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution } };
      await client.create(sdk.Pod, { ...draft, spec: { ...draft.spec, affinity } });
    }
  },
});

/** A StatefulSet loop that makes the next member without waiting for the last. */
const impatient = sdk.defineController<sdk.StatefulSet>({
  name: 'statefulset',
  for: sdk.StatefulSet,
  owns: [sdk.Pod],
  async reconcile(key, { lister, client }) {
    const set = lister(sdk.StatefulSet).get(key);
    if (set === undefined) return;
    const { generateName: _, ...metadata } = sdk.podFromTemplate(set, set.spec.template).metadata;
    for (let ordinal = 0; ordinal < (set.spec.replicas ?? 1); ordinal += 1) {
      const name = `${set.metadata.name}-${ordinal}`;
      if (lister(sdk.Pod).get(sdk.joinKey(set.metadata.namespace, name)) !== undefined) continue;
      await client.create(sdk.Pod, { metadata: { ...metadata, name }, spec: set.spec.template.spec, status: {} });
    }
  },
});

/** A loop that makes the claims of ephemeral volumes and names no owner: they would stay. */
const careless = sdk.defineController<sdk.PersistentVolumeClaim>({
  name: 'ephemeral-volume',
  for: sdk.PersistentVolumeClaim,
  watches: [{ kind: sdk.Pod, keys: (pod) => [`${pod.metadata.namespace}/${pod.metadata.name}-scratch`] }],
  async reconcile(key, { lister, client }) {
    const { namespace, name } = sdk.splitKey(key);
    const pod = lister(sdk.Pod).get(key.slice(0, -'-scratch'.length));
    const template = pod?.spec.volumes?.find((volume) => volume.name === 'scratch')?.ephemeral?.volumeClaimTemplate;
    if (template === undefined || lister(sdk.PersistentVolumeClaim).get(key) !== undefined) return;
    await client.create(sdk.PersistentVolumeClaim, { metadata: { name, namespace }, spec: template.spec });
  },
});

/** The last: the seed from which it is looked for, where the first ones are known to miss it. */
const planted = [
  ['a ReplicaSet loop that forgets', forgetful, /is Pod \d+ of ReplicaSet .*, which wants \d+ at most/, 14],
  ['a DaemonSet loop that overlooks Pods without a node', shortsighted, /is the second Pod of DaemonSet agent on node-\d/, 1],
  ['a loop of ephemeral volumes that names no owner', careless, /PVC kube-system\/old-\w+-scratch was not created for pod kube-system\/old-\w+ \(pod is not owner\)/, 1],
  ['a StatefulSet loop that does not wait', impatient, /db-\d is made though db-\d was not ready lately/, 1],
] as const;

const seeds = sampleSeeds(2, 100);
/** Every other seed is run twice; with `--all` every one. */
const isRepeated = (index: number): boolean => triesAll || index % 2 === 0;

describe(`${seeds.length} seeds`, () => {
  test('converge without breaking an invariant, and have the same history when run again', {
    timeout: 300_000,
  }, async () => {
    const failures: string[] = [];
    for (const [index, seed] of seeds.entries()) {
      const first = await simulate({ seed, settle });
      if (first.violation !== undefined) failures.push(`seed ${seed}: ${first.violation.what}`);
      if (first.notConverged !== undefined) failures.push(`seed ${seed}: ${first.notConverged}`);
      if (!isRepeated(index)) continue;
      const again = await simulate({ seed, settle });
      if (again.hash !== first.hash) failures.push(`seed ${seed}: history ${first.hash}, then ${again.hash}`);
    }
    expect(failures).toEqual([]);
  });
});

// By default every second.
test.each(everyNth(2, planted, 1))('a planted bug is found, and its seed replays it: %s', { timeout: 120_000 }, async (_, controller, what, from) => {
  for (let seed = from; seed < from + 20; seed += 1) {
    const found = await simulate({ seed, settle, controllers: [controller] });
    if (found.violation === undefined) continue;
    expect(found.violation.what).toMatch(what);
    const replayed = await simulate({ seed, settle, controllers: [controller] });
    expect(replayed.violation).toEqual(found.violation);
    expect(replayed.hash).toBe(found.hash);
    return;
  }
  expect.fail('no seed of 20 found the planted bug');
});

/** A route controller that doesn't look at nodes. */
const blind = sdk.defineController<sdk.Node>({ name: 'node-route', for: sdk.Node, async reconcile() {} });

/** Seeds whose cluster has a cloud. */
const inCloud = [7, 23, 27];

test.each([
  ['a provisioner that rents no disks', volumeProvisioner, /^the cloud's disks are none, the volumes pvc-/],
  ['a route controller that rents no routes', blind, /^the cloud's routes are none, the nodes' ranges 10\.244\.0\.0\/24 to node-1/],
] as const)('what is wrong in the cloud is found: %s', { timeout: 120_000 }, async (_, controller, what) => {
  for (const seed of inCloud) {
    const { notConverged } = await simulate({ seed, settle, controllers: [controller] });
    if (notConverged === undefined) continue;
    expect(notConverged).toMatch(what);
    return;
  }
  expect.fail('no seed found it');
});

/** These seeds were found before Pods were resized. */
function planWithoutResizes(seed: number): Plan {
  const plan = drawPlan(seed);
  return { ...plan, steps: plan.steps.filter(({ type }) => type !== 'resize' && type !== 'resize briefly' && type !== 'grow') };
}

test.each([
  ['an API server that is still down', 176],
  ['an etcd that still lacks a majority', 4_800_099],
])('%s when all else has converged is waited for', async (_, seed) => {
  const { violation, notConverged } = await simulate({ seed, plan: planWithoutResizes(seed), settle });
  expect([violation, notConverged]).toEqual([undefined, undefined]);
});

test('a command that is carried out after a later one isn’t held against the cluster', async () => {
  const { violation, notConverged } = await simulate({ seed: 5_100_579, settle });
  expect([violation, notConverged]).toEqual([undefined, undefined]);
});

test('a Pod that came and went unseen holds its ReplicaSet up for five minutes and until the next event, as upstream', async () => {
  const { violation, notConverged } = await simulate({ seed: 4_800_848, settle });
  expect([violation, notConverged]).toEqual([undefined, undefined]);
});

test.each([
  ['ReplicaSet', 393],
  ['DaemonSet', 4_700_074],
])('Pods that etcd has stored though the API server waited in vain aren’t held against their loop: %s', async (_, seed) => {
  const { violation, notConverged } = await simulate({ seed, settle });
  expect([violation, notConverged]).toEqual([undefined, undefined]);
});
