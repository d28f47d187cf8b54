/** What both groups of the adapter have in common. */
import type { Received, ServerParts } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { failure, methodNotAllowed, pathNotFound } from '../../meta/index.ts';

/** A resource as discovery lists it: `queue_depth`, `pods/requests`. */
export interface ListedMetric {
  readonly name: string;
  readonly singularName: '';
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly ['get'];
}

export interface MetricGroup {
  readonly group: string;
  /** The preferred one first. */
  readonly versions: readonly string[];
  /** Those that something in the cluster has a value of, by name. */
  metrics(resources: Resources): readonly ListedMetric[];
  serve(received: Received, parts: ServerParts): void;
}

/** Metrics are only read. Throws 404 and 405. */
export function checkRead({ request, info }: Received, { versions }: MetricGroup): void {
  if (!versions.includes(info.version)) refuse(pathNotFound());
  if (request.method !== 'GET' && request.method !== 'HEAD') refuse(methodNotAllowed());
}

/** Refuses a metric that nothing has a value of; where nothing has a value of any, the group isn't there. */
export function refuseUnknown(group: MetricGroup, resources: Resources, metric: string, what: string): never {
  if (group.metrics(resources).length === 0) refuse(pathNotFound());
  refuseMetric(metric, what);
}

/** Refuses as upstream does (custom-metrics-apiserver pkg/provider/errors.go). `what`: `pods`, `services web`. */
export function refuseMetric(metric: string, what: string): never {
  return refuse(failure(404, 'NotFound', `the server could not find the metric ${metric} for ${what}`));
}
