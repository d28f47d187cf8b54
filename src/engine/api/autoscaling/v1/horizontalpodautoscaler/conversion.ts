/**
 * Autoscalers as autoscaling/v1 and as v2 have them (pkg/apis/autoscaling/v1/conversion.go). What v1 has no field for stands in annotations
 * as JSON, so that nothing is lost on the way there and back.
 */
import type {
  MetricSpec,
  MetricStatus,
  AutoscalingV1HorizontalPodAutoscaler as V1,
  HorizontalPodAutoscaler as V2,
} from '../../../generated/types.ts';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const METRICS = `${PREFIX}metrics`;
const CURRENT_METRICS = `${PREFIX}current-metrics`;
const CONDITIONS = `${PREFIX}conditions`;
const BEHAVIOR = `${PREFIX}behavior`;
const OWN = [METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR];

const asV1 = new WeakMap<V2, V1>();
const asV2 = new WeakMap<V1, V2>();

/** As autoscaling/v1 has it. */
export function fromV2(autoscaler: V2): V1 {
  const known = asV1.get(autoscaler);
  if (known !== undefined) return known;
  const { metadata, spec, status } = autoscaler;
  const { metrics = [], behavior, ...plain } = spec ?? {};
  const cpu = metrics.find(isCpu);
  const { currentMetrics = [], conditions = [], ...counts } = status ?? {};
  const used = currentMetrics.find(isCpuStatus)?.resource?.current.averageUtilization;
  const others = metrics.filter((metric) => metric !== cpu);
  const otherStatus = currentMetrics.filter((each) => !isCpuStatus(each));
  const annotations = {
    ...metadata.annotations,
    ...(others.length > 0 && { [METRICS]: JSON.stringify(others) }),
    ...(otherStatus.length > 0 && { [CURRENT_METRICS]: JSON.stringify(otherStatus) }),
    ...(conditions.length > 0 && { [CONDITIONS]: JSON.stringify(conditions) }),
    ...(behavior !== undefined && { [BEHAVIOR]: JSON.stringify(behavior) }),
  };
  const utilization = cpu?.resource?.target.averageUtilization;
  const converted = {
    ...autoscaler,
    apiVersion: 'autoscaling/v1',
    metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations },
    spec: { ...plain, ...(utilization !== undefined && { targetCPUUtilizationPercentage: utilization }) },
    status: {
      currentReplicas: 0,
      ...counts,
      ...(used !== undefined && { currentCPUUtilizationPercentage: used }),
    },
  } as V1;
  if (Object.isFrozen(autoscaler)) Object.freeze(converted);
  asV1.set(autoscaler, converted);
  asV2.set(converted, autoscaler);
  return converted;
}

/** As autoscaling/v2 has it. Annotations that hold no JSON are left out, as upstream does. */
export function toV2(autoscaler: V1): V2 {
  const known = asV2.get(autoscaler);
  if (known !== undefined) return known;
  const { metadata, spec, status } = autoscaler;
  const { targetCPUUtilizationPercentage: utilization, ...plain } = spec ?? {};
  const { currentCPUUtilizationPercentage: used, ...counts } = status ?? {};
  const { annotations, ...named } = metadata;
  const kept = Object.entries(annotations ?? {}).filter(([key]) => !OWN.includes(key));
  const listed = <T>(key: string): readonly T[] => {
    const value = parsed(annotations?.[key]);
    return Array.isArray(value) ? value : [];
  };
  const behavior = parsed(annotations?.[BEHAVIOR]);
  const metrics: readonly MetricSpec[] = [
    ...listed<MetricSpec>(METRICS),
    ...(utilization === undefined ? [] : [cpuMetric(utilization)]),
  ];
  const current: readonly MetricStatus[] = [
    ...listed<MetricStatus>(CURRENT_METRICS),
    ...(used === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: used } } }]),
  ];
  const conditions = listed(CONDITIONS);
  const converted = {
    ...autoscaler,
    apiVersion: 'autoscaling/v2',
    metadata: kept.length === 0 ? named : { ...named, annotations: Object.fromEntries(kept) },
    ...(spec !== undefined && {
      spec: { ...plain, ...(metrics.length > 0 && { metrics }), ...(isRecord(behavior) && { behavior }) },
    }),
    ...(status !== undefined && {
      status: {
        ...counts,
        ...(current.length > 0 && { currentMetrics: current }),
        ...(conditions.length > 0 && { conditions }),
      },
    }),
  } as V2;
  asV2.set(autoscaler, converted);
  return converted;
}

const isCpu = ({ type, resource }: MetricSpec): boolean =>
  type === 'Resource' && resource?.name === 'cpu' && resource.target.averageUtilization !== undefined;

const isCpuStatus = ({ type, resource }: MetricStatus): boolean => type === 'Resource' && resource?.name === 'cpu';

function cpuMetric(averageUtilization: number): MetricSpec {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
