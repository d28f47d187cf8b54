import { alreadyExists, failure, generateNameConflict, type KubeObject } from '../../meta/index.ts';
import type { Context } from '../context.ts';
import { decodeObject } from '../decode-object.ts';
import { representation } from '../representation.ts';
import { pathOf } from '../resource.ts';
import { respondJson, respondStatus } from '../respond.ts';
import { nextName, prepareCreate } from '../write.ts';

/** How many generated names are tried before the client is told that none was free. */
const generatedNameTries = 8;

/** POST to a collection: 201 with the object. */
export function create(context: Context): void {
  const { storage, resource, exchange } = context;
  const given = decodeObject(context);
  const shape = representation(context);
  const generated = !given.metadata.name && given.metadata.generateName;

  function store(object: KubeObject, triesLeft: number): void {
    storage.create(object, { dryRun: context.dryRun }, (outcome) => {
      if (outcome.status === undefined) {
        respondJson(exchange, 201, shape.object(outcome.ok), context.warnings);
      } else if (outcome.status.reason !== 'AlreadyExists') {
        respondStatus(exchange, outcome.status, context.warnings);
      } else if (!generated) {
        respondStatus(exchange, existsAlready(object, context), context.warnings);
      } else if (triesLeft > 0) {
        const name = nextName(context, given.metadata.generateName ?? '');
        store({ ...object, metadata: { ...object.metadata, name } }, triesLeft - 1);
      } else {
        respondStatus(exchange, generateNameConflict(resource, object.metadata.name), context.warnings);
      }
    });
  }

  prepareCreate(context, given, (prepared) => {
    if (prepared.status !== undefined) respondStatus(exchange, prepared.status, context.warnings);
    else store(prepared.ok, generatedNameTries - 1);
  });
}

/** Says when the one in the way is on its way out. */
function existsAlready(object: KubeObject, { storage, resource }: Context) {
  const status = alreadyExists(resource, object.metadata.name);
  const existing = storage.cache.get(pathOf(resource, object));
  if (existing?.metadata.deletionTimestamp === undefined) return status;
  return failure(409, 'AlreadyExists', `object is being deleted: ${status.message ?? ''}`, status.details);
}
