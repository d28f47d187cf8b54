/** POST pods/x/binding: gives the pod its node (upstream: registry/core/pod/storage, BindingREST). */
import { Binding, Pod } from '../../api/index.ts';
import {
  badRequest,
  conflict,
  type FieldError,
  formatTime,
  invalid,
  isJsonObject,
  type Json,
  type KubeObject,
  notSupported,
  required,
  success,
  withCondition,
} from '../../meta/index.ts';
import { asJson } from '../codec.ts';
import type { Context } from '../context.ts';
import { readBody } from '../decode.ts';
import { atOnce, attempt, refuse } from '../outcome.ts';
import { isOf, objectPath } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';
import { admitBody } from './admitted.ts';

/** Sets nodeName and the condition PodScheduled in one write. 201 Status Success, 409 when it can't be bound. */
export function bind(context: Context): void {
  const body = readBody(context.request, 'Binding')?.value;
  targetOf(context, body);
  admitBody(context, Binding, body, (admitted) => {
    const { exchange, warnings } = context;
    const target = admitted.status === undefined ? attempt(() => targetOf(context, asJson(admitted.ok))) : admitted;
    if (target.status !== undefined) respondStatus(exchange, target.status, warnings);
    else assign(context, target.ok);
  });
}

function assign(context: Context, nodeName: string): void {
  const { storage, resource, info, dryRun, exchange, parts } = context;
  const change = atOnce((current: KubeObject) => ({ put: bound(current, nodeName, formatTime(parts.clock.now())) }));
  storage.update(objectPath(resource, info.namespace, info.name), change, { dryRun }, (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status, context.warnings);
    else respondJson(exchange, 201, { ...success(), code: 201 }, context.warnings);
  });
}

function bound(pod: KubeObject, nodeName: string, now: string): Pod {
  if (!isOf(Pod, pod)) throw new Error('only pods have a binding');
  const { metadata, spec, status } = pod;
  const refused = (why: string) => refuse(conflict({ group: '', plural: 'pods/binding' }, metadata.name, why));
  if (metadata.deletionTimestamp !== undefined) {
    refused(`pod ${metadata.name} is being deleted, cannot be assigned to a host`);
  }
  if (spec.nodeName) refused(`pod ${metadata.name} is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  if ((spec.schedulingGates ?? []).length > 0) refused(`pod ${metadata.name} has non-empty .spec.schedulingGates`);
  const condition = { type: 'PodScheduled', status: 'True', lastTransitionTime: now } as const;
  const generation = (metadata.generation ?? 0) + 1;
  return {
    ...pod,
    metadata: { ...metadata, generation },
    spec: { ...spec, nodeName },
    status: { ...status, conditions: withCondition(status.conditions, condition) },
  };
}

function targetOf({ info }: Context, body: Json | undefined): string {
  const target = isJsonObject(body) ? body['target'] : undefined;
  const metadata = isJsonObject(body) ? body['metadata'] : undefined;
  const named = isJsonObject(metadata) ? metadata['name'] : undefined;
  if (typeof named === 'string' && named !== '' && named !== info.name) {
    refuse(badRequest('name in URL does not match name in Binding object'));
  }
  const kind = isJsonObject(target) ? (target['kind'] ?? '') : '';
  const name = isJsonObject(target) ? target['name'] : undefined;
  const errors: FieldError[] = [];
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (typeof name !== 'string' || name === '') errors.push(required('target.name'));
  else if (errors.length === 0) return name;
  return refuse(invalid({ group: '', kind: 'Binding' }, info.name, errors));
}
