/** What your reflector has to live through: steps without a cluster, and the ReplicaSet controller whose caches it fills. */
import { Pod, ReplicaSet } from 'converge/sdk';
import { reflectorCases } from '../../../../lesson/universes/cases/reflector-cases.ts';
import { scenarios } from '../../../../lesson/universes/replica-set-scenarios.ts';
import { unsettledSet } from '../../../../lesson/universes/rules/sets-settle.ts';
import type { Check, Rule } from '../../../../lesson/universes/types.ts';

const stoodStill: Rule = {
  cause: 'acted on a cache that was wrong',
  glyph: 'stood-still',
  question: 'What does the cache have, and what does the API server have? Which event did the cache miss?',
  judge: () => unsettledSet,
};

export default {
  controller: 'replicaset',
  part: 'reflector',
  entry: 'reflector.ts',
  cluster: { nodes: 1, profile: 'minimal', withoutControllers: ['deployment', 'garbage-collector', 'namespace', 'pod-gc', 'taint-eviction'], withoutEvents: true },
  subject: { kind: ReplicaSet, makes: Pod, writes: ['status'] },
  // The loop is the engine's own: what it does wrongly, its cache has made it do.
  without: ['reported a number that wasn’t so', 'kept a failure to itself'],
  faults: ['late', 'uneven', 'doubled', 'cut', 'slow', 'refused'],
  derived: false,
  scenarios,
  cases: reflectorCases,
  always: [],
  settled: [stoodStill],
} satisfies Check;
