/** What your rule is held against: the laws of a commit, each tried with leaders that are drawn. */
import { ConfigMap } from 'converge/sdk';
import { commitRuleCases } from '../../../../lesson/universes/cases/commit-rule-cases.ts';
import type { Check } from '../../../../lesson/universes/types.ts';

export default {
  controller: 'etcd/commit-rule',
  part: 'commit-rule',
  entry: 'commit-rule.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, writes: [] },
  scenarios: [],
  cases: commitRuleCases,
  always: [],
  settled: [],
} satisfies Check;
