/** PATCH: applies a patch to the current object, and from there on is an update. */
import {
  badRequest,
  conflict,
  forbiddenField,
  invalid,
  invalidValue,
  type Json,
  type KubeObject,
  unsupportedMediaType,
} from '../../meta/index.ts';
import { asJson } from '../codec.ts';
import type { Context } from '../context.ts';
import { mediaTypeOf, readBody } from '../decode.ts';
import { checkObject } from '../decode-object.ts';
import { attempt, refuse } from '../outcome.ts';
import { refuseOptions } from '../parameters.ts';
import { applyPatch, decodingPatch, isApplyPatch, patchTypesOf } from '../patch-types.ts';
import { objectPath } from '../resource.ts';
import { prepareUpdate } from '../write.ts';
import { answerUpdate } from './update.ts';

/** PATCH of an object or of its status: 200 with the object. Races are retried unless the patch names a resourceVersion. */
export function patch(context: Context): void {
  const { storage, resource, info, dryRun, parts, request } = context;
  if (isApplyPatch(mediaTypeOf(request)) && parts.fieldManagement !== undefined) {
    parts.fieldManagement.applyPatch(context);
    return;
  }
  const part = info.subresource === 'status' ? 'status' : 'main';
  const body = readPatch(context);
  storage.update(
    objectPath(resource, info.namespace, info.name),
    (current, done) => {
      const given = attempt(() => patched(context, body, current));
      if (given.status !== undefined) done(given);
      else prepareUpdate(context, given.ok, current, part, done);
    },
    { dryRun },
    answerUpdate(context),
  );
}

const notForApply = forbiddenField('force', 'may not be specified for non-apply patch');

/** The patch of the request's body. Throws 415 for a type this resource doesn't take, 400 for what isn't JSON. */
export function readPatch(context: Context): Json {
  const { request, resource } = context;
  const types = patchTypesOf(context);
  const mediaType = mediaTypeOf(request);
  if (!types.includes(mediaType) || isApplyPatch(mediaType)) refuse(unsupportedMediaType(types));
  if (request.query['force'] !== undefined) refuseOptions('PatchOptions', [notForApply]);
  const broken = (why: string): never => refuse(badRequest(decodingPatch(mediaType) + why));
  const body = readBody(request, resource.definition.kind, broken);
  return body === undefined ? broken('unexpected end of JSON input') : body.value;
}

/** The current object with the patch applied, checked. A resourceVersion in it must be the current one. */
function patched(context: Context, body: Json, current: KubeObject): KubeObject {
  const { resource, request, info } = context;
  const value = applyPatch(mediaTypeOf(request), asJson(current), body, resource);
  const object = checkObject(context, value, [], current);
  if (object.metadata.name !== info.name) {
    refuse(
      badRequest(`the name of the object (${object.metadata.name}) does not match the name on the URL (${info.name})`),
    );
  }
  const { resourceVersion = '', uid = '' } = object.metadata;
  // With PUT another uid is a precondition that fails; here it is a change.
  if (uid !== '' && uid !== current.metadata.uid) {
    refuse(invalid(resource.definition, info.name, [invalidValue('metadata.uid', uid, 'field is immutable')]));
  }
  if (resourceVersion !== '' && resourceVersion !== current.metadata.resourceVersion) {
    refuse(conflict(resource, info.name));
  }
  return object;
}
