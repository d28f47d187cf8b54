/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    "StringLiteral: message: `privileged: ${fields.join(', ')}`, → message: `privileged: ${fields.join(\"\")}`,":
      'The task asks that each field is named, not for what stands between the names.',
  },
  accepted: {},
} satisfies KnownMutants;
