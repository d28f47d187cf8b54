/** What your store has to live through: drawn calls without a cluster, and the ReplicaSet controller that runs on it. */
import { Pod, ReplicaSet } from 'converge/sdk';
import { expectationCases } from '../../../../../../lesson/universes/cases/expectation-cases.ts';
import { scenarios, setsIn } from '../../../../../../lesson/universes/replica-set-scenarios.ts';
import { perWrite } from '../../../../../../lesson/universes/rules/own-objects.ts';
import { unsettledSet } from '../../../../../../lesson/universes/rules/sets-settle.ts';
import type { Check, Rule } from '../../../../../../lesson/universes/types.ts';
import { inSeconds } from '../../../../../../lesson/universes/words.ts';

const tooMany: Rule = {
  cause: 'trusted its cache too early',
  glyph: 'too-many',
  needsOwnWrites: true,
  question: 'The loop asked your store before it counted. What was still to be shown then, and what did your store answer?',
  judge() {
    const most = new Map<string, number>();
    const newest = perWrite('create', ({ after }, world) => {
      const set = setsIn(world).find(({ active }) => active.some(({ metadata }) => metadata.uid === after?.metadata.uid));
      if (set === undefined || set.active.length <= (most.get(set.set.metadata.uid) ?? 0)) return undefined;
      return { seen: `At ${inSeconds(world.t)} \`${set.name}\` had ${set.active.length} Pods that count, and wanted ${set.wanted}. The loop is the engine’s own; it had asked your store.` };
    })();
    return (world) => {
      for (const { set, wanted } of setsIn(world)) most.set(set.metadata.uid, Math.max(most.get(set.metadata.uid) ?? 0, wanted));
      return newest(world);
    };
  },
};

const stoodStill: Rule = {
  cause: 'waited for what never came',
  glyph: 'stood-still',
  question: 'The loop writes nothing until your store says that all has been shown. What is your store still waiting for?',
  judge: () => unsettledSet,
};

export default {
  controller: 'replicaset',
  part: 'expectations',
  entry: 'expectations.ts',
  cluster: { nodes: 1, profile: 'minimal', withoutControllers: ['deployment', 'garbage-collector', 'namespace', 'pod-gc', 'taint-eviction'], withoutEvents: true },
  subject: { kind: ReplicaSet, makes: Pod, writes: ['status'] },
  // The loop is the engine's own: what it does wrongly, the store has made it do.
  without: ['reported a number that wasn’t so', 'kept a failure to itself'],
  scenarios,
  cases: expectationCases,
  always: [tooMany],
  settled: [stoodStill],
} satisfies Check;
