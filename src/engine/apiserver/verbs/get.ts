import type { Context } from '../context.ts';
import { revisionOf } from '../parameters.ts';
import { representation } from '../representation.ts';
import { objectPath } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';

/** GET of one object: the newest state, or with `resourceVersion=0` whatever the cache holds. */
export function get(context: Context): void {
  const { storage, resource, info, exchange, request } = context;
  const path = objectPath(resource, info.namespace, info.name);
  const shape = representation(context);
  const requested = revisionOf(request.query['resourceVersion']);
  const cached = requested !== undefined && requested <= storage.cache.revision() ? storage.cache.get(path) : undefined;
  if (cached !== undefined) {
    respondJson(exchange, 200, shape.object(cached), context.warnings);
    return;
  }
  storage.get(path, (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status, context.warnings);
    else respondJson(exchange, 200, shape.object(outcome.ok), context.warnings);
  });
}
