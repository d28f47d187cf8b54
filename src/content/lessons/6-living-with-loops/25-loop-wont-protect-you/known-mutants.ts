import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

/** Mutants that no universe tells from the solution. */
export default {
  equivalent: {},
  accepted: {},
} satisfies KnownMutants;
