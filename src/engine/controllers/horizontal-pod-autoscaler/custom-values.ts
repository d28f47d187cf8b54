/** What custom.metrics.k8s.io and external.metrics.k8s.io report. (upstream podautoscaler/metrics/client.go, k8s.io/metrics/pkg/client) */
import { type Client, formatLabelSelector, type Json, type Kind, type LabelSelector, timeMsOf } from 'converge/sdk';
import { milliOf, type Refusal, type Sample, type Samples } from './metrics.ts';

/** Which metric, and which of its series. */
export interface Metric {
  readonly name: string;
  readonly selector?: LabelSelector;
}

/** How long a value was measured, where it doesn't say so. */
const windowMs = 60_000;

const custom = { group: 'custom.metrics.k8s.io', version: 'v1beta2', kind: 'MetricValue' } as const;
const external = { group: 'external.metrics.k8s.io', version: 'v1beta1', kind: 'ExternalMetricValue' } as const;

/** Of each Pod that the selector selects. */
export async function podValues(
  client: Client,
  { namespace, selector }: { readonly namespace: string; readonly selector: string },
  metric: Metric,
): Promise<Samples | Refusal> {
  const pods: Kind = { ...custom, plural: 'pods', namespaced: true };
  const query = { labelSelector: selector, ...selectorQuery('metricLabelSelector', metric) };
  const read = () => client.getSubresource(pods, { namespace, name: '*' }, segment(metric.name), query);
  const found = await valuesOf(read, 'custom');
  if ('error' in found) return found;
  return new Map(found.values.map(({ name, ...sample }) => [name, sample]));
}

/** Of one object, in thousandths. `resource`: `services`, `ingresses.networking.k8s.io`; of namespaces always the one given. */
export async function objectValue(
  client: Client,
  object: { readonly namespace: string; readonly resource: string; readonly name: string },
  metric: Metric,
): Promise<{ readonly milli: number } | Refusal> {
  const { namespace, resource, name } = object;
  const isNamespace = resource === 'namespaces';
  const kind: Kind = { ...custom, plural: resource, namespaced: !isNamespace };
  const ref = isNamespace ? { name: namespace } : { namespace, name };
  const subresource = isNamespace ? `metrics/${segment(metric.name)}` : segment(metric.name);
  const query = selectorQuery('metricLabelSelector', metric);
  const found = await valuesOf(() => client.getSubresource(kind, ref, subresource, query), 'custom');
  if ('error' in found) return found;
  const [value] = found.values;
  if (value !== undefined && found.values.length === 1) return value;
  const error = `the custom metrics API server returned ${found.values.length} results when we asked for exactly one`;
  return { error: `unable to fetch metrics from custom metrics API: ${error}` };
}

/** All values of an external metric together, in thousandths. */
export async function externalValue(
  client: Client,
  namespace: string,
  metric: Metric,
): Promise<{ readonly milli: number } | Refusal> {
  const namespaces: Kind = { ...external, plural: 'namespaces', namespaced: false };
  const query = selectorQuery('labelSelector', metric);
  const read = () => client.getSubresource(namespaces, { name: namespace }, segment(metric.name), query);
  const found = await valuesOf(read, 'external');
  if ('error' in found) return found;
  return { milli: found.values.reduce((sum, { milli }) => sum + milli, 0) };
}

function selectorQuery(parameter: string, { selector }: Metric): Readonly<Record<string, string>> {
  if (selector === undefined || Object.keys(selector).length === 0) return {};
  return { [parameter]: formatLabelSelector(selector) };
}

/** A name as a piece of a path. */
const segment = (name: string): string => encodeURIComponent(name);

interface NamedSample extends Sample {
  /** Of the object that it describes; '' of what is outside. */
  readonly name: string;
}

interface ListBody {
  readonly items?: readonly {
    readonly describedObject?: { readonly name: string };
    readonly timestamp: string;
    readonly windowSeconds?: number;
    readonly value: string;
  }[];
}

/** What a list of values says, at least one. */
async function valuesOf(
  read: () => Promise<Json>,
  api: 'custom' | 'external',
): Promise<{ readonly values: readonly NamedSample[] } | Refusal> {
  let body: ListBody;
  try {
    body = (await read()) as ListBody;
  } catch (error) {
    return { error: `unable to fetch metrics from ${api} metrics API: ${causeOf(error)}` };
  }
  const values = (body.items ?? []).map(({ describedObject, timestamp, windowSeconds, value }) => ({
    name: describedObject?.name ?? '',
    milli: milliOf(value),
    atMs: timeMsOf(timestamp),
    windowMs: windowSeconds === undefined ? windowMs : windowSeconds * 1000,
  }));
  return values.length > 0 ? { values } : { error: `no metrics returned from ${api} metrics API` };
}

/** Without an adapter the group isn't there, which a client sees before it asks for a metric. */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === 'the server could not find the requested resource'
    ? 'no known available metric versions found'
    : message;
}

/** As upstream's messages show a selector, in Go's notation. */
export function goSelector(selector: LabelSelector | undefined): string {
  if (selector === undefined) return 'nil';
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const labels = Object.keys(matchLabels).sort().map((key) => `${key}: ${matchLabels[key]},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
