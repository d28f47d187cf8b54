/** The two PriorityClasses that every cluster has. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { systemPriorityClasses } from './start-hook.ts';

export const systemPriorityClassesFeature: ApiFeature = {
  name: 'system-priority-classes',
  startHooks: [systemPriorityClasses],
};
