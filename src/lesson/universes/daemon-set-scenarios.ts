/** What happens to a DaemonSet and to its nodes: what its controller has to live through. */
import { isReady } from 'converge/sdk';
import { daemonSetOf, nodeManifest, strayPod } from './daemon-set-manifests.ts';
import { annotate, applyOnSsd, component, cordon, deletePod, failPod, late, nodeNames, onSsd, podsOf, quiet, refuse, runningStray, selectDisk, setLabel, setTaints, strays, targetSet } from './daemon-set-steps.ts';
import { unserved } from './neighbours/pods.ts';
import type { Scenario } from './types.ts';

export const daemonSetScenarios: readonly Scenario[] = [
  {
    name: 'nodes come and go',
    async play(stage) {
      await stage.apply('agent.yaml', daemonSetOf(stage.target, { minReadySeconds: stage.random.pick([0, 8]) }));
      await stage.settles(60_000);
      const names = ['node-4', 'node-5'].slice(stage.random.int(2));
      for (const name of names) await stage.apply(`${name}.yaml`, nodeManifest(name));
      await stage.wait(1000);
      await stage.settles(90_000);
      await stage.command('kubectl delete node node-5');
      // A new machine of the same name, before the Pod of the old one has been collected or long after.
      await stage.wait(stage.random.pick([3000, 100_000]));
      await stage.apply('node-5.yaml', nodeManifest('node-5'));
      await stage.settles(180_000);
      await quiet(stage);
    },
  },
  {
    name: 'nodes are cordoned and tainted',
    async play(stage) {
      const [first, second, third] = stage.random.pick([nodeNames, [...nodeNames].reverse()]);
      const tolerations = stage.random.pick([[], [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }]]);
      await cordon(stage, first ?? '');
      await setTaints(stage, second ?? '', { key: 'dedicated', value: 'db', effect: 'NoSchedule' });
      await stage.wait(2000);
      await stage.apply('agent.yaml', daemonSetOf(stage.target, { podSpec: { tolerations } }));
      await stage.settles(60_000);
      await setTaints(stage, second ?? '');
      await stage.settles(60_000);
      await setTaints(stage, second ?? '', { key: 'upgrade', effect: 'NoSchedule' });
      await stage.wait(12_000);
      await stage.settles(60_000);
      // One may stay there, and someone binds another by hand.
      if (stage.random.chance(0.5)) {
        await stage.apply('stray.yaml', strayPod(stage.target, { nodeName: second ?? '' }));
        await stage.wait(2000);
        await stage.settles(60_000);
      }
      // The Pod that may stay there fails: it goes, and none comes.
      const staying = targetSet(stage)?.nodes.find(({ name }) => name === second)?.staying[0];
      if (staying !== undefined && stage.random.chance(0.6)) {
        await failPod(stage, staying);
        await stage.settles(60_000);
      }
      await setTaints(stage, third ?? '', { key: 'broken', effect: 'NoExecute' });
      await stage.settles(60_000);
      await stage.wait(5000);
      await setTaints(stage, third ?? '');
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
  {
    name: 'labels of nodes change',
    async play(stage) {
      // Without a scheduler none of its Pods is ever bound.
      await applyOnSsd(stage, stage.random.chance(0.7) ? { schedulerName: unserved } : {});
      await stage.wait(stage.random.int(10_000));
      await setLabel(stage, 'node-3', true);
      await setLabel(stage, 'node-1', false);
      await stage.settles(60_000);
      await setLabel(stage, 'node-1', true);
      await stage.settles(60_000);
      for (const name of nodeNames) await setLabel(stage, name, false);
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
  {
    name: 'a Pod is deleted',
    async play(stage) {
      const goodbyeSeconds = stage.random.pick([2, 25, 25]);
      if (goodbyeSeconds < 10) await runningStray(stage);
      await stage.apply('agent.yaml', daemonSetOf(stage.target, { goodbyeSeconds, minReadySeconds: stage.random.pick([0, 12]) }));
      await stage.settles(60_000);
      await stage.wait(14_000 + stage.random.int(10_000));
      const pods = podsOf(stage);
      for (const pod of stage.random.chance(0.5) ? pods : pods.slice(-1)) await deletePod(stage, pod);
      // Of the two on this node the later one runs on.
      if (goodbyeSeconds > 10) await stage.apply('stray.yaml', strayPod(stage.target, { nodeName: pods.at(-1)?.spec.nodeName }));
      await stage.wait(12_000);
      // Another pass, while one that takes its time is still there.
      await annotate(stage, 'leaving');
      await stage.settles(90_000);
      await stage.wait(12_000);
      await stage.settles(30_000);
      await quiet(stage);
    },
  },
  {
    name: 'a Pod fails',
    async play(stage) {
      if (stage.random.chance(0.5)) await runningStray(stage);
      await stage.apply('agent.yaml', daemonSetOf(stage.target));
      await stage.settles(60_000);
      await stage.wait(5000);
      for (let count = stage.random.int(2); count >= 0; count -= 1) {
        await failPod(stage, stage.random.pick(podsOf(stage)));
        await stage.settles(60_000);
      }
      await quiet(stage);
    },
  },
  {
    name: 'a Pod that matches was there before',
    async play(stage) {
      await strays(stage);
      await stage.wait(stage.random.int(2) * 4000);
      // What it makes isn't deleted here, and so needn't be let go.
      const podFinalizers = stage.random.chance(0.3) ? ['example.com/kept'] : undefined;
      // Or it may run on no node, and all leave.
      const podSpec = stage.random.chance(0.5) ? onSsd : {};
      await stage.apply('agent.yaml', daemonSetOf(stage.target, { podSpec, ...(podFinalizers && { podFinalizers }) }));
      await stage.settles(60_000);
      if (podFinalizers === undefined) await quiet(stage);
    },
  },
  {
    name: 'a Pod that matches comes later',
    async play(stage) {
      await stage.apply('agent.yaml', daemonSetOf(stage.target));
      await stage.settles(60_000);
      await stage.wait(3000);
      // It may come while the Pod of its node is leaving.
      const left = stage.random.chance(0.5) ? podsOf(stage)[0] : undefined;
      if (left !== undefined) await deletePod(stage, left);
      if (stage.random.chance(0.6)) await refuse(stage, 'patch', 8000);
      await stage.apply('stray.yaml', strayPod(stage.target, { nodeName: left?.spec.nodeName }));
      await stage.wait(2000);
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
  {
    name: 'a label of a Pod is taken away',
    async play(stage) {
      await stage.apply('agent.yaml', daemonSetOf(stage.target));
      await stage.settles(60_000);
      await stage.wait(5000);
      const pods = stage.random.chance(0.3) ? podsOf(stage).slice(-1) : podsOf(stage);
      // One release is under way while the Pod that replaces another is on its way into the cache.
      if (pods.length > 1) {
        await late(stage, 700, 10_000);
        await stage.fault({ type: 'link', from: component, to: 'apiserver', delayMs: 400 }, 10_000, 'requests of your loop took 400 ms');
      }
      for (const { metadata } of pods) {
        await stage.command(`kubectl label pod ${metadata.name} -n ${metadata.namespace} app=else --overwrite`);
        await stage.wait(100 + stage.random.int(1200));
      }
      await stage.wait(2000);
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
  {
    name: 'the set is on its way out',
    async play(stage) {
      const { namespace, name } = stage.target;
      await setLabel(stage, 'node-1', true);
      await stage.apply('agent.yaml', daemonSetOf(stage.target, { podSpec: onSsd, finalizers: ['example.com/kept'] }));
      await stage.settles(60_000);
      await stage.command(`kubectl delete daemonset ${name} -n ${namespace} --wait=false`);
      // By then every cache knows.
      await stage.wait(12_000);
      await setLabel(stage, 'node-2', true);
      if (stage.random.chance(0.5)) for (const pod of podsOf(stage)) await deletePod(stage, pod);
      else await setLabel(stage, 'node-1', false);
      await stage.wait(10_000);
      await stage.settles(30_000);
      await quiet(stage);
    },
  },
  {
    name: 'the cache is late',
    trouble: 'late',
    async play(stage) {
      await applyOnSsd(stage);
      await stage.wait(12_000);
      await late(stage, 900 + stage.random.int(600), 12_000);
      // One pass makes a Pod on one node, and deletes those of two others.
      await stage.command('kubectl label node node-3 disk=hdd');
      await selectDisk(stage, 'hdd');
      // Heard of beside it: another pass begins before the cache shows what the first one did.
      await stage.wait(150);
      await annotate(stage, 'late');
      await stage.wait(12_000);
      await stage.settles(60_000);
      await setLabel(stage, 'node-3', false);
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
  {
    name: 'answers come after the watch',
    trouble: 'late',
    async play(stage) {
      await applyOnSsd(stage);
      await stage.fault({ type: 'link', from: 'apiserver', to: component, answersOnly: true, delayMs: 400 }, 30_000, 'answers to your loop came 400 ms late');
      await setLabel(stage, 'node-3', true);
      await stage.settles(60_000);
      await setLabel(stage, 'node-1', false);
      await stage.settles(60_000);
      await setLabel(stage, 'node-1', true);
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
  {
    name: 'the API server refuses for a moment',
    trouble: 'refused',
    async play(stage) {
      await applyOnSsd(stage);
      for (const verb of stage.random.pick([['create', 'delete'], ['delete', 'create'], ['create', 'updateStatus']])) {
        // Nothing happens by then that would call the loop by chance.
        await stage.wait(15_000);
        await refuse(stage, verb, 1000 + stage.random.int(1500));
        const isComing = verb !== 'delete';
        await setLabel(stage, 'node-3', isComing);
        await setLabel(stage, 'node-1', isComing);
        await stage.wait(3000);
        await stage.settles(60_000);
      }
      await quiet(stage);
    },
  },
  {
    name: 'the status is refused when it counts',
    trouble: 'refused',
    async play(stage) {
      await stage.apply('agent.yaml', daemonSetOf(stage.target, { minReadySeconds: 12 }));
      for (let polls = 0; polls < 40 && !podsOf(stage).some(isReady); polls += 1) await stage.wait(500);
      // They are ready by now, and the status says so. No event comes when they become available.
      await stage.wait(5000);
      await refuse(stage, 'updateStatus', 12_000);
      await stage.wait(12_000);
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
  {
    name: 'every create is refused for long',
    trouble: 'refused',
    async play(stage) {
      await applyOnSsd(stage);
      await stage.wait(5000);
      await refuse(stage, 'create', 20_000, { code: stage.random.pick([403, 500] as const) });
      await setLabel(stage, 'node-3', true);
      // The Pods of two other nodes have to go, whatever becomes of the create.
      for (const name of ['node-1', 'node-2']) await setLabel(stage, name, false);
      await stage.wait(22_000);
      // Every failure has doubled the pause before the next try.
      await stage.settles(150_000);
      await quiet(stage);
    },
  },
  {
    name: 'some requests are refused, and the cache is late',
    trouble: 'refused',
    async play(stage) {
      for (const name of ['node-4', 'node-5']) await stage.apply(`${name}.yaml`, nodeManifest(name));
      await stage.wait(3000);
      await late(stage, 1500, 12_000);
      await refuse(stage, 'create', 4000, { chance: 0.4 });
      // Five Pods are missing at once. The next try comes before the cache shows those that were made.
      await stage.apply('agent.yaml', daemonSetOf(stage.target));
      await stage.wait(14_000);
      await stage.settles(60_000);
      await late(stage, 1500, 8000);
      await refuse(stage, 'delete', 4000, { chance: 0.4 });
      // All five have to go at once.
      await selectDisk(stage, 'none');
      await stage.wait(8000);
      await stage.settles(60_000);
      await quiet(stage);
    },
  },
];
