/** Defaults and limits of a namespace: LimitRange. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { limitRanger } from './plugin.ts';

export const limitRangerFeature: ApiFeature = {
  name: 'limit-ranger',
  admission: [limitRanger],
};
