/** What Go writes of an object that no server has filled in: fields without `omitempty`. `set --local` reads files into upstream's types. */
import type { JsonObject } from '../../../engine/index.ts';
import { isObject, objects, record, withField } from '../../json.ts';
import { podSpecPath } from './pod-spec.ts';

const zeroes: Readonly<Record<string, JsonObject>> = {
  Pod: { status: {} },
  Deployment: { spec: { strategy: {} }, status: {} },
  ReplicaSet: { status: { replicas: 0 } },
  ReplicationController: { status: { replicas: 0 } },
  StatefulSet: { spec: { serviceName: '', updateStrategy: {} }, status: { availableReplicas: 0, replicas: 0 } },
  DaemonSet: {
    spec: { updateStrategy: {} },
    status: { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 },
  },
  Job: { status: {} },
  CronJob: { spec: { jobTemplate: { metadata: { creationTimestamp: null } } }, status: {} },
  Service: { status: { loadBalancer: {} } },
};

/** The object with the fields that Go writes of its kind. */
export function withZeroValues(object: JsonObject): JsonObject {
  const kind = String(object['kind']);
  const podSpec = podSpecPath(kind);
  const whole = filled(filled(object, { metadata: { creationTimestamp: null } }), zeroes[kind] ?? {});
  if (kind === 'Service') return withEach(whole, ['spec', 'ports'], { targetPort: 0 });
  if (Object.keys(record(whole, ...podSpec)).length === 0) return whole;
  const metadata = [...podSpec.slice(0, -1), 'metadata'];
  const inTemplate = podSpec.length === 1 ? whole : withField(whole, metadata, filled(record(whole, ...metadata), { creationTimestamp: null }));
  return ['containers', 'initContainers'].reduce((now, field) => withEach(now, [...podSpec, field], { resources: {} }), inTemplate);
}

function withEach(object: JsonObject, path: readonly string[], zero: JsonObject): JsonObject {
  const all = objects(object, ...path);
  return all.length === 0 ? object : withField(object, path, all.map((each) => filled(each, zero)));
}

function filled(object: JsonObject, zero: JsonObject): JsonObject {
  let result = object;
  for (const [field, value] of Object.entries(zero)) {
    const now = result[field];
    if (now === undefined || now === null) result = withField(result, [field], value);
    else if (isObject(now) && isObject(value)) result = withField(result, [field], filled(now, value));
  }
  return result;
}
