/** Pods stay on an unreachable node for five minutes. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { defaultTolerationSeconds } from './plugin.ts';

export const defaultTolerationSecondsFeature: ApiFeature = {
  name: 'default-toleration-seconds',
  admission: [defaultTolerationSeconds],
};
