/** POST pods/x/binding: gives the pod its node (upstream: registry/core/pod/storage, BindingREST). */
import { Binding, Pod } from '../../api/index.ts';
import {
  badRequest,
  conflict,
  type FieldError,
  formatTime,
  invalid,
  type KubeObject,
  notFound,
  notSupported,
  required,
  success,
  withCondition,
} from '../../meta/index.ts';
import { asJson } from '../codec.ts';
import type { Context } from '../context.ts';
import { checkIdentity, checkNamespace } from '../object-meta.ts';
import { atOnce, attempt, refuse } from '../outcome.ts';
import { isOf, objectPath } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';
import { admitBody } from './admitted.ts';
import { decodeAdmitted, readPosted } from './posted-object.ts';

/** Sets nodeName and the condition PodScheduled in one write. 201 Status Success, 409 when it can't be bound. */
export function bind(context: Context): void {
  bindWith(context, readPosted(context, Binding));
}

/** POST bindings: the same of the pod that the Binding names. */
export function createBinding(context: Context): void {
  const binding = readPosted(context, Binding);
  const { name = '' } = binding.metadata;
  const { group, version, plural } = Pod;
  const storage = context.parts.resources.find(group, version, plural);
  if (storage === undefined) return respondStatus(context.exchange, notFound(Pod, name));
  const info = { ...context.info, resource: plural, subresource: 'binding', name };
  bindWith({ ...context, storage, resource: storage.resource, info }, binding);
}

function bindWith(context: Context, given: Binding): void {
  checkNamespace(given.metadata.namespace, context.info.namespace);
  check(context, given);
  admitBody(context, Binding, asJson(given), (admitted) => {
    const { exchange, warnings } = context;
    const binding = admitted.status === undefined ? attempt(() => check(context, decodeAdmitted(Binding, admitted.ok))) : admitted;
    if (binding.status !== undefined) respondStatus(exchange, binding.status, warnings);
    else assign(context, binding.ok);
  });
}

function assign(context: Context, binding: Binding): void {
  const { storage, resource, info, dryRun, exchange, parts } = context;
  const change = atOnce((current: KubeObject) => {
    checkIdentity(resource, binding.metadata, current.metadata);
    return { put: bound(current, binding, formatTime(parts.clock.now())) };
  });
  storage.update(objectPath(resource, info.namespace, info.name), change, { dryRun }, (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status, context.warnings);
    else respondJson(exchange, 201, { ...success(), code: 201 }, context.warnings);
  });
}

function bound(pod: KubeObject, binding: Binding, now: string): Pod {
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
  const added = binding.metadata.annotations;
  return {
    ...pod,
    metadata: { ...metadata, generation, ...(added && { annotations: { ...metadata.annotations, ...added } }) },
    spec: { ...spec, nodeName: binding.target.name ?? '' },
    status: { ...status, conditions: withCondition(status.conditions, condition) },
  };
}

/** Throws 400 for a Binding of another pod than the path's, 422 for one that leads to no node. */
function check({ info }: Context, binding: Binding): Binding {
  const { name: named = '' } = binding.metadata;
  if (named !== '' && named !== info.name) refuse(badRequest('name in URL does not match name in Binding object'));
  const { kind = '', name = '' } = binding.target ?? {};
  const errors: FieldError[] = [];
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (name === '') errors.push(required('target.name'));
  if (errors.length > 0) refuse(invalid({ group: '', kind: 'Binding' }, info.name, errors));
  return binding;
}
