/** What your loop has to live through. */
import type { Scenario } from '../../../../lesson/universes/types.ts';
import { podsOf } from './pods.ts';

const web = (replicas: number, goodbyeSeconds: number, more = ''): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
      annotations: { contact: shop }
    spec:
      containers:
        - name: nginx
          image: nginx:1.29
          lifecycle: { preStop: { sleep: { seconds: ${goodbyeSeconds} } } }
${more}`;

/** Somebody else's Pod. */
const toolbox = `apiVersion: v1
kind: Pod
metadata:
  name: a-toolbox
  labels: { app: toolbox }
spec:
  containers:
    - { name: shell, image: "busybox:1.37", command: ["sleep", "3600"] }
`;

/** It has the label, and it is the Job's, whatever else refers to it: it neither counts nor is it touched. */
const podOfAJob = (name: string, uidOfWeb: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: { app: web }
  ownerReferences:
    - { apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: "${uidOfWeb}" }
    - { apiVersion: batch/v1, kind: Job, name: web, uid: 5e1c6a4e-web, controller: true }
spec:
  containers:
    - { name: report, image: "busybox:1.37", command: ["sleep", "3600"] }
`;

/** It counts all the same: another Pod beside it would crash as well. */
const crashing = JSON.stringify({
  status: { phase: 'Running', containerStatuses: [{ name: 'nginx', image: 'nginx:1.29', imageID: '', ready: false, restartCount: 7, state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
});

const newTemplate = JSON.stringify({ spec: { template: { metadata: { labels: { tier: 'new' } }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.30' }] } } } });

export const scenarios: readonly Scenario[] = [
  {
    name: 'a Pod is deleted',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 50, '      terminationGracePeriodSeconds: 90\n'));
      await stage.settles(60_000);
      // Now and then after many passes.
      await stage.wait(stage.random.chance(0.3) ? 150_000 : 4000);
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      await stage.command(`kubectl delete pod ${name} --wait=false`);
      await stage.settles(15_000);
      // The one that was deleted is on its way out, and stays so for longer than this takes: deleting it once more changes nothing.
      await stage.command('kubectl scale rs web --replicas=2');
      await stage.settles(25_000);
      await stage.wait(60_000);
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'the number is raised and lowered',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      // In the middle between two passes: none has read the template as it was.
      await stage.wait(7500 - (stage.world.t % 5000));
      await stage.command(`kubectl patch rs web -p '${newTemplate}'`);
      const many = stage.random.pick([5, 5, 14, 14, 14, 60]);
      // Who makes one a pass needs so many passes.
      const passesMs = many * 7000;
      // Three passes in a row and more.
      const code = stage.random.pick([403, 500] as const);
      const refused = { type: 'refuse', component: 'controller/caretaker', chance: 1, verb: 'create', code } as const;
      const refusedMs = stage.random.chance(0.3) ? 18_000 : 0;
      if (refusedMs > 0) await stage.fault(refused, refusedMs, `every create of your loop was refused for 18 s with ${code}`);
      await stage.command(`kubectl scale rs web --replicas=${many}`);
      await stage.settles(refusedMs + passesMs + 10_000);
      const verb = stage.random.pick(['none', 'none', 'delete', 'get', 'list'] as const);
      const fault = { type: 'refuse', component: 'controller/caretaker', chance: 1, verb } as const;
      if (verb !== 'none') await stage.fault(fault, 12_000, `every ${verb} of your loop was refused for 12 s`);
      // Where no list comes, at least one is wanted: who takes that for none makes it.
      await stage.command(`kubectl scale rs web --replicas=${stage.random.pick(verb === 'list' ? [1, 2] : [0, 0, 1, 2])}`);
      // Who goes by an earlier number makes it anew.
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      if (verb === 'get') await stage.command(`kubectl delete pod ${name} --wait=false`);
      await stage.settles(passesMs + 20_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'no node has room for a Pod',
    async play(stage) {
      await stage.apply('web.yaml', web(2, 2, '      nodeSelector: { disk: ssd }\n'));
      await stage.settles(60_000);
      // A Pod that has finished stays as it is: no node manages it.
      for (const phase of ['Failed', 'Succeeded']) {
        const { name } = stage.random.pick(podsOf(stage.world)).metadata;
        await stage.command(`kubectl patch pod ${name} --subresource=status -p '{"status":{"phase":"${phase}"}}'`);
        await stage.wait(1000);
        await stage.settles(60_000);
      }
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      await stage.command(`kubectl patch pod ${name} --subresource=status -p '${crashing}'`);
      await stage.wait(6000);
      await stage.settles(60_000);
      await stage.rests(30_000);
    },
  },
  {
    name: 'someone else has a Pod there',
    async play(stage) {
      await stage.apply('toolbox.yaml', toolbox);
      await stage.apply('web.yaml', web(3, 2));
      const uid = stage.world.owners[0]?.desired.metadata.uid ?? '';
      // One first in every list, the other last.
      for (const name of ['web-00000', 'web-zzzzz']) await stage.apply(`${name}.yaml`, podOfAJob(name, uid));
      await stage.settles(60_000);
      await stage.wait(20_000);
      await stage.settles(60_000);
      for (const replicas of [2, 0]) {
        await stage.command(`kubectl scale rs web --replicas=${replicas}`);
        await stage.settles(60_000);
      }
      await stage.rests(12_000);
    },
  },
  {
    name: 'reads are refused for a while',
    trouble: 'refused',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.wait(stage.random.int(5000));
      const verb = stage.random.pick(['get', 'list'] as const);
      const fault = { type: 'refuse', component: 'controller/caretaker', chance: 1, verb } as const;
      await stage.fault(fault, 12_000, `every ${verb} of your loop was refused for 12 s`);
      // Who goes by what was read before makes one too many: for the earlier number, or beside those of the earlier list.
      await stage.command(`kubectl scale rs web --replicas=${verb === 'get' ? 2 : 5}`);
      const { name } = stage.random.pick(podsOf(stage.world)).metadata;
      if (verb === 'get') await stage.command(`kubectl delete pod ${name} --wait=false`);
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'a node is silent for a while',
    async play(stage) {
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      // Its Pods are no longer ready, and run on: for five minutes nobody evicts them.
      await stage.fault({ type: 'pause', component: 'kubelet/node-1' }, 75_000, 'the kubelet of `node-1` was silent for 75 s');
      await stage.wait(65_000);
      await stage.command('kubectl scale rs web --replicas=4');
      await stage.wait(25_000);
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
  {
    name: 'the ReplicaSet is deleted and created again',
    async play(stage) {
      await stage.apply('web.yaml', web(2, 2));
      await stage.settles(60_000);
      // No garbage collector runs: its Pods stay, and name an owner that doesn't exist any more.
      await stage.command('kubectl delete rs web');
      await stage.wait(stage.random.int(2) * 6000);
      await stage.apply('web.yaml', web(3, 2));
      await stage.settles(60_000);
      await stage.rests(12_000);
    },
  },
];
