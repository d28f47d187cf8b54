/** What a kubelet evicts pods by: the figures that metrics.k8s.io has, and the manager that goes by them. */
import { nodeOverhead, usageOf } from '../extensions/resource-metrics/usage.ts';
import { createEvictionManager } from '../node/eviction/manager.ts';
import type { CreateEvictionManager } from '../node/eviction/types.ts';

export const createNodeEviction: CreateEvictionManager = (host, changed) =>
  createEvictionManager(host, { memoryOf: usageOf, overhead: nodeOverhead.bytes ?? 0 }, changed);
