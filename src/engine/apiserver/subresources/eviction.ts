/** POST pods/x/eviction: a deletion that asks first (upstream: registry/core/pod/storage/eviction.go). */
import { badRequest, isJsonObject, success } from '../../meta/index.ts';
import { readBody } from '../decode.ts';
import { refuse } from '../outcome.ts';
import { objectPath } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';
import type { Context } from '../server-parts.ts';
import { deleteObject, deleteOptionsFrom } from '../verbs/delete.ts';

/** Deletes the pod with the options of the Eviction. 201 Status Success. */
export function evict(context: Context): void {
  const { request, info, resource, exchange } = context;
  const body = readBody(request, 'Eviction')?.value;
  const metadata = isJsonObject(body) ? body['metadata'] : undefined;
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  if (name !== undefined && name !== info.name)
    refuse(badRequest('name in URL does not match name in Eviction object'));
  const options = deleteOptionsFrom(isJsonObject(body) ? body['deleteOptions'] : undefined, context);
  deleteObject(context, objectPath(resource, info.namespace, info.name), options, (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status, context.warnings);
    else respondJson(exchange, 201, { ...success(), code: 201 }, context.warnings);
  });
}
