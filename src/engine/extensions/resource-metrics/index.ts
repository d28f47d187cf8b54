/** metrics.k8s.io: what nodes and pods use (upstream: metrics-server). */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { resourceMetrics } from './resource-metrics.ts';

export const resourceMetricsFeature: ApiFeature = {
  name: 'resource-metrics',
  unstored: resourceMetrics,
};
