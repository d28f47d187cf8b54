/** …/scale of workloads and custom resources. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { getScale, patchScale, updateScale } from './scale.ts';

export const scaleFeature: ApiFeature = {
  name: 'scale',
  subresources: { scale: { GET: getScale, PUT: updateScale, PATCH: patchScale } },
};
