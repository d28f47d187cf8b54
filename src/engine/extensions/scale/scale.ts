/** pods of a workload as one number: GET, PUT and PATCH of `…/scale` (autoscaling/v1 Scale). */
import { type KindDefinition, type Scale, scaleColumns, validateScale } from '../../api/index.ts';
import { validateLabels } from '../../api/metadata-validation.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { Context } from '../../apiserver/context.ts';
import { mediaTypeOf, readBody } from '../../apiserver/decode.ts';
import { attempt, type Done, refuse } from '../../apiserver/outcome.ts';
import { applyPatch, isApplyPatch } from '../../apiserver/patch-types.ts';
import { representation } from '../../apiserver/representation.ts';
import { objectPath } from '../../apiserver/resource.ts';
import { respondJson, respondStatus } from '../../apiserver/respond.ts';
import type { Change } from '../../apiserver/storage.ts';
import { readPatch } from '../../apiserver/verbs/patch.ts';
import { checkRevision } from '../../apiserver/verbs/update.ts';
import { prepareUpdate, type View } from '../../apiserver/write.ts';
import {
  badRequest,
  type FieldError,
  formatRequirements,
  invalid,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  type LabelSelector,
  requirementsOf,
} from '../../meta/index.ts';

export function getScale(context: Context): void {
  const { storage, resource, info, exchange } = context;
  const columns = scaleColumns as KindDefinition['columns'];
  const shape = representation({
    ...context,
    resource: { ...resource, definition: { ...resource.definition, columns } },
  });
  storage.get(objectPath(resource, info.namespace, info.name), (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status);
    else respondJson(exchange, 200, shape.object(scaleOf(context, outcome.ok)));
  });
}

export function updateScale(context: Context): void {
  const body = readBody(context.request, 'Scale')?.value;
  if (!isJsonObject(body)) refuse(badRequest('the body must be a Scale'));
  const metadata = body['metadata'];
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  if (name !== undefined && name !== context.info.name) {
    refuse(
      badRequest(`the name of the object (${String(name)}) does not match the name on the URL (${context.info.name})`),
    );
  }
  setScale(context, () => body);
}

export function patchScale(context: Context): void {
  const { fieldManagement } = context.parts;
  if (isApplyPatch(mediaTypeOf(context.request)) && fieldManagement !== undefined) {
    fieldManagement.applyScale(context);
    return;
  }
  const body = readPatch(context);
  setScale(context, (current) =>
    applyPatch(mediaTypeOf(context.request), asJson(scaleOf(context, current)), body, context.resource),
  );
}

/** Writes the replicas of a wanted Scale into the object, as an update of the object. */
function setScale(context: Context, wanted: (current: KubeObject) => Json): void {
  const { storage, resource, info, dryRun } = context;
  const given = (current: KubeObject): KubeObject => {
    const scale = wanted(current);
    const version = at(scale, '.metadata.resourceVersion');
    if (typeof version === 'string' && version !== '') checkRevision(context, version, current);
    checkLabels(context, at(scale, '.metadata.labels'));
    return withReplicas(context, current, at(scale, '.spec.replicas') ?? 0);
  };
  const change = (current: KubeObject, changed: Done<Change>): void => {
    const scaled = attempt(() => given(current));
    if (scaled.status !== undefined) changed(scaled);
    else prepareUpdate(context, scaled.ok, current, 'main', changed, undefined, scaleView(context));
  };
  storage.update(objectPath(resource, info.namespace, info.name), change, { dryRun }, answerScale(context));
}

/** Admission checks the Scale. */
export function scaleView(context: Context): View {
  return {
    kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    show: (object) => scaleOf(context, object),
    take: (object, shown) => {
      const wanted = at(asJson(shown), '.spec.replicas') ?? 0;
      return wanted === scaleOf(context, object).spec.replicas ? object : withReplicas(context, object, wanted);
    },
  };
}

/** Nothing comes of a Scale's labels; they are held to be right all the same. */
function checkLabels({ info }: Context, labels: Json | undefined): void {
  const errors: FieldError[] = [];
  const texts = Object.entries(isJsonObject(labels) ? labels : {}).filter(([, value]) => typeof value === 'string');
  validateLabels(Object.fromEntries(texts) as Record<string, string>, 'metadata.labels', errors);
  if (errors.length > 0) refuse(invalid({ group: 'autoscaling', kind: 'Scale' }, info.name, errors));
}

function withReplicas(context: Context, object: KubeObject, wanted: Json): KubeObject {
  const { specPath = '' } = context.resource.definition.subresources.scale ?? {};
  const replicas = checkedReplicas(context, wanted, object);
  if (at(asJson(object), specPath) === replicas) return object;
  return withValue(asJson(object), specPath.split('.').slice(1), replicas) as unknown as KubeObject;
}

/** What every change of a Scale answers with. */
export function answerScale(context: Context): Parameters<Context['storage']['update']>[3] {
  const { exchange, warnings } = context;
  return (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status, warnings);
    else respondJson(exchange, 200, scaleOf(context, outcome.ok.object), warnings);
  };
}

/** A Scale's replicas as a client sent them. Throws 400 for what is no whole number, 422 for what a Scale may not have. */
export function checkedReplicas(context: Context, replicas: Json, current: KubeObject): number {
  if (typeof replicas !== 'number' || !Number.isInteger(replicas)) {
    return refuse(
      badRequest('Scale in version "v1" cannot be handled as a Scale: spec.replicas must be a whole number'),
    );
  }
  const errors = validateScale({ ...scaleOf(context, current), spec: { replicas } });
  if (errors.length > 0) refuse(invalid({ group: 'autoscaling', kind: 'Scale' }, context.info.name, errors));
  return replicas;
}

function scaleOf({ resource }: Context, object: KubeObject): Scale {
  const { specPath = '', statusPath = '', selectorPath = '' } = resource.definition.subresources.scale ?? {};
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const json = asJson(object);
  const selector = selectorText(at(json, selectorPath));
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, ...(namespace !== undefined && { namespace }), uid, resourceVersion, creationTimestamp },
    spec: { replicas: Number(at(json, specPath) ?? 0) },
    status: { replicas: Number(at(json, statusPath) ?? 0), ...(selector !== '' && { selector }) },
  };
}

function selectorText(selector: Json | undefined): string {
  // A custom resource keeps it as text.
  if (typeof selector === 'string') return selector;
  return isJsonObject(selector) ? formatRequirements(requirementsOf(selector as LabelSelector)) : '';
}

/** The value at a path like `.spec.replicas`. */
function at(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const field of path.split('.').slice(1)) found = isJsonObject(found) ? found[field] : undefined;
  return found;
}

function withValue(value: Json | undefined, [field, ...rest]: readonly string[], leaf: Json): Json {
  if (field === undefined) return leaf;
  const parent: JsonObject = isJsonObject(value) ? value : {};
  return { ...parent, [field]: withValue(parent[field], rest, leaf) };
}
