/**
 * The way of a write between its body and etcd, the same for POST, PUT and PATCH: default, let admission mutate, prepare,
 * validate, let admission validate. Parts that an update shares with the stored object aren't checked again.
 */
import {
  deepEqual,
  type FieldError,
  generateName,
  invalid,
  type KubeObject,
  type ManagedFieldsEntry,
  withPart,
} from '../meta/index.ts';
import type { Attributes } from './admission/admission.ts';
import { authorize } from './authorization.ts';
import type { Context } from './context.ts';
import { keepsItself, withOwnFinalizers } from './namespaces.ts';
import { metadataForCreate, metadataForUpdate, reuse } from './object-meta.ts';
import { attempt, type Done, onward, refuse } from './outcome.ts';
import type { Resource } from './resource.ts';
import type { Change } from './storage.ts';

/** What admission is given. */
export function attributesOf(
  context: Context,
  operation: Attributes['operation'],
  name: string,
  old?: KubeObject,
): Attributes {
  const { resource, info, user, dryRun } = context;
  const { subresource, namespace } = info;
  return {
    operation,
    resource,
    subresource,
    namespace,
    name,
    user,
    dryRun,
    context,
    ...(old !== undefined && { old }),
  };
}

/** The owners of fields, where they are known already (server-side apply). */
export interface Owned {
  readonly managedFields: readonly ManagedFieldsEntry[] | undefined;
}

/** How admission sees an object that is changed through a subresource of another kind (a Scale). */
export interface View {
  readonly kind: NonNullable<Attributes['kind']>;
  show(object: KubeObject): KubeObject;
  /** The object with what admission has made of what it was shown. Throws what is wrong with it. */
  take(object: KubeObject, shown: KubeObject): KubeObject;
}

/** The object with these entries. */
export function withManagedFields(object: KubeObject, managedFields: Owned['managedFields']): KubeObject {
  if (object.metadata.managedFields === managedFields) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
}

/** Gives the object as it will be created, all but written, or what refuses it. */
export function prepareCreate(context: Context, given: KubeObject, done: Done<KubeObject>, owned?: Owned): void {
  const { resource, parts } = context;
  const { rules } = resource.definition;
  const begun = attempt(() => newObject(context, given, owned));
  if (begun.status !== undefined) return done(begun);
  const attributes = attributesOf(context, 'CREATE', begun.ok.metadata.name);
  const admit = (mutated: KubeObject): void => {
    const valid = attempt(() => {
      const prepared = rules.prepareForCreate?.(mutated) ?? mutated;
      const object = parts.allocator?.allocate(context, prepared, undefined) ?? prepared;
      throwIfInvalid(resource, object, errorsIn(context, object));
      throwUnlessMayCreate(context);
      return object;
    });
    if (valid.status !== undefined) return done(valid);
    parts.admission.validate(
      valid.ok,
      attributes,
      onward(done, () => done(valid)),
    );
  };
  parts.admission.mutate(begun.ok, attributes, onward(done, admit));
}

function errorsIn({ resource, parts }: Context, object: KubeObject, old?: KubeObject): readonly FieldError[] {
  const { definition } = resource;
  return [...(definition.rules.validate?.(object, old) ?? []), ...parts.validateAlso(definition, object, old)];
}

/** Who makes an object by an update or by applying needs the right to create as well (upstream: handlers/update.go, withAuthorization). */
function throwUnlessMayCreate({ info, user, parts }: Context): void {
  if (info.verb !== 'create') authorize(parts.access.authorize, user, { ...info, verb: 'create' });
}

/** What is given as admission gets to see it: with its metadata and its defaults. */
function newObject(context: Context, given: KubeObject, owned: Owned | undefined): KubeObject {
  const { resource, info, parts } = context;
  const server = { nowMs: parts.clock.now(), uids: parts.uids };
  const metadata = metadataForCreate(resource, given.metadata, info.namespace, server);
  const { generateName: base = '' } = metadata;
  const named = metadata.name || base === '' ? metadata : { ...metadata, name: nextName(context, base) };
  const bare: KubeObject = { ...given, metadata: named };
  const object = resource.definition.rules.default?.(bare) ?? bare;
  if (owned !== undefined) return withManagedFields(object, owned.managedFields);
  return parts.fieldManagement?.created(context, object, given.metadata.managedFields) ?? object;
}

/** Another name made of the same base. */
export function nextName({ parts }: Context, base: string): string {
  return generateName(base, (below) => parts.names.int(below));
}

/**
 * Gives what an update makes of the current object. `status`: only the status counts, as on /status; otherwise everything but
 * it. `given` may share parts with `current`.
 */
export function prepareUpdate(
  context: Context,
  given: KubeObject,
  current: KubeObject,
  part: 'main' | 'status',
  done: Done<Change>,
  owned?: Owned,
  view?: View,
): void {
  const { resource, parts } = context;
  const { rules } = resource.definition;
  const begun = attempt((): KubeObject => {
    const metadata = metadataForUpdate(resource, given.metadata, current.metadata);
    const whole = { ...given, metadata };
    const bare = part === 'status' ? statusPart(resource, whole, current) : subresourcePart(context, whole, current);
    const object = rules.default?.(bare) ?? bare;
    if (owned !== undefined) return withManagedFields(object, owned.managedFields);
    return parts.fieldManagement?.updated(context, object, current, given.metadata.managedFields) ?? object;
  });
  if (begun.status !== undefined) return done(begun);
  const shown = (object: KubeObject): KubeObject => view?.show(object) ?? object;
  const asked = attributesOf(context, 'UPDATE', begun.ok.metadata.name, shown(current));
  const attributes = view === undefined ? asked : { ...asked, kind: view.kind };
  const admit = (mutated: KubeObject): void => {
    const valid = attempt(() => {
      const wanted = view?.take(begun.ok, mutated) ?? mutated;
      const merged = part === 'status' ? statusPart(resource, wanted, current) : mainPart(resource, wanted, current);
      const whole = parts.allocator?.allocate(context, merged, current) ?? merged;
      const object = parts.fieldManagement?.settled(whole, current) ?? whole;
      throwIfInvalid(resource, object, errorsIn(context, object, current));
      return object;
    });
    if (valid.status !== undefined) return done(valid);
    const write: Change = finished(valid.ok) ? { remove: valid.ok } : { put: valid.ok };
    parts.admission.validate(
      shown(valid.ok),
      attributes,
      onward(done, () => done({ ok: write })),
    );
  };
  parts.admission.mutate(shown(begun.ok), attributes, onward(done, admit));
}

/** What an update of the status may change. */
function statusPart(resource: Resource, given: KubeObject, current: KubeObject): KubeObject {
  const object = { ...withPart(current, given, 'status'), metadata: given.metadata };
  return resource.definition.rules.prepareForStatusUpdate?.(object, current) ?? object;
}

/** What a subresource's path takes. Whoever sends more doesn't come to own it (upstream: GetResetFieldsFilter of the Pod's strategies). */
function subresourcePart({ resource, info }: Context, given: KubeObject, current: KubeObject): KubeObject {
  if (info.subresource === '') return given;
  return resource.definition.rules.prepareForUpdate?.(given, current) ?? given;
}

/** What an update of everything but the status may change, with its generation. */
function mainPart(resource: Resource, given: KubeObject, current: KubeObject): KubeObject {
  const { subresources, rules } = resource.definition;
  const object = subresources.status === true ? withPart(given, current, 'status') : given;
  const wanted = sharing(withOwnFinalizers(object, current), current);
  return withGeneration(resource, rules.prepareForUpdate?.(wanted, current) ?? wanted, current);
}

/** Deleted, with no grace left and no finalizers: the update removes it. */
export function finished(object: KubeObject): boolean {
  const { metadata } = object;
  if (metadata.deletionTimestamp === undefined || (metadata.deletionGracePeriodSeconds ?? 0) > 0) return false;
  return (metadata.finalizers ?? []).length === 0 && !keepsItself(object);
}

/** Throws 422 when there are errors. */
export function throwIfInvalid(
  resource: Resource,
  object: KubeObject,
  errors: readonly FieldError[] | undefined,
): void {
  if (errors === undefined || errors.length === 0) return;
  refuse(invalid(resource.definition, object.metadata.name ?? '', errors));
}

type Fields = { readonly [field: string]: unknown };

/** The object with every top-level part that equals the old one replaced by it. */
function sharing(object: KubeObject, old: KubeObject): KubeObject {
  let result = object;
  for (const [part, value] of Object.entries(object)) {
    const kept = part === 'metadata' ? value : reuse(value, fieldsOf(old)[part]);
    if (kept !== value) result = { ...result, [part]: kept };
  }
  return result;
}

/** Counts changes of what is wanted (upstream: the strategies' PrepareForUpdate). */
function withGeneration(resource: Resource, object: KubeObject, old: KubeObject): KubeObject {
  const { generation: rule } = resource.definition.rules;
  const { generation = 0 } = old.metadata;
  if (rule === 'none') return object;
  if (rule === 'custom') {
    const { metadata: _m, ...content } = fieldsOf(object);
    const { metadata: _om, ...before } = fieldsOf(old);
    if (deepEqual(content, before)) return object;
    return { ...object, metadata: { ...object.metadata, generation: generation + 1 } };
  }
  if (rule === 'content') {
    const { metadata: _m, status: _s, ...content } = fieldsOf(object);
    const { metadata: _om, status: _os, ...before } = fieldsOf(old);
    if (object.metadata.labels === old.metadata.labels && deepEqual(content, before)) return object;
    return { ...object, metadata: { ...object.metadata, generation: generation + 1 } };
  }
  const annotated = rule === 'spec-and-annotations' && object.metadata.annotations !== old.metadata.annotations;
  if (!annotated && deepEqual(fieldsOf(object)['spec'], fieldsOf(old)['spec'])) return object;
  return { ...object, metadata: { ...object.metadata, generation: generation + 1 } };
}

/** An object by field names. */
function fieldsOf(object: KubeObject): Fields {
  return object as unknown as Fields;
}
