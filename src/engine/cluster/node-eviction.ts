/** What a kubelet evicts pods by: the figures that metrics.k8s.io has, and the manager that goes by them. */
import { nodeOverhead, usageOf } from '../extensions/resource-metrics/usage.ts';
import { createEvictionManager } from '../node/eviction/manager.ts';
import type { EvictionPolicy } from '../node/eviction/policy.ts';
import type { CreateEvictionManager } from '../node/eviction/types.ts';

/** `policy`: where a kubelet's configuration says one. */
export const createNodeEviction =
  (policy: EvictionPolicy | undefined): CreateEvictionManager =>
  (host, changed) =>
    createEvictionManager(host, { memoryOf: usageOf, overhead: nodeOverhead.bytes ?? 0, policy }, changed);
