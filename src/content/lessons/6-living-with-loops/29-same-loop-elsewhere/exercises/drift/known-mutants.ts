/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: { 'drop-command: terraform plan → ': 'A plan only looks. Whoever leaves it out applies the same one, unread.' },
  accepted: {},
} satisfies KnownMutants;
