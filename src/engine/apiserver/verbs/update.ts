import { badRequest, conflict, invalid, type KubeObject, type ObjectMeta } from '../../meta/index.ts';
import type { Context } from '../context.ts';
import { decodeObject } from '../decode-object.ts';
import { checkNamespace } from '../object-meta.ts';
import { attempt, refuse } from '../outcome.ts';
import { representation } from '../representation.ts';
import { objectPath } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';
import type { Updated } from '../storage.ts';
import { prepareCreate, prepareUpdate } from '../write.ts';

/** PUT of an object, or of its status: replaces what the client may set. 200, or 201 when it created the object. */
export function update(context: Context): void {
  const { storage, resource, info, dryRun } = context;
  const { rules } = resource.definition;
  const part = info.subresource === 'status' ? 'status' : 'main';
  const path = objectPath(resource, info.namespace, info.name);
  const given = decodeObject(context, storage.cache.get(path));
  const { resourceVersion = '' } = given.metadata;
  checkName(context, given.metadata);
  const mayCreate = rules.createOnUpdate === true && part === 'main' && resourceVersion === '';
  const done = answerUpdate(context);
  storage.update(
    path,
    (current, changed) => {
      const checked = attempt(() => checkRevision(context, resourceVersion, current));
      if (checked.status !== undefined) changed(checked);
      else prepareUpdate(context, given, current, part, changed);
    },
    { dryRun, ...(mayCreate && { create: (made) => prepareCreate(context, given, made) }) },
    done,
  );
}

/** Throws 400 unless an object has the name and the namespace of the path (upstream: endpoints/handlers/update.go, rest.go checkName). */
export function checkName({ info }: Context, { name = '', namespace = '' }: Partial<ObjectMeta>): void {
  if (info.namespace !== '') checkNamespace(namespace, info.namespace);
  if (name === '') {
    refuse(badRequest(`the name of the object (${info.name} based on URL) was undeterminable: name must be provided`));
  }
  if (name !== info.name) {
    refuse(badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`));
  }
}

/** What every update answers with. */
export function answerUpdate(context: Context): Parameters<Context['storage']['update']>[3] {
  const { exchange, warnings } = context;
  const shape = representation(context);
  return (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status, warnings);
    else respondJson(exchange, codeOf(outcome.ok), shape.object(outcome.ok.object), warnings);
  };
}

function codeOf({ created }: Updated): number {
  return created === true ? 201 : 200;
}

/** Throws 409 unless the client's version is the current one; without one, 422 where the kind insists on it. */
export function checkRevision({ resource }: Context, resourceVersion: string, current: KubeObject): void {
  if (resourceVersion !== '' && resourceVersion !== '0') {
    if (resourceVersion !== current.metadata.resourceVersion) refuse(conflict(resource, current.metadata.name));
  } else if (resource.definition.rules.unconditionalUpdate === false) {
    const detail = 'must be specified for an update';
    const error = { type: 'Invalid', field: 'metadata.resourceVersion', shown: '0x0', detail } as const;
    refuse(invalid(resource.definition, current.metadata.name, [error]));
  }
}
