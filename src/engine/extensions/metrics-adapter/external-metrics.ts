/**
 * external.metrics.k8s.io: metrics of what is outside of the cluster. ConfigMaps labeled `converge.dev/external-metrics=true` say them to their
 * namespace, each key a metric. (upstream: custom-metrics-apiserver pkg/registry/external_metrics, prometheus-adapter pkg/external-provider)
 */
import { ConfigMap } from '../../api/index.ts';
import type { Received, ServerParts } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { respondJson } from '../../apiserver/respond.ts';
import { formatQuantity, formatTime, parseLabelMatcher, pathNotFound } from '../../meta/index.ts';
import { checkRead, type MetricGroup, refuseUnknown } from './metric-group.ts';
import { samplesOf } from './samples.ts';

const label = 'converge.dev/external-metrics';

export const externalMetrics: MetricGroup = {
  group: 'external.metrics.k8s.io',
  versions: ['v1beta1'],
  metrics(resources) {
    const names = new Set([...sources(resources, '')].flatMap(({ data = {} }) => Object.keys(data)));
    return [...names]
      .sort()
      .map((name) => ({ name, singularName: '', namespaced: true, kind: 'ExternalMetricValueList', verbs: ['get'] }));
  },
  serve,
};

function* sources(resources: Resources, namespace: string): Iterable<ConfigMap> {
  for (const object of resources.find('', 'v1', 'configmaps')?.cache.list(namespace) ?? []) {
    if (object.metadata.labels?.[label] === 'true' && isOf(ConfigMap, object)) yield object;
  }
}

function serve(received: Received, { resources, clock }: ServerParts): void {
  checkRead(received, externalMetrics);
  const { info, request, exchange } = received;
  const { namespace, resource: metricName, name, version } = info;
  if (namespace === '' || name !== '') refuse(pathNotFound());
  const known = [...sources(resources, '')].some(({ data = {} }) => Object.hasOwn(data, metricName));
  // The adapter's words: for the namespace `default` a resource, for others none.
  if (!known) refuseUnknown(externalMetrics, resources, metricName, namespace === 'default' ? 'namespaces' : '');
  const matches = parseLabelMatcher(request.query['labelSelector'] ?? '');
  const timestamp = formatTime(clock.now());
  const items = [...sources(resources, namespace)]
    .flatMap(({ data }) => samplesOf(data?.[metricName] ?? ''))
    .filter(({ labels }) => matches(labels))
    .map(({ labels, value }) => ({ metricName, metricLabels: labels, timestamp, value: formatQuantity(value) }));
  const apiVersion = `${externalMetrics.group}/${version}`;
  respondJson(exchange, 200, { kind: 'ExternalMetricValueList', apiVersion, metadata: {}, items });
}
