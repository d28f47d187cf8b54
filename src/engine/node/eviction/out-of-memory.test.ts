/** The table of upstream's pkg/kubelet/qos/policy_test.go, written anew. */
import { expect, test } from 'vitest';
import type { Pod } from '../../sdk/index.ts';
import { oomScoreAdjust } from './out-of-memory.ts';

const standard = 8_000_000_000;
const pod = (qosClass: string, memory?: string, priorityClassName?: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', uid: '', resourceVersion: '', creationTimestamp: '' },
  spec: {
    containers: [{ name: 'c', ...(memory !== undefined && { resources: { requests: { memory } } }) }],
    ...(priorityClassName !== undefined && { priorityClassName }),
  },
  status: { qosClass },
});

test.each<[what: string, pod: Pod, capacity: number, least: number, most: number]>([
  ['best effort', pod('BestEffort'), 4_000_000_000, 1000, 1000],
  ['limits, no requests', pod('Guaranteed', '10G'), 8_000_000_000, -997, -997],
  ['a little is requested', pod('Burstable', '100M'), 4_000_000_000, 975, 975],
  ['half of it', pod('Burstable', `${standard / 2}`), standard, 500, 500],
  ['all of it', pod('Burstable', `${standard - 1}`), standard, 3, 3],
  ['CPU alone', pod('Burstable'), standard, 999, 999],
  ['critical for the node', pod('BestEffort', undefined, 'system-node-critical'), standard, -997, -997],
  ['critical for the cluster', pod('BestEffort', undefined, 'system-cluster-critical'), standard, 1000, 1000],
])('oom_score_adj: %s (TestGetContainerOOMScoreAdjust)', (_, each, capacity, least, most) => {
  const adjust = oomScoreAdjust(each, 'c', capacity);
  expect(adjust).toBeGreaterThanOrEqual(least);
  expect(adjust).toBeLessThanOrEqual(most);
});
