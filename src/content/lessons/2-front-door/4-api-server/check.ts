/** What your validation is held against: drawn ConfigMaps, good and hostile, without a cluster. */
import { ConfigMap } from 'converge/sdk';
import { configMapCases } from '../../../../lesson/universes/cases/config-map-cases.ts';
import type { Check } from '../../../../lesson/universes/types.ts';

export default {
  controller: 'apiserver/validate-config-map',
  part: 'validate-config-map',
  entry: 'validation.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, writes: [] },
  scenarios: [],
  cases: configMapCases,
  always: [],
  settled: [],
} satisfies Check;
