/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'ConditionalExpression: … event.cached === undefined … → … Boolean(false) …':
      'To let the request look at nothing first is right as well: what it says of an old copy is not believed, and what it creates is guarded.',
  },
  accepted: {},
} satisfies KnownMutants;
