/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'number-by-one: kubectl patch quota pods --namespace=team -p \'{"spec":{"hard":{"pods":"2"}}}\' → kubectl patch quota pods --namespace=team -p \'{"spec":{"hard":{"pods":"3"}}}\'':
      'The task asks for a small quota, and three is small.',
  },
  accepted: {},
} satisfies KnownMutants;
