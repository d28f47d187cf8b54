/** How many replicas the metrics of an autoscaler ask for. (upstream podautoscaler/horizontal.go computeReplicasForMetrics) */
import type { HorizontalPodAutoscaler, KindDefinition, MetricSpec, MetricStatus, Tools } from 'converge/sdk';
import { measureExternal, measureObject, measurePods } from './measure-custom.ts';
import { type Measured, type Question, type Target, type Unmeasured, unmeasured } from './measured.ts';
import { milliOf, PodMetrics, quantityOf, type Refusal, samplesOf } from './metrics.ts';
import { type Proposal, replicasByAverage, replicasByUtilization, type Workload } from './replica-count.ts';

export interface Computed {
  /** Of each metric, in the spec's order; of one that can't be worked out only an empty type. */
  readonly statuses: readonly MetricStatus[];
  /** What ScalingActive says. */
  readonly active: { readonly status: 'True' | 'False'; readonly reason: string; readonly message: string };
  /** The highest number. Absent: nothing can be scaled by these metrics. */
  readonly best?: { readonly replicas: number; readonly metric: string };
  /** Of the first metric that can't be worked out. */
  readonly error?: string;
}

/** `served`: the server's own kinds. */
export async function compute(
  autoscaler: HorizontalPodAutoscaler,
  target: Target,
  served: readonly KindDefinition[],
  tools: Tools,
): Promise<Computed> {
  const { metrics = [] } = autoscaler.spec;
  const namespace = autoscaler.metadata.namespace ?? '';
  const question = { namespace, target, served, tools };
  const results = await Promise.all(metrics.map((metric) => measure(metric, question)));
  const statuses = results.map((result) => ('status' in result ? result.status : { type: '' }));
  const measured = results.filter((result) => 'status' in result);
  const failed = results.filter((result) => 'reason' in result);
  for (const { reason, error } of failed) tools.events.warning(autoscaler, reason, error);
  const best = measured.reduce<Measured | undefined>(
    (most, each) => (most === undefined || each.replicas > most.replicas ? each : most),
    undefined,
  );
  const [first] = failed;
  const error =
    first && `invalid metrics (${failed.length} invalid out of ${metrics.length}), first error is: ${first.told}`;
  // With a metric missing nothing shrinks: it might be the one that would ask for more.
  if (best === undefined || (first !== undefined && best.replicas < target.replicas)) {
    const message = `the HPA was unable to compute the replica count: ${first?.error ?? ''}`;
    return { statuses, active: { status: 'False', reason: first?.reason ?? '', message }, error: error ?? '' };
  }
  const message = `the HPA was able to successfully calculate a replica count from ${best.metric}`;
  const active = { status: 'True', reason: 'ValidMetricFound', message } as const;
  return { statuses, active, best, ...(error === undefined ? {} : { error }) };
}

async function measure(metric: MetricSpec, question: Question): Promise<Measured | Unmeasured> {
  const { namespace, target, tools } = question;
  const { resource, containerResource } = metric;
  switch (metric.type) {
    case 'Resource': {
      const { name = '' } = resource ?? {};
      const found = await ofResource({ ...resource, name }, namespace, target, tools);
      if ('error' in found)
        return unmeasured('FailedGetResourceMetric', found.error, `failed to get ${name} resource metric value`);
      const kind = found.proposal.utilization === undefined ? '' : ' utilization (percentage of request)';
      return measuredAs(found.proposal, `${name} resource${kind}`, (current) => ({
        type: 'Resource',
        resource: { name, current },
      }));
    }
    case 'ContainerResource': {
      const { name = '', container = '' } = containerResource ?? {};
      const found = await ofResource({ ...containerResource, name }, namespace, target, tools);
      if ('error' in found) {
        return unmeasured(
          'FailedGetContainerResourceMetric',
          found.error,
          `failed to get ${container} container metric value`,
        );
      }
      const kind =
        found.proposal.utilization === undefined
          ? 'resource'
          : 'container resource utilization (percentage of request)';
      const status = (current: Current): MetricStatus => ({
        type: 'ContainerResource',
        containerResource: { name, container, current },
      });
      return measuredAs(found.proposal, `${name} ${kind}`, status);
    }
    case 'Pods':
      return measurePods(metric.pods, question);
    case 'Object':
      return measureObject(metric.object, question);
    case 'External':
      return measureExternal(metric.external, question);
    default: {
      const error = `unknown metric source type "${metric.type}"`;
      return { reason: 'InvalidMetricSourceType', error, told: error };
    }
  }
}

type Current = NonNullable<MetricStatus['resource']>['current'];

function measuredAs(
  { replicas, utilization, averageMilli }: Proposal,
  metric: string,
  status: (current: Current) => MetricStatus,
): Measured {
  const averageValue = quantityOf(averageMilli);
  const current = utilization === undefined ? { averageValue } : { averageUtilization: utilization, averageValue };
  return { replicas, metric, status: status(current) };
}

interface ResourceSource {
  readonly name: string;
  readonly container?: string;
  readonly target?: NonNullable<MetricSpec['resource']>['target'];
}

async function ofResource(
  { name, container, target: aim }: ResourceSource,
  namespace: string,
  { replicas, selector, pods }: Target,
  { client, now, parts }: Tools,
): Promise<{ readonly proposal: Proposal } | Refusal> {
  const { averageValue, averageUtilization } = aim ?? {};
  const what = averageValue === undefined ? 'utilization' : 'usage';
  const refuse = (why: string): Refusal => ({ error: `failed to get ${name} ${what}: ${why}` });
  let measured: readonly PodMetrics[];
  try {
    measured = await client.list(PodMetrics, { namespace, labelSelector: selector });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(
      `unable to get metrics for resource ${name}: unable to fetch metrics from resource metrics API: ${why}`,
    );
  }
  const samples = samplesOf(measured, name, container);
  if ('error' in samples) return refuse(`unable to get metrics for resource ${name}: ${samples.error}`);
  const workload: Workload = { replicas, pods, samples, resource: name, container, nowMs: now() };
  const proposal =
    averageValue === undefined
      ? replicasByUtilization(workload, averageUtilization ?? 0, parts)
      : replicasByAverage(workload, milliOf(averageValue), parts);
  return 'error' in proposal ? refuse(proposal.error) : { proposal };
}
