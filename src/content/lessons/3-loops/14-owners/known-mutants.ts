/** Mutants of the solution that `check.ts` lets pass, and why. */
import type { KnownMutants } from '../../../../lesson/node/mutants/known-mutants.ts';

export default {
  equivalent: {
    'live-read: const known = tools.lister(ConfigMap).get(keyOf(record)); → const known = (await tools.client.get(ConfigMap, keyOf(record)).catch(() => undefined));':
      'Another right answer: the record is read live, and where that fails the create is refused and tried again.',
    'swap-statements: … if (!finalizers.includes(finalizer)) await writeFinalizers([...finalizers, final … d9595f … → … const known = tools.lister(ConfigMap).get(keyOf(record)); if (!finalizers.includ … 9be08b …':
      'The cache is read earlier; the order of the two writes stays.',
    [`ArrayDeclaration: data?.['site'] !== undefined ? [data['site']] : []; → data?.['site'] !== undefined ? [data['site']] : ["Stryker was here"];`]:
      'A ConfigMap that names no site asks for a key that no site has: one pass more, which ends at its first line.',
  },
  accepted: {},
} satisfies KnownMutants;
