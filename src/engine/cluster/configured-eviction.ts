/** Kubelets that are configured: what they evict by, and how their pods end when their node is switched off. In a page they aren't. */
import { createEvictionPolicy } from '../node/eviction/configured-policy.ts';
import type { CreateEvictionManager, KubeletConfiguration } from '../node/eviction/types.ts';
import { withShutdown } from '../node/shutdown/manager.ts';
import { shutdownGroups } from '../node/shutdown/policy.ts';
import type { createNodeEviction } from './node-eviction.ts';

/** @throws Error for a configuration that a kubelet refuses to start with. */
export function checkKubeletConfiguration(configuration: KubeletConfiguration): void {
  createEvictionPolicy(configuration);
  shutdownGroups(configuration);
}

/** `create`: in a page it comes in another piece. */
export function createConfiguredEviction(configuration: KubeletConfiguration, create: typeof createNodeEviction): CreateEvictionManager {
  const manager = create(createEvictionPolicy(configuration));
  const groups = shutdownGroups(configuration);
  return groups.length === 0 ? manager : withShutdown(manager, groups);
}
