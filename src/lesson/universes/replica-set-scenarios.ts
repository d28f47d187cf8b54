/** What happens to a ReplicaSet: what its controller has to live through. */
import { isActive, isOfKind, isReady, Namespace, Pod, ReplicaSet } from 'converge/sdk';
import { crashing, ofSettings, scale, setOf, stray } from './replica-set-manifests.ts';
import type { Scenario, Stage, World } from './types.ts';

/** The set that the scenario is about, as it stands. */
export const targetSet = ({ world, target }: Stage): SetInWorld | undefined =>
  setsIn(world).find(({ set: { metadata } }) => metadata.name === target.name && metadata.namespace === target.namespace);

/** The time that a loop may take to give up waiting for something that won't come: upstream's five minutes. */
const givenUpMs = 330_000;

/** Until the set has as many Pods as it wants, or a careful loop would have seen to it. Now and then something calls the loop. */
async function regains(stage: Stage): Promise<void> {
  const { namespace, name } = stage.target;
  const lastMs = stage.world.t + givenUpMs;
  for (let count = 0; stage.world.t < lastMs; count += 1) {
    const set = targetSet(stage);
    if (set === undefined || set.active.length === set.wanted) return;
    await stage.command(`kubectl annotate rs ${name} -n ${namespace} looked=t${count} --overwrite`);
    await stage.wait(15_000);
  }
}

const onePodOf = (stage: Stage): Pod => stage.random.pick(targetSet(stage)?.pods ?? []);

/** What the loop had planned to do about a Pod that is ready, and isn't available yet, is forgotten. */
async function restartBeforeAvailable(stage: Stage, wanted: number, minReadySeconds: number): Promise<void> {
  const ready = () => targetSet(stage)?.active.filter(isReady).length ?? 0;
  for (let looks = 0; looks < 40 && ready() < wanted; looks += 1) await stage.wait(500);
  // Long enough for the status to say that it is ready.
  await stage.wait(1000);
  await stage.fault({ type: 'restart', component: 'controller/replicaset' }, 1000, 'your loop was started again');
  await stage.wait(1000 * minReadySeconds);
  await stage.settles(12_000);
}

/** The target's Pods have one more owner, which is no controller of theirs. */
async function addOwner(stage: Stage): Promise<void> {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: '3f0a5c1e-settings' }];
  for (const { metadata } of targetSet(stage)?.pods ?? []) {
    await stage.command(`kubectl patch pod ${metadata.name} -n ${metadata.namespace} -p '${JSON.stringify({ metadata: { ownerReferences } })}'`);
  }
  // Until every cache has them.
  await stage.wait(12_000);
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'a Pod is deleted',
    async play(stage) {
      const wanted = 3 + stage.random.int(4);
      const minReadySeconds = stage.random.pick([0, 12]);
      // With time to become available before what leaves is gone: that would call the loop.
      const goodbyeSeconds = minReadySeconds === 0 ? 25 : 40;
      await stage.apply('web.yaml', setOf(stage.target, wanted, goodbyeSeconds, minReadySeconds));
      await stage.settles(60_000);
      await stage.wait(2 * 1000 * minReadySeconds + 5000 + stage.random.int(10_000));
      // By now they are ready, and available, and the status says so.
      await stage.settles(30_000);
      const { name, namespace } = onePodOf(stage).metadata;
      await stage.command(`kubectl delete pod ${name} -n ${namespace} --wait=false`);
      await stage.settles(24_000);
      if (minReadySeconds > 0) await restartBeforeAvailable(stage, wanted, minReadySeconds);
      await stage.wait(1000 * (goodbyeSeconds + 5));
      await stage.rests(10_000);
    },
  },
  {
    name: 'the number is raised and lowered',
    async play(stage) {
      // Pods of an image that doesn't exist never run, and are the first that can be spared, be they the oldest or the newest.
      const [first, second] = stage.random.pick([['nginx:1.29', 'nginx:1.28'], ['nginx:1.29', 'nginx:none'], ['nginx:none', 'nginx:1.28']] as const);
      const few = stage.random.pick(second === 'nginx:none' ? [1, 2] : [0, 1, 2]);
      await stage.apply('web.yaml', setOf(stage.target, few, 2, stage.random.pick([0, 4]), '', first));
      await stage.settles(60_000);
      const newImage = { spec: { template: { spec: { containers: [{ name: 'nginx', image: second }] } } } };
      const { namespace, name } = stage.target;
      await stage.command(`kubectl patch rs ${name} -n ${namespace} -p '${JSON.stringify(newImage)}'`);
      // Until every cache has the new template.
      await stage.wait(12_000);
      await stage.command(scale(stage.target, 5 + stage.random.int(4)));
      await stage.settles(60_000);
      await stage.wait(15_000);
      // By now they are ready, and available, when they can run at all.
      await stage.settles(30_000);
      await stage.command(scale(stage.target, few));
      await stage.settles(60_000);
      await stage.wait(12_000);
      // After so many passes a late cache is a late cache still.
      const late = { type: 'link', from: 'apiserver', to: 'controller/replicaset', watchOnly: true, delayMs: 700 } as const;
      await stage.fault(late, 6000, 'the watch to your loop ran 700 ms behind');
      await stage.command(scale(stage.target, few + 2));
      await stage.wait(6000);
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod is gone before the cache shows it',
    trouble: 'late',
    async play(stage) {
      // Without a node a Pod is gone as soon as it is deleted.
      await stage.apply('web.yaml', setOf(stage.target, 2, 2, 0, '      nodeSelector: { disk: ssd }\n'));
      await stage.settles(60_000);
      await stage.wait(12_000);
      const stale = { type: 'stale-after-write', component: 'controller/replicaset', write: 1, lagMs: 3000 } as const;
      await stage.fault(stale, 20_000, 'for 3 s after your loop’s write its cache showed nothing newer');
      const before = stage.world.writes('create').length;
      await stage.command(scale(stage.target, 4));
      for (let looks = 0; looks < 10 && stage.world.writes('create').length < before + 2; looks += 1) await stage.wait(250);
      // The first one may have been shown just in time.
      const last = stage.world.writes('create').slice(before).at(-1)?.after?.metadata;
      if (last !== undefined) await stage.command(`kubectl delete pod ${last.name} -n ${last.namespace} --wait=false`);
      await stage.wait(4000);
      await regains(stage);
      await stage.settles(60_000);
      await stage.wait(15_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod that matches was there before',
    async play(stage) {
      await stage.apply('stray.yaml', stray(stage.target, stage.random.chance(0.5) ? ofSettings : ''));
      await stage.wait(stage.random.int(2) * 4000);
      // What it makes isn't deleted here, and so needn't be let go.
      const template = setOf(stage.target, 4, 2);
      await stage.apply('web.yaml', stage.random.chance(0.5) ? template : template.replace('annotations: {', 'finalizers: [example.com/kept]\n      annotations: {'));
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod that matches comes later',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 3, 2));
      await stage.settles(60_000);
      await stage.wait(3000);
      // Until it runs: after that nothing happens that would call the loop by chance.
      const fault = { type: 'refuse', component: 'controller/replicaset', chance: 1, verb: 'patch' } as const;
      if (stage.random.chance(0.5)) await stage.fault(fault, 8000, 'every patch of your loop was refused for 8 s');
      await stage.apply('stray.yaml', stray(stage.target));
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'the API server refuses for a while',
    trouble: 'refused',
    async play(stage) {
      const verb = stage.random.pick(['create', 'create', 'create', 'delete', 'delete', 'updateStatus']);
      await stage.apply('web.yaml', setOf(stage.target, verb === 'delete' ? 6 : 3, 2));
      await stage.settles(60_000);
      await stage.wait(15_000);
      // Half of them, while the cache doesn't yet show what the other half has made.
      const partly = verb === 'create';
      const late = { type: 'link', from: 'apiserver', to: 'controller/replicaset', watchOnly: true, delayMs: 700 } as const;
      if (partly) await stage.fault(late, 6000, 'the watch to your loop ran 700 ms behind');
      const fault = { type: 'refuse', component: 'controller/replicaset', chance: partly ? 0.5 : 1, verb } as const;
      await stage.fault(fault, verb === 'updateStatus' ? 1000 : 1000 + stage.random.int(2000), `every ${verb} of your loop was refused for a while`);
      await stage.command(scale(stage.target, verb === 'delete' ? 3 : 6));
      await stage.wait(5000);
      // Every failure has doubled the pause before the next try.
      await stage.settles(150_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'every create is refused for long',
    trouble: 'refused',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 2 * stage.random.int(2), 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      // By a quota, or by trouble of the server's own: either ends without the loop hearing of it.
      const code = stage.random.pick([403, 403, 500] as const);
      const fault = { type: 'refuse', component: 'controller/replicaset', chance: 1, verb: 'create', code } as const;
      await stage.fault(fault, 20_000, `every create of your loop was refused for 20 s with ${code}`);
      await stage.command(scale(stage.target, 4));
      await stage.wait(16_000);
      await stage.command(`kubectl annotate rs ${stage.target.name} -n ${stage.target.namespace} seen=refused`);
      await stage.wait(5000);
      await stage.settles(150_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'answers come after the watch',
    trouble: 'late',
    async play(stage) {
      // Without a node a Pod is gone as soon as it is deleted.
      await stage.apply('web.yaml', setOf(stage.target, 5, 2, 0, '      nodeSelector: { disk: ssd }\n'));
      await stage.settles(60_000);
      const late = { type: 'link', from: 'apiserver', to: 'controller/replicaset', answersOnly: true, delayMs: 400 } as const;
      await stage.fault(late, 30_000, 'answers to your loop came 400 ms late');
      await stage.command(scale(stage.target, 2));
      await stage.settles(60_000);
      await stage.wait(3000);
      await stage.command(scale(stage.target, 4));
      await stage.settles(60_000);
      await stage.wait(3000);
      const { name, namespace } = onePodOf(stage).metadata;
      await stage.command(`kubectl patch pod ${name} -n ${namespace} --subresource=status -p '${JSON.stringify({ status: crashing })}'`);
      await stage.wait(5000);
      await stage.settles(60_000);
      // A slow pass may have closed the gap, and not yet written its status.
      await stage.wait(5000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a namespace is being deleted',
    async play(stage) {
      const doomed = { ...stage.target, namespace: 'doomed' };
      await stage.apply('web.yaml', setOf(stage.target, 2, 2));
      // Applied, as all is here: a verb of kubectl that isn't in the engine's core would have to be fetched.
      await stage.apply('namespace.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: { name: doomed }\n');
      await stage.apply('doomed.yaml', setOf(doomed, 3, 2));
      await stage.settles(60_000);
      await stage.command('kubectl delete namespace doomed --wait=false');
      await stage.wait(2000);
      await stage.command('kubectl delete pods --all -n doomed --wait=false');
      await stage.wait(30_000);
      await stage.settles(60_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'create and delete are refused for a moment',
    trouble: 'refused',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 4, 2));
      await stage.settles(60_000);
      for (const verb of ['create', 'delete']) {
        // Nothing happens by then that would call the loop by chance.
        await stage.wait(15_000);
        const fault = { type: 'refuse', component: 'controller/replicaset', chance: 1, verb } as const;
        await stage.fault(fault, 1000 + stage.random.int(1500), `every ${verb} of your loop was refused for a moment`);
        await stage.command(scale(stage.target, verb === 'create' ? 7 : 3));
        await stage.wait(3000);
        // Refused for no longer than that, no loop should pause for much longer.
        await stage.settles(30_000);
      }
      await stage.wait(10_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'the set is deleted and made again',
    trouble: 'late',
    async play(stage) {
      const { namespace, name } = stage.target;
      await stage.apply('web.yaml', setOf(stage.target, 3, 2));
      await stage.settles(60_000);
      await stage.wait(15_000);
      const pods = targetSet(stage)?.pods ?? [];
      const isOrphaned = stage.random.chance(0.5);
      // By the time the loop hears of the first orphan, the set is gone.
      const late = { type: 'link', from: 'apiserver', to: 'controller/replicaset', watchOnly: true, delayMs: 1500 } as const;
      if (isOrphaned) await stage.fault(late, 8000, 'the watch to your loop ran 1500 ms behind');
      for (const { metadata } of isOrphaned ? pods : []) {
        await stage.command(`kubectl patch pod ${metadata.name} -n ${namespace} --type=merge -p '{"metadata":{"ownerReferences":null}}'`);
      }
      // No garbage collector runs: its Pods stay, and may name an owner that doesn't exist any more.
      await stage.command(`kubectl delete rs ${name} -n ${namespace}`);
      const isSeen = isOrphaned || stage.random.chance(0.7);
      await stage.wait(isSeen ? 12_000 : 0);
      // Calls the loop for a set that is gone, as every cache shows by then.
      if (isSeen) await stage.command(`kubectl delete pod ${pods[0]?.metadata.name} -n ${namespace} --wait=false`);
      await stage.apply('web.yaml', setOf(stage.target, 4, 2));
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(15_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a label is taken away',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 3, 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      if (stage.random.chance(0.5)) await addOwner(stage);
      const pods = stage.random.chance(0.5) ? [onePodOf(stage)] : (targetSet(stage)?.pods ?? []);
      // One release is under way while the Pod that replaces another is on its way into the cache.
      if (pods.length > 1) {
        const component = 'controller/replicaset';
        const late = { type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs: 700 } as const;
        const slow = { type: 'link', from: component, to: 'apiserver', delayMs: 400 } as const;
        await stage.fault(late, 10_000, 'the watch to your loop ran 700 ms behind');
        await stage.fault(slow, 10_000, 'requests of your loop took 400 ms');
      }
      for (const { metadata } of pods) {
        await stage.command(`kubectl label pod ${metadata.name} -n ${metadata.namespace} app=else --overwrite`);
        await stage.wait(100 + stage.random.int(1200));
      }
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.rests(10_000);
    },
  },
];

export interface SetInWorld {
  readonly name: string;
  /** As it is desired. */
  readonly set: ReplicaSet;
  readonly wanted: number;
  readonly pods: readonly Pod[];
  /** Those that count: not finished, not on their way out. */
  readonly active: readonly Pod[];
}

/** Several rules ask after each revision: the sets are gathered once for each gathering of their owners. */
const gathered = new WeakMap<World['owners'], readonly SetInWorld[]>();

export function setsIn(world: World): readonly SetInWorld[] {
  const { owners } = world;
  const known = gathered.get(owners) ?? gatherSets(world);
  gathered.set(owners, known);
  return known;
}

function gatherSets(world: World): readonly SetInWorld[] {
  return world.owners.flatMap(({ name, desired, made }) => {
    if (!isOfKind(ReplicaSet, desired) || isEnding(desired.metadata.namespace, world)) return [];
    const pods = made.filter((each) => isOfKind(Pod, each));
    return [{ name, set: desired, wanted: desired.spec.replicas ?? 1, pods, active: pods.filter(isActive) }];
  });
}

/** Nothing can be created there any more. */
export const isEnding = (namespace: string | undefined, world: World): boolean =>
  world.objects(Namespace).some(({ metadata }) => metadata.name === namespace && metadata.deletionTimestamp !== undefined);
