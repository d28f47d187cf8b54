/** Metrics of the types Pods, Object and External. (upstream podautoscaler/horizontal.go computeStatusFor…, replica_calculator.go) */
import type { MetricSpec, MetricStatus } from 'converge/sdk';
import { externalValue, goSelector, type Metric, objectValue, podValues } from './custom-values.ts';
import { type Measured, type Question, type Unmeasured, unmeasured } from './measured.ts';
import { milliOf, quantityOf, type Refusal } from './metrics.ts';
import { replicasByAverage, replicasByRatio, replicasByShare } from './replica-count.ts';
import { findKind, groupOf } from '../shared/referenced-kind.ts';

type ObjectSource = NonNullable<MetricSpec['object']>;

/** A value for each Pod of the target. */
export async function measurePods(source: MetricSpec['pods'], question: Question): Promise<Measured | Unmeasured> {
  const { namespace, target, tools } = question;
  const { metric, target: aim } = source ?? { metric: { name: '' }, target: {} };
  const refuse = (error: string): Unmeasured =>
    unmeasured('FailedGetPodsMetric', error, 'failed to get pods metric value');
  const { replicas, selector, pods } = target;
  const samples = await podValues(tools.client, { namespace, selector }, metric);
  if ('error' in samples) return refuse(`unable to get metric ${metric.name}: ${samples.error}`);
  const workload = { replicas, pods, samples, resource: '', container: undefined, nowMs: tools.now() };
  const proposal = replicasByAverage(workload, milliOf(aim?.averageValue ?? '0'), tools.parts);
  if ('error' in proposal) return refuse(proposal.error);
  const current = { averageValue: quantityOf(proposal.averageMilli) };
  const status: MetricStatus = { type: 'Pods', pods: { metric, current } };
  return { replicas: proposal.replicas, metric: `pods metric ${metric.name}`, status };
}

/** One value of another object. */
export async function measureObject(source: MetricSpec['object'], question: Question): Promise<Measured | Unmeasured> {
  const refuse = (error: string, failure = 'failed to get object metric value'): Unmeasured =>
    unmeasured('FailedGetObjectMetric', error, failure);
  const aim = aimOf(source?.target, question.target);
  if (source === undefined || aim === undefined) {
    return refuse('invalid object metric source: neither a value target nor an average value target was set');
  }
  const { metric, describedObject } = source;
  const inner = `failed to get object metric value: failed to get ${metric.name} object metric`;
  const failure = aim.isAverage ? inner : undefined;
  const value = await valueOfObject(source, question);
  if ('error' in value) {
    const { kind, name } = describedObject;
    return refuse(`unable to get metric ${metric.name}: ${kind} on ${question.namespace} ${name}/${value.error}`, failure);
  }
  const found = aim.replicasFor(value.milli);
  if ('error' in found) return refuse(found.error, failure);
  const { replicas, current } = found;
  // With an average upstream leaves the object out, and calls the metric external.
  if (aim.isAverage) {
    const none = { kind: '', name: '' };
    const status: MetricStatus = { type: 'Object', object: { describedObject: none, metric, current } };
    return { replicas, metric: externalName(metric), status };
  }
  const status: MetricStatus = { type: 'Object', object: { describedObject, metric, current } };
  return { replicas, metric: `${describedObject.kind} metric ${metric.name}`, status };
}

async function valueOfObject(
  { describedObject, metric }: ObjectSource,
  { namespace, served, tools }: Question,
): Promise<{ readonly milli: number } | Refusal> {
  const { apiVersion = '', kind, name } = describedObject;
  const group = groupOf(apiVersion);
  const found = findKind(describedObject, served, tools);
  if (found === undefined) {
    const groupKind = group === '' ? kind : `${kind}.${group}`;
    const error = `unable to map kind ${groupKind} to resource: no matches for kind "${kind}" in group "${group}"`;
    return { error: `unable to fetch metrics from custom metrics API: ${error}` };
  }
  const resource = found.group === '' ? found.plural : `${found.plural}.${found.group}`;
  return objectValue(tools.client, { namespace, resource, name }, metric);
}

/** The sum of all values from outside. */
export async function measureExternal(
  source: MetricSpec['external'],
  question: Question,
): Promise<Measured | Unmeasured> {
  const { namespace, tools } = question;
  const aim = aimOf(source?.target, question.target);
  const { metric = { name: '' } } = source ?? {};
  const failed = `failed to get ${metric.name} external metric value`;
  if (source === undefined || aim === undefined) {
    const error = 'invalid external metric source: neither a value target nor an average value target was set';
    return unmeasured('FailedGetExternalMetric', error, failed);
  }
  const inner = aim.isAverage
    ? `failed to get ${metric.name} external metric`
    : `failed to get external metric ${metric.name}`;
  const refuse = (error: string): Unmeasured =>
    unmeasured('FailedGetExternalMetric', error, `${failed}: ${inner}`);
  const value = await externalValue(tools.client, namespace, metric);
  if ('error' in value) {
    const series = `${namespace}/${metric.name}/${goSelector(metric.selector)}`;
    return refuse(`unable to get external metric ${series}: ${value.error}`);
  }
  const found = aim.replicasFor(value.milli);
  if ('error' in found) return refuse(found.error);
  const status: MetricStatus = { type: 'External', external: { metric, current: found.current } };
  return { replicas: found.replicas, metric: externalName(metric), status };
}

function externalName({ name, selector }: Metric): string {
  return `external metric ${name}(${goSelector(selector)})`;
}

type Current = NonNullable<MetricStatus['external']>['current'];

/** What a value should be: so much altogether, or so much for each of the replicas there are. */
interface Aim {
  readonly isAverage: boolean;
  replicasFor(milli: number): { readonly replicas: number; readonly current: Current } | Refusal;
}

function aimOf(aim: ObjectSource['target'] | undefined, target: Question['target']): Aim | undefined {
  const { averageValue, value } = aim ?? {};
  if (averageValue !== undefined) {
    const { statusReplicas } = target;
    const replicasFor: Aim['replicasFor'] = (milli) => ({
      replicas: replicasByShare(statusReplicas, milli, milliOf(averageValue)),
      current: { averageValue: statusReplicas === 0 ? overNothing : quantityOf(Math.ceil(milli / statusReplicas)) },
    });
    return { isAverage: true, replicasFor };
  }
  if (value === undefined) return undefined;
  const replicasFor: Aim['replicasFor'] = (milli) => {
    const found = replicasByRatio(target, milli / milliOf(value));
    return 'error' in found ? found : { ...found, current: { value: quantityOf(milli) } };
  };
  return { isAverage: false, replicasFor };
}

/** What upstream's division by no replicas gives, as a whole number of 64 bits. */
const overNothing = '-9223372036854775808m';
