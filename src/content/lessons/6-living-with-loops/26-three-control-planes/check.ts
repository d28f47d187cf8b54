/** What your rule is held against: small elections in which candidates sleep, restart, aren’t answered, and have clocks of their own. */
import { Lease } from 'converge/sdk';
import { electionCases } from '../../../../lesson/universes/cases/election-cases.ts';
import type { Check } from '../../../../lesson/universes/types.ts';

export default {
  controller: 'election/lease-rule',
  part: 'lease-rule',
  entry: 'lease-rule.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: Lease, writes: [] },
  scenarios: [],
  cases: electionCases,
  always: [],
  settled: [],
} satisfies Check;
