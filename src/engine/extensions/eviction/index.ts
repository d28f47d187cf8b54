/** pods/…/eviction: deletion that heeds PodDisruptionBudgets. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { evict } from './eviction.ts';

export const evictionFeature: ApiFeature = {
  name: 'eviction',
  subresources: { eviction: { POST: evict } },
};
