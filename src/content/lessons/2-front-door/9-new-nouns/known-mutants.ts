/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

const words = 'The words of a refusal are the author’s.';

export default {
  equivalent: {
    'drop-field: spec.names.singular': 'Without it the singular is the kind in small letters: the same.',
    'drop-field: spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.room.x-kubernetes-validations[0].message': words,
    'drop-field: spec.versions[0].schema.openAPIV3Schema.properties.spec.x-kubernetes-validations[0].message': words,
  },
  accepted: {},
} satisfies KnownMutants;
