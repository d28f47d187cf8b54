/** What your rules are held against: Services and slices that are drawn, each with the rules that upstream makes of them. */
import { Service } from 'converge/sdk';
import type { Check } from '../../../../../../lesson/universes/types.ts';
import { cases } from './cases.ts';

export default {
  controller: 'kube-proxy/service-rules',
  part: 'service-rules',
  entry: 'service-rules.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: Service, writes: [] },
  scenarios: [],
  cases,
  always: [],
  settled: [],
} satisfies Check;
