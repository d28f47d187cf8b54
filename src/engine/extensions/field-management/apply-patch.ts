/** PATCH with application/apply-patch+yaml: server-side apply (upstream: endpoints/handlers/patch.go, applyPatcher). */

import type { Context } from '../../apiserver/context.ts';
import { readBody } from '../../apiserver/decode.ts';
import { checkObject } from '../../apiserver/decode-object.ts';
import { attempt, refuse } from '../../apiserver/outcome.ts';
import { objectPath } from '../../apiserver/resource.ts';
import { answerUpdate } from '../../apiserver/verbs/update.ts';
import { prepareCreate, prepareUpdate } from '../../apiserver/write.ts';
import { badRequest, conflict, goKind, isJsonObject, type JsonObject, type KubeObject } from '../../meta/index.ts';
import { type AppliedObject, applyConfig } from './field-management.ts';
import { applyOptionsOf } from './parameters.ts';

/** Applies the body to the object or to its status: 200, or 201 when there was none. 409 for conflicts unless forced. */
export function applyPatch(context: Context): void {
  const { storage, resource, info, dryRun } = context;
  const part = info.subresource === 'status' ? 'status' : 'main';
  const options = applyOptionsOf(context);
  const { config, duplicates } = readConfig(context);
  const wanted = part === 'status' ? statusOnly(config) : config;
  const make = (live: KubeObject | undefined): AppliedObject & { readonly given: KubeObject } => {
    checkConfig({ apiVersion: resource.apiVersion, kind: resource.definition.kind }, config);
    const applied = applyConfig(context, wanted, live, options);
    const given = checkObject(context, applied.object, duplicates, live);
    checkPlace(context, given, live);
    return { ...applied, given };
  };
  storage.update(
    objectPath(resource, info.namespace, info.name),
    (current, done) => {
      const made = attempt(() => make(current));
      if (made.status !== undefined) done(made);
      else prepareUpdate(context, made.ok.given, current, part, done, { managedFields: made.ok.managedFields });
    },
    {
      dryRun,
      ...(part === 'main' && {
        create: (done) => {
          const made = attempt(() => make(undefined));
          if (made.status !== undefined) done(made);
          else prepareCreate(context, made.ok.given, done, { managedFields: made.ok.managedFields });
        },
      }),
    },
    answerUpdate(context),
  );
}

/** The configuration in the body. Throws 400 for what isn't an object. */
export function readConfig(context: Context): { readonly config: JsonObject; readonly duplicates: readonly string[] } {
  const { request, resource } = context;
  const broken = (why: string): never => refuse(badRequest(`error decoding YAML: ${why}`));
  const { value, duplicates } = readBody(request, resource.definition.kind, broken) ?? { value: {}, duplicates: [] };
  if (isJsonObject(value)) return { config: value, duplicates };
  if (value === null) return { config: {}, duplicates };
  return broken(`json: cannot unmarshal ${goKind(value)} into Go value of type map[string]interface {}`);
}

/** Throws 400 for another kind than the path's, and for entries that only the server may make. */
export function checkConfig(wanted: { readonly apiVersion: string; readonly kind: string }, config: JsonObject): void {
  const { apiVersion: given = '', kind = '' } = config;
  if (given !== wanted.apiVersion || kind !== wanted.kind) {
    const version = String(given).includes('/') || given === '' ? String(given) : `/${given}`;
    refuse(badRequest(`invalid object type: ${version === '' ? '/' : version}, Kind=${String(kind)}`));
  }
  const { metadata } = config;
  const entries = isJsonObject(metadata) ? metadata['managedFields'] : undefined;
  if (entries !== undefined && entries !== null) refuse(badRequest('metadata.managedFields must be nil'));
}

/** Throws 400 for another name than the path's, 409 for another version than the live object's. */
function checkPlace({ resource, info }: Context, given: KubeObject, live: KubeObject | undefined): void {
  const { name = '', resourceVersion = '' } = given.metadata;
  if (name !== info.name) {
    refuse(badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`));
  }
  if (live !== undefined && resourceVersion !== '' && resourceVersion !== live.metadata.resourceVersion) {
    refuse(conflict(resource, info.name));
  }
}

/** What counts on /status, with what says which object is meant. */
function statusOnly(config: JsonObject): JsonObject {
  const { apiVersion, kind, metadata, status } = config;
  const { name, namespace, resourceVersion, uid, managedFields } = isJsonObject(metadata) ? metadata : {};
  const named = Object.entries({ name, namespace, resourceVersion, uid, managedFields });
  return {
    ...(apiVersion !== undefined && { apiVersion }),
    ...(kind !== undefined && { kind }),
    metadata: Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    ...(status !== undefined && { status }),
  };
}
