/** What your rule is held against: the laws of a vote, each tried with members and candidates that are drawn. */
import { ConfigMap } from 'converge/sdk';
import { voteRuleCases } from '../../../../lesson/universes/cases/vote-rule-cases.ts';
import type { Check } from '../../../../lesson/universes/types.ts';

export default {
  controller: 'etcd/vote-rule',
  part: 'vote-rule',
  entry: 'vote-rule.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, writes: [] },
  scenarios: [],
  cases: voteRuleCases,
  always: [],
  settled: [],
} satisfies Check;
