/** What an autoscaler measures and aims at, as `kubectl get hpa` shows it (pkg/printers/internalversion). */
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus, MetricTarget } from '../../../generated/types.ts';

const UNKNOWN = '<unknown>';
const MOST = 2;

/** `cpu: 10%/80%`, at most two of them. */
export function targetsCell({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec.metrics ?? [];
  if (metrics.length === 0) return '<none>';
  const shown = metrics.slice(0, MOST).map((metric, index) => metricText(metric, status.currentMetrics?.[index]));
  const more = metrics.length - MOST;
  return more > 0 ? `${shown.join(', ')} + ${more} more...` : shown.join(', ');
}

function metricText(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case 'External':
      return valueText(spec.external?.target, status?.external?.current);
    case 'Object':
      return valueText(spec.object?.target, status?.object?.current);
    case 'Pods':
      return `${status?.pods?.current.averageValue ?? UNKNOWN}/${spec.pods?.target.averageValue ?? ''}`;
    case 'Resource':
      return resourceText(spec.resource, status?.resource?.current);
    case 'ContainerResource':
      return resourceText(spec.containerResource, status?.containerResource?.current);
    default:
      return '<unknown type>';
  }
}

type Measured = NonNullable<MetricStatus['resource']>['current'] | undefined;

function valueText(target: MetricTarget | undefined, current: Measured): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
  return `${current?.value ?? UNKNOWN}/${target?.value ?? ''}`;
}

function resourceText(
  source: { readonly name: string; readonly target: MetricTarget } | undefined,
  now: Measured,
): string {
  const { averageValue, averageUtilization } = source?.target ?? {};
  const name = source?.name ?? '';
  if (averageValue !== undefined) return `${name}: ${now?.averageValue ?? UNKNOWN}/${averageValue}`;
  const current = now?.averageUtilization === undefined ? UNKNOWN : `${now.averageUtilization}%`;
  return `${name}: ${current}/${averageUtilization === undefined ? '<auto>' : `${averageUtilization}%`}`;
}
