/** What the learner's loop has to live through, and what must hold between Services and the cloud. */
import { Service } from 'converge/sdk';
import { cloudDraws } from '../../../../lesson/universes/cloud-faults.ts';
import { usualTarget } from '../../../../lesson/universes/neighbours/target.ts';
import type { Check } from '../../../../lesson/universes/types.ts';
import { followed, givenBack, heldFirst, keptAddress, keptFinalizers, others, pausesGrow, second, updatesAtRest, saidNothing } from './rules.ts';
import { scenarios } from './scenarios.ts';

export default {
  controller: 'service',
  entry: 'load-balancers.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'], withoutEvents: true, cloud: true },
  subject: { kind: Service, writes: ['status.loadBalancer'] },
  target: () => usualTarget,
  neighbours: [],
  faults: ['late', 'doubled', 'crash', 'slow', 'refused', 'cloud refused', 'cloud slow', 'cloud quota', 'cloud down'],
  draws: cloudDraws,
  // A plan of it restarts the loop from a cache that still shows a Service that is gone: only a memory on disk helps there.
  derived: false,
  scenarios,
  always: [second, heldFirst, keptAddress, keptFinalizers, others, pausesGrow, saidNothing],
  settled: [followed, givenBack, updatesAtRest],
} satisfies Check;
