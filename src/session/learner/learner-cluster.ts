import type { Cluster } from '../../engine/index.ts';
import type { Written } from './parts/written.ts';

/** What learner code needs of the cluster, or of what stands for it where the code runs apart. */
export type LearnerCluster = Pick<
  Cluster,
  'now' | 'after' | 'unsettled' | 'onLog' | 'swap' | 'unswap' | 'usePlugins' | 'useParts' | 'swapWebhook' | 'unswapWebhook' | 'client' | 'trace'
> & {
  /** Takes a function that is called without a cluster; only where the code runs apart. */
  useFunction?(name: string, written: Written): void;
};
