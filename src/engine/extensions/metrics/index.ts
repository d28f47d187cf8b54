/** `/metrics`: requests and objects of this server. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { createMetrics } from './metrics.ts';

export { exposition } from './exposition.ts';

export const metricsFeature: ApiFeature = {
  name: 'metrics',
  metrics: createMetrics,
};
