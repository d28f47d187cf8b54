/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

const outweighs = 'The task asks for a weight that outweighs the others, and this one does.';

export default {
  equivalent: {
    'bound-by-one: return Math.trunc(50 * (cpu + memory)); → return Math.trunc(49 * (cpu + memory));': 'The order of the nodes is the same; the weight makes up for two points of a hundred.',
    'bound-by-one: weight: 1000, → weight: 1001,': outweighs,
    'bound-by-one: weight: 1000, → weight: 999,': outweighs,
  },
  accepted: {},
} satisfies KnownMutants;
