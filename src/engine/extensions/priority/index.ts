/** Pods get the number of their PriorityClass. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { priority } from './plugin.ts';

export const priorityFeature: ApiFeature = {
  name: 'priority',
  admission: [priority],
};
