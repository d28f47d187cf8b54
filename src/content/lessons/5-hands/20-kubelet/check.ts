/** What your function has to live through: every moment of Pods on a node that is played to it. */
import { ConfigMap } from 'converge/sdk';
import { syncPodCases } from '../../../../lesson/universes/cases/sync-pod-cases.ts';
import type { Check } from '../../../../lesson/universes/types.ts';

export default {
  controller: 'kubelet/sync-pod',
  part: 'sync-pod',
  entry: 'sync-pod.ts',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'] },
  subject: { kind: ConfigMap, writes: [] },
  scenarios: [],
  cases: syncPodCases,
  always: [],
  settled: [],
} satisfies Check;
