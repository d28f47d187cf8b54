/** What your loop has to live through, what must hold after every revision, and what must hold once things have settled. */
import { Node } from 'converge/sdk';
import type { Check } from '../../../../lesson/universes/types.ts';
import { emptiedReady, emptiedTooMany, gaveUpEmptying, markedEarly, markedLate, repeated, saidSomethingElse, spokeForTheKubelet, touchedTaints } from './always.ts';
import { nodeScenarios } from './scenarios.ts';
import { keptAll, keptTaint, unemptied, unmarked } from './settled.ts';

export default {
  controller: 'node-lifecycle',
  entry: 'index.ts',
  cluster: { nodes: 3, profile: 'minimal', withoutControllers: ['deployment', 'garbage-collector', 'namespace', 'pod-gc', 'replicaset', 'taint-eviction'], withoutEvents: true },
  subject: { kind: Node, writes: ['status.conditions', 'spec.taints'] },
  neighbours: [],
  scenarios: nodeScenarios,
  always: [markedEarly, markedLate, repeated, spokeForTheKubelet, saidSomethingElse, touchedTaints, emptiedReady, emptiedTooMany, gaveUpEmptying],
  settled: [unmarked, keptTaint, keptAll, unemptied],
} satisfies Check;
