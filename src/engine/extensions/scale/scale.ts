/** pods of a workload as one number: GET, PUT and PATCH of `…/scale` (autoscaling/v1 Scale). */
import { type KindDefinition, Scale, scaleColumns, validateScale } from '../../api/index.ts';
import { validateLabels } from '../../api/metadata-validation.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { Context } from '../../apiserver/context.ts';
import { mediaTypeOf } from '../../apiserver/decode.ts';
import { checkIdentity } from '../../apiserver/object-meta.ts';
import { attempt, type Done, refuse } from '../../apiserver/outcome.ts';
import { applyPatch, isApplyPatch } from '../../apiserver/patch-types.ts';
import { representation } from '../../apiserver/representation.ts';
import { objectPath } from '../../apiserver/resource.ts';
import { respondJson, respondStatus } from '../../apiserver/respond.ts';
import type { Change } from '../../apiserver/storage.ts';
import { decodeAdmitted, decodePosted, type PostedKind, readPosted } from '../../apiserver/subresources/posted-object.ts';
import { readPatch } from '../../apiserver/verbs/patch.ts';
import { checkName, checkRevision } from '../../apiserver/verbs/update.ts';
import { prepareUpdate, type View } from '../../apiserver/write.ts';
import {
  conflict,
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

/** The kind of what is sent and answered. */
export const scaleKind: PostedKind<Scale> = { ...Scale, schema: 'io.k8s.api.autoscaling.v1.Scale' };

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
  const scale = readPosted(context, scaleKind);
  checkName(context, scale.metadata);
  setScale(context, ({ metadata }) => {
    checkIdentity(context.resource, { uid: scale.metadata.uid }, metadata);
    return scale;
  });
}

export function patchScale(context: Context): void {
  const { fieldManagement } = context.parts;
  if (isApplyPatch(mediaTypeOf(context.request)) && fieldManagement !== undefined) {
    fieldManagement.applyScale(context);
    return;
  }
  const body = readPatch(context);
  setScale(context, (current) => {
    const before = asJson(scaleOf(context, current));
    const scale = decodePosted(context, scaleKind, applyPatch(mediaTypeOf(context.request), before, body, context.resource));
    checkName(context, scale.metadata);
    const { uid = '' } = scale.metadata;
    const { name, uid: found } = current.metadata;
    if (uid === '' || uid === found) return scale;
    const scaled = { group: context.resource.group, plural: `${context.resource.plural}/scale` };
    return refuse(conflict(scaled, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`));
  });
}

/** Writes the replicas of a wanted Scale into the object, as an update of the object. */
function setScale(context: Context, wanted: (current: KubeObject) => Scale): void {
  const { storage, resource, info, dryRun } = context;
  const given = (current: KubeObject): KubeObject => {
    const { metadata, spec } = wanted(current);
    const { resourceVersion = '', labels = {} } = metadata;
    if (resourceVersion !== '') checkRevision(context, resourceVersion, current);
    checkLabels(context, labels);
    return withReplicas(context, current, spec?.replicas ?? 0);
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
      const wanted = decodeAdmitted(scaleKind, shown).spec?.replicas ?? 0;
      return wanted === scaleOf(context, object).spec.replicas ? object : withReplicas(context, object, wanted);
    },
  };
}

/** Nothing comes of a Scale's labels; they are held to be right all the same. */
function checkLabels({ info }: Context, labels: Readonly<Record<string, string>>): void {
  const errors: FieldError[] = [];
  validateLabels(labels, 'metadata.labels', errors);
  if (errors.length > 0) refuse(invalid({ group: 'autoscaling', kind: 'Scale' }, info.name, errors));
}

function withReplicas(context: Context, object: KubeObject, wanted: number): KubeObject {
  const { specPath = '' } = context.resource.definition.subresources.scale ?? {};
  checkReplicas(context, wanted, object);
  if (at(asJson(object), specPath) === wanted) return object;
  return withValue(asJson(object), specPath.split('.').slice(1), wanted) as unknown as KubeObject;
}

/** What every change of a Scale answers with. */
export function answerScale(context: Context): Parameters<Context['storage']['update']>[3] {
  const { exchange, warnings } = context;
  return (outcome) => {
    if (outcome.status !== undefined) respondStatus(exchange, outcome.status, warnings);
    else respondJson(exchange, 200, scaleOf(context, outcome.ok.object), warnings);
  };
}

/** Throws 422 for replicas that a Scale may not have. */
export function checkReplicas(context: Context, replicas: number, current: KubeObject): void {
  const errors = validateScale({ ...scaleOf(context, current), spec: { replicas } });
  if (errors.length > 0) refuse(invalid({ group: 'autoscaling', kind: 'Scale' }, context.info.name, errors));
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
