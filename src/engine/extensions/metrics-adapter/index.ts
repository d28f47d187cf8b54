/** custom.metrics.k8s.io and external.metrics.k8s.io, as an adapter answers them behind the API server (upstream: prometheus-adapter). */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { customMetrics } from './custom-metrics.ts';
import { serveDocument } from './discovery.ts';
import { externalMetrics } from './external-metrics.ts';
import { scrape } from './scraper.ts';

export const metricsAdapterFeature: ApiFeature = {
  name: 'metrics-adapter',
  startHooks: [scrape],
  aggregated: {
    groups: [customMetrics.group, externalMetrics.group],
    serve: (received, parts) =>
      (received.info.group === customMetrics.group ? customMetrics : externalMetrics).serve(received, parts),
    serveDocument: (request, path, exchange, resources) =>
      serveDocument({ request, path, exchange }, resources, [customMetrics, externalMetrics]),
  },
};
