/**
 * metrics.k8s.io/v1beta1, as metrics-server answers it through aggregation: what nodes and pods use at the moment. Read only, and made when it
 * is asked for.
 */
import { ageColumn, defineKind } from '../../api/define.ts';
import { type KindDefinition, Node, Pod } from '../../api/index.ts';
import type { Answers, Context } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { selectionOf } from '../../apiserver/parameters.ts';
import { representation } from '../../apiserver/representation.ts';
import { isOf } from '../../apiserver/resource.ts';
import { respondJson } from '../../apiserver/respond.ts';
import type { UnstoredKind } from '../../apiserver/unstored.ts';
import { formatTime, type JsonObject, type KubeObject, notFound } from '../../meta/index.ts';
import { isScraped, scrapedOf } from '../metrics-adapter/scraper.ts';
import { nodeOverhead, quantities, sumOf, usageOf } from './usage.ts';

interface UsageQuantities {
  readonly cpu?: string;
  readonly memory?: string;
}

interface Measured extends KubeObject {
  readonly timestamp: string;
  /** How long was measured. */
  readonly window: string;
}

interface NodeMetrics extends Measured {
  readonly usage: UsageQuantities;
}

interface PodMetrics extends Measured {
  readonly containers: readonly { readonly name: string; readonly usage: UsageQuantities }[];
}

const group = 'metrics.k8s.io';
const version = 'v1beta1';
const apiVersion = `${group}/${version}`;
const window = '15s';

const text: JsonObject = { type: 'string' };
const usage: JsonObject = { type: 'object', additionalProperties: text };
const container: JsonObject = { type: 'object', properties: { name: text, usage } };
const common = { timestamp: { type: 'string', format: 'date-time' }, window: text };

const NodeMetrics: KindDefinition = defineKind({
  group,
  version,
  kind: 'NodeMetrics',
  plural: 'nodes',
  singular: '',
  namespaced: false,
  verbs: ['get', 'list'],
  schema: 'io.k8s.metrics.v1beta1.NodeMetrics',
  structural: { type: 'object', properties: { ...common, usage } },
  rules: { generation: 'none' },
  columns: [ageColumn],
});

const PodMetrics: KindDefinition = defineKind({
  group,
  version,
  kind: 'PodMetrics',
  plural: 'pods',
  singular: '',
  namespaced: true,
  verbs: ['get', 'list'],
  schema: 'io.k8s.metrics.v1beta1.PodMetrics',
  structural: { type: 'object', properties: { ...common, containers: { type: 'array', items: container } } },
  rules: { generation: 'none' },
  columns: [ageColumn],
});

/** Metadata and time of a measurement of `object` now. */
function measured({ parts }: Context, kind: string, { metadata }: KubeObject): Measured {
  const timestamp = formatTime(parts.clock.now());
  const { name, namespace, labels } = metadata;
  const own = {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    creationTimestamp: timestamp,
  };
  // What isn't stored has neither uid nor revision.
  return { kind, apiVersion, metadata: own as Measured['metadata'], timestamp, window };
}

function* podsOf({ parts }: Context, namespace: string): Iterable<Pod> {
  for (const pod of parts.resources.find('', 'v1', 'pods')?.cache.list(namespace) ?? []) {
    if (isOf(Pod, pod) && pod.status.phase === 'Running') yield pod;
  }
}

/** A pod is measured once a container of it runs. */
function* podMetrics(context: Context): Iterable<PodMetrics> {
  for (const pod of podsOf(context, context.info.namespace)) {
    const containers = usageOf(pod, measuredOf(context, pod)).map((each) => ({ name: each.name, usage: quantities(each.usage) }));
    if (containers.length > 0) yield { ...measured(context, 'PodMetrics', pod), containers };
  }
}

function measuredOf({ parts }: Context, pod: Pod) {
  return isScraped(pod) ? { cores: scrapedOf(parts.resources, pod)?.cores } : undefined;
}

/** A node is measured while its kubelet answers: its pods and what it needs itself. */
function* nodeMetrics(context: Context): Iterable<NodeMetrics> {
  const used = Map.groupBy(podsOf(context, ''), ({ spec }) => spec.nodeName ?? '');
  for (const node of context.parts.resources.find('', 'v1', 'nodes')?.cache.list('') ?? []) {
    if (!isOf(Node, node) || !isReady(node)) continue;
    const pods = (used.get(node.metadata.name) ?? []).flatMap((pod) => usageOf(pod, measuredOf(context, pod)).map((each) => each.usage));
    yield { ...measured(context, 'NodeMetrics', node), usage: quantities(sumOf([nodeOverhead, ...pods])) };
  }
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;
}

function answers(measure: (context: Context) => Iterable<KubeObject>): Answers {
  return {
    get(context) {
      const { info, exchange } = context;
      for (const object of measure(context)) {
        if (object.metadata.name === info.name)
          return respondJson(exchange, 200, representation(context).object(object));
      }
      // metrics-server looks the object itself up first.
      const { plural, kind } = context.resource.definition;
      const name = metricsName(context);
      const isThere = context.parts.resources.find('', 'v1', plural)?.cache.get(name) !== undefined;
      refuse(isThere ? notFound({ group, plural: kind.toLowerCase() }, name) : notFound({ group: '', plural }, info.name));
    },
    list(context) {
      const { matches } = selectionOf(context.resource, context.request.query, context.info.namespace);
      const objects = [...measure(context)].filter((object) => matches?.(object) !== false);
      respondJson(context.exchange, 200, representation(context).list(objects, {}));
    },
  };
}

/** metrics-server names a pod with its namespace. */
function metricsName({ info: { namespace, name } }: Context): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** In the order of discovery. */
export const resourceMetrics: readonly UnstoredKind[] = [
  { definition: NodeMetrics, answers: answers(nodeMetrics) },
  { definition: PodMetrics, answers: answers(podMetrics) },
];
