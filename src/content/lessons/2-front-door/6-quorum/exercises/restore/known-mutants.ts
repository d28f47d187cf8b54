/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../../../lesson/node/mutants/known-mutants.ts';

const why = 'One revision more or less makes no difference: both are far above all that was seen.';

export default {
  equivalent: {
    'number-by-one: etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted → etcdutl snapshot restore $file --bump-revision 1000000001 --mark-compacted': why,
    'number-by-one: etcdutl snapshot restore $file --bump-revision 1000000000 --mark-compacted → etcdutl snapshot restore $file --bump-revision 999999999 --mark-compacted': why,
  },
  accepted: {},
} satisfies KnownMutants;
