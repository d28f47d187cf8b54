/**
 * custom.metrics.k8s.io: metrics that describe an object of the cluster. The object says them itself, by annotations
 * `converge.dev/metric.<name>`, or a Pod at its `/metrics`. (upstream: custom-metrics-apiserver pkg/registry/custom_metrics, prometheus-adapter pkg/custom-provider)
 */
import type { Received, ServerParts } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import type { Resource } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { respondJson } from '../../apiserver/respond.ts';
import type { Storage } from '../../apiserver/storage.ts';
import {
  formatTime,
  type KubeObject,
  type LabelMatcher,
  labelSelectorOf,
  parseLabelMatcher,
  pathNotFound,
  qualified,
} from '../../meta/index.ts';
import { checkRead, type ListedMetric, type MetricGroup, refuseMetric, refuseUnknown } from './metric-group.ts';
import { type Sample, samplesOf, sumOf } from './samples.ts';
import { scrapedOf } from './scraper.ts';

const prefix = 'converge.dev/metric.';

export const customMetrics: MetricGroup = {
  group: 'custom.metrics.k8s.io',
  versions: ['v1beta2', 'v1beta1'],
  metrics,
  serve,
};

function metrics(resources: Resources): readonly ListedMetric[] {
  const found = new Map<string, ListedMetric>();
  for (const { resource, cache } of resources.all) {
    for (const object of cache.list('')) {
      for (const metric of namesOf(resources, object)) {
        const name = `${qualified(resource)}/${metric}`;
        found.set(name, listed(name, resource));
      }
    }
  }
  return [...found.keys()].sort().flatMap((name) => found.get(name) ?? []);
}

function namesOf(resources: Resources, object: KubeObject): readonly string[] {
  const { annotations } = object.metadata;
  const scraped = scrapedOf(resources, object);
  // Most say nothing, and there may be very many.
  if (annotations === undefined && scraped === undefined) return [];
  const said = Object.keys(annotations ?? {}).filter((key) => key.startsWith(prefix));
  return [...said.map((key) => key.slice(prefix.length)), ...(scraped?.samples.keys() ?? [])];
}

function listed(name: string, { definition: { namespaced } }: Resource): ListedMetric {
  return { name, singularName: '', namespaced, kind: 'MetricValueList', verbs: ['get'] };
}

/** What is asked for. */
interface Question {
  /** `pods`, `ingresses.networking.k8s.io` */
  readonly described: string;
  readonly namespace: string;
  /** `*`: those of the namespace that the label selector selects. */
  readonly name: string;
  readonly metric: string;
  /** Of the metric's own labels. */
  readonly labels: string;
  readonly matches: LabelMatcher;
}

function questionOf({ info, request: { query } }: Received): Question {
  const labels = query['metricLabelSelector'] ?? '';
  const rest = { labels, matches: parseLabelMatcher(labels) };
  const { resource, namespace, name, subresource } = info;
  if (resource === 'metrics' && namespace !== '' && subresource === '') {
    return { described: 'namespaces', namespace: '', name: namespace, metric: name, ...rest };
  }
  if (name === '' || subresource === '' || subresource.includes('/')) refuse(pathNotFound());
  return { described: resource, namespace, name, metric: subresource, ...rest };
}

function serve(received: Received, parts: ServerParts): void {
  checkRead(received, customMetrics);
  const question = questionOf(received);
  const { info, request, exchange } = received;
  const { described, namespace, metric } = question;
  const storage = storageOf(question, parts.resources);
  const all = storage === undefined ? [] : [...storage.cache.list('')];
  if (storage === undefined || !all.some((object) => samplesFor(parts.resources, object, metric) !== undefined)) {
    refuseUnknown(customMetrics, parts.resources, metric, described);
  }
  const selects = parseLabelMatcher(request.query['labelSelector'] ?? '');
  const objects = all.filter(({ metadata }) => {
    if ((metadata.namespace ?? '') !== namespace) return false;
    return question.name === '*' ? selects(metadata.labels) : metadata.name === question.name;
  });
  const timestamp = formatTime(parts.clock.now());
  const items = objects.flatMap((object) => {
    const samples = samplesFor(parts.resources, object, metric) ?? [];
    const value = sumOf(samples.filter(({ labels }) => question.matches(labels)));
    if (value === undefined) return [];
    const { group, definition } = storage.resource;
    const describedObject = {
      kind: definition.kind,
      ...(namespace !== '' && { namespace }),
      name: object.metadata.name,
      apiVersion: `${group}/${definition.version}`,
    };
    return [{ describedObject, ...identified(question, info.version, { timestamp, value }) }];
  });
  if (question.name !== '*' && items.length === 0) refuseMetric(metric, `${described} ${question.name}`);
  const apiVersion = `${customMetrics.group}/${info.version}`;
  respondJson(exchange, 200, { kind: 'MetricValueList', apiVersion, metadata: {}, items });
}

/** v1beta1 has the metric's name and selector beside the value. */
function identified({ metric: name, labels }: Question, version: string, value: object): object {
  const selector = labels === '' ? null : labelSelectorOf(labels);
  return version === 'v1beta1' ? { metricName: name, ...value, selector } : { metric: { name, selector }, ...value };
}

/** Of the first version that is served. */
function storageOf({ described, namespace }: Question, { all }: Resources): Storage | undefined {
  return all.find(({ resource }) => {
    return qualified(resource) === described && resource.definition.namespaced === (namespace !== '');
  });
}

/** What the object says comes before what is read at its port. */
function samplesFor(resources: Resources, object: KubeObject, metric: string): readonly Sample[] | undefined {
  const text = object.metadata.annotations?.[prefix + metric];
  return text === undefined ? scrapedOf(resources, object)?.samples.get(metric) : samplesOf(text);
}
