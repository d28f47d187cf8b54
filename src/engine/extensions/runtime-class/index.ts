/** Pods get what their RuntimeClass costs and where it can run. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { runtimeClass } from './plugin.ts';

export const runtimeClassFeature: ApiFeature = {
  name: 'runtime-class',
  admission: [runtimeClass],
};
