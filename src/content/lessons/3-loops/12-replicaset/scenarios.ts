/** What your loop has to live through beside that which it shares with lessons 10 and 11. */
import { isReady } from 'converge/sdk';
import { scale, setOf } from '../../../../lesson/universes/replica-set-manifests.ts';
import { scenarios as shared, targetSet } from '../../../../lesson/universes/replica-set-scenarios.ts';
import type { Scenario } from '../../../../lesson/universes/types.ts';

const component = 'controller/replicaset';

export const scenarios: readonly Scenario[] = [
  ...shared,
  {
    name: 'the cache is far behind',
    trouble: 'late',
    async play(stage) {
      const { namespace, name } = stage.target;
      await stage.apply('web.yaml', setOf(stage.target, 2, 2));
      await stage.settles(60_000);
      await stage.wait(12_000);
      // Longer than whoever sets a time limit of their own would wait: upstream waits for five minutes.
      const late = { type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs: 20_000 } as const;
      await stage.fault(late, 50_000, 'the watch to your loop ran 20 s behind');
      await stage.command(scale(stage.target, 3 + stage.random.int(3)));
      // Each calls the loop while its cache doesn't show yet what it has made.
      for (let count = 0; count < 5; count += 1) {
        await stage.wait(4000);
        await stage.command(`kubectl annotate rs ${name} -n ${namespace} looked=t${count} --overwrite`);
      }
      await stage.wait(32_000);
      await stage.settles(60_000);
      // The last event comes 20 s after the others have caught up.
      await stage.wait(25_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'one label after the other is taken away',
    trouble: 'late',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 3 + stage.random.int(3), 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      // One release is under way while the Pod that replaces another is on its way into the cache.
      const delayMs = 700 + stage.random.int(800);
      const late = { type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs } as const;
      const slow = { type: 'link', from: component, to: 'apiserver', delayMs: 400 } as const;
      await stage.fault(late, 10_000, `the watch to your loop ran ${delayMs} ms behind`);
      await stage.fault(slow, 10_000, 'requests of your loop took 400 ms');
      for (const { metadata } of targetSet(stage)?.pods ?? []) {
        await stage.command(`kubectl label pod ${metadata.name} -n ${metadata.namespace} app=else --overwrite`);
        await stage.wait(100 + stage.random.int(1200));
      }
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(15_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'the number is lowered while Pods start',
    trouble: 'late',
    async play(stage) {
      const late = { type: 'link', from: 'apiserver', to: component, watchOnly: true, delayMs: 1500 } as const;
      await stage.fault(late, 30_000, 'the watch to your loop ran 1500 ms behind');
      const wanted = 6 + stage.random.int(3);
      await stage.apply('web.yaml', setOf(stage.target, wanted, 2));
      // All are there, so that no pass is still making some.
      const isStarting = (): boolean => targetSet(stage)?.pods.length === wanted && targetSet(stage)?.pods.some(isReady) === true;
      for (let looks = 0; looks < 600 && !isStarting(); looks += 1) await stage.wait(50);
      // After its delete the loop is shown how its choice, and the others, become ready: by then another Pod would be first to go.
      await stage.command(scale(stage.target, wanted - 1 - stage.random.int(2)));
      await stage.wait(5000);
      await stage.settles(60_000);
      await stage.wait(25_000);
      await stage.rests(10_000);
    },
  },
  {
    name: 'a Pod can’t be let go for a while',
    trouble: 'refused',
    async play(stage) {
      await stage.apply('web.yaml', setOf(stage.target, 3, 2));
      await stage.settles(60_000);
      await stage.wait(5000);
      const { name, namespace } = stage.random.pick(targetSet(stage)?.pods ?? []).metadata;
      // Until the Pod that may replace it runs: after that nothing happens that would call the loop by chance.
      const refused = { type: 'refuse', component, chance: 1, verb: 'patch' } as const;
      await stage.fault(refused, 8000, 'every patch of your loop was refused for 8 s');
      await stage.command(`kubectl label pod ${name} -n ${namespace} app=else --overwrite`);
      await stage.wait(2000);
      await stage.settles(60_000);
      await stage.wait(15_000);
      await stage.rests(10_000);
    },
  },
];
