/** What your updates are held against: a real store, rivals that write to it, a cache that lags, and answers that don’t come. */
import { ConfigMap } from 'converge/sdk';
import { updateCases } from '../../../../lesson/universes/cases/update-cases.ts';
import type { Check } from '../../../../lesson/universes/types.ts';

export default {
  controller: 'apiserver/compare-and-swap',
  part: 'compare-and-swap',
  entry: 'update.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, writes: [] },
  scenarios: [],
  cases: updateCases,
  always: [],
  settled: [],
} satisfies Check;
