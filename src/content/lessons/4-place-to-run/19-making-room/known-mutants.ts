/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'number-by-one: kubectl scale deployment db --replicas=2 → kubectl scale deployment db --replicas=3':
      'A third Pod for the move serves as well as a second, and goes with it.',
  },
  accepted: {},
} satisfies KnownMutants;
