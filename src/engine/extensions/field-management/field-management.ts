/** Keeps metadata.managedFields right over writes of every kind (upstream: apimachinery pkg/util/managedfields). */
import { emptyObjectOf, typedNodeOf } from '../../api/index.ts';
import { asJson } from '../../apiserver/codec.ts';
import type { Context } from '../../apiserver/context.ts';
import { refuse } from '../../apiserver/outcome.ts';
import { withManagedFields } from '../../apiserver/write.ts';
import {
  compareFields,
  deepEqual,
  differenceOfFields,
  type FieldSet,
  failure,
  formatTime,
  type IgnoredFields,
  isEmptyFields,
  type JsonObject,
  type KubeObject,
  type ManagedFieldsEntry,
  TypedError,
} from '../../meta/index.ts';
import { applyConflict } from './conflicts.ts';
import { lastAppliedOf, withLastApplied } from './last-applied.ts';
import { checkGivenEntries } from './given-entries.ts';
import { identityOf, isReset, type Manager, type Self, sameButForTime } from './managers.ts';
import { afterStep, entriesOf, NO_OWNERS, type Owners, ownedBy, ownersOf } from './owners.ts';
import {
  type Applied,
  afterApply,
  afterUpdate,
  type Conflict,
  fieldsAsApplied,
  unowned,
  unownedBesidesStatus,
} from './ownership.ts';
import { fieldManagerOf } from './parameters.ts';

const NOTHING: JsonObject = Object.freeze({});

/** A new object with its creator's entry. `given`: the entries it came with. */
export function created(
  context: Context,
  object: KubeObject,
  given: readonly ManagedFieldsEntry[] | undefined,
): KubeObject {
  if (!isReset(given)) checkGivenEntries(context, object.metadata.name, given);
  return tracked(context, object, undefined, isReset(given) ? NO_OWNERS : (ownersOf(given) ?? NO_OWNERS));
}

/** An object as it shall be from now on, with the fields that differ from `current` owned by who updates it. */
export function updated(
  context: Context,
  object: KubeObject,
  current: KubeObject,
  given: readonly ManagedFieldsEntry[] | undefined,
): KubeObject {
  const { managedFields } = current.metadata;
  const mayGive = context.info.subresource === '' && given !== undefined && given !== managedFields;
  if (mayGive && isReset(given)) return withManagedFields(object, undefined);
  if (mayGive) checkGivenEntries(context, object.metadata.name, given);
  const theirs = mayGive ? ownersOf(given) : undefined;
  const owners = theirs !== undefined && theirs.managers.length > 0 ? theirs : ownersOf(managedFields);
  // Who has never been tracked isn't tracked from its middle on.
  if (owners === undefined || owners.managers.length === 0) return withManagedFields(object, undefined);
  return tracked(context, object, current, owners);
}

function tracked(context: Context, object: KubeObject, current: KubeObject | undefined, owners: Owners): KubeObject {
  const { resource, parts } = context;
  const changes = compareFields(
    typedNodeOf(resource.definition),
    current === undefined ? emptyObjectOf(resource.definition) : asFields(current),
    asFields(object),
    ignoredBy(context),
  );
  const self = selfOf(context, fieldManagerOf(context), 'Update');
  const after = afterStep(owners, changes, self, formatTime(parts.clock.now()));
  if (after === owners && current !== undefined) {
    const { managedFields } = current.metadata;
    if (ownersOf(managedFields) === owners) return withManagedFields(object, managedFields);
  }
  return withManagedFields(object, entriesOf(after));
}

function asFields(object: KubeObject): JsonObject {
  return asJson(object) as JsonObject;
}

/** Writes of the object itself don't set the status of a kind that has it as a subresource. */
function ignoredBy({ resource, info }: Context): IgnoredFields {
  const isElsewhere = resource.definition.subresources.status === true && info.subresource !== 'status';
  return isElsewhere ? unownedBesidesStatus : unowned;
}

function selfOf({ resource, info }: Context, manager: string, operation: Manager['operation']): Self {
  return { manager, operation, apiVersion: resource.apiVersion, subresource: info.subresource };
}

/**
 * An object of which only the times of its entries are new keeps the old ones: nothing is written then (upstream:
 * endpoints/handlers/fieldmanager/equality.go).
 */
export function settled(object: KubeObject, current: KubeObject): KubeObject {
  const { managedFields } = current.metadata;
  if (object.metadata.managedFields === managedFields) return object;
  const [parts, before] = [asFields(object), asFields(current)];
  for (const part in parts) if (part !== 'metadata' && parts[part] !== before[part]) return object;
  const { managers } = ownersOf(object.metadata.managedFields) ?? NO_OWNERS;
  if (!sameButForTime(managers, (ownersOf(managedFields) ?? NO_OWNERS).managers)) return object;
  const same = withManagedFields(object, managedFields);
  const { resourceVersion: _, ...metadata } = same.metadata;
  const { resourceVersion: _r, ...was } = current.metadata;
  return deepEqual(metadata, was) ? same : object;
}

export interface ApplyOptions {
  readonly manager: string;
  readonly force: boolean;
}

export interface AppliedObject {
  /** Not decoded yet. */
  readonly object: JsonObject;
  readonly managedFields: readonly ManagedFieldsEntry[] | undefined;
}

/** The live object (undefined: there is none) with a configuration applied. Throws 409 with the conflicts, 400 for what the type doesn't have. */
export function applyConfig(
  context: Context,
  config: JsonObject,
  live: KubeObject | undefined,
  { manager, force }: ApplyOptions,
): AppliedObject {
  const { resource, parts } = context;
  const node = typedNodeOf(resource.definition);
  const self = selfOf(context, manager, 'Apply');
  const ignored = ignoredBy(context);
  const time = formatTime(parts.clock.now());
  const before = live === undefined ? NOTHING : asFields(live);
  let { managers } = (live === undefined ? undefined : ownersOf(live.metadata.managedFields)) ?? NO_OWNERS;
  if (live !== undefined && managers.length === 0) {
    const first = selfOf(context, 'before-first-apply', 'Update');
    managers = afterUpdate(
      NO_OWNERS.managers,
      compareFields(node, emptyObjectOf(resource.definition), before, ignored),
      first,
      time,
    );
  }
  const applied = typed(context, config, () => afterApply(node, before, config, managers, self, ignored));
  const conflicts = force ? [] : conflictsLeft(applied, manager, { node, before, apiVersion: resource.apiVersion });
  if (conflicts.length > 0) refuse(applyConflict(conflicts));
  const owners = withApplier(applied, managers, self, deepEqual(applied.object, before) ? undefined : time);
  const object = manager === 'kubectl' ? withLastApplied(applied.object, config) : applied.object;
  return { object, managedFields: ownedBy(owners).entries };
}

/** `time`: when something changed. */
function withApplier(
  { others, fields }: Applied,
  managers: readonly Manager[],
  self: Self,
  time: string | undefined,
): readonly Manager[] {
  if (isEmptyFields(fields)) return others;
  const key = identityOf(self);
  const last = managers.find((each) => identityOf(each) === key);
  const same: FieldSet = last !== undefined && deepEqual(last.fields, fields) ? last.fields : fields;
  if (time === undefined && last !== undefined && same === last.fields && last.apiVersion === self.apiVersion) {
    return [...others, last];
  }
  return [...others, { ...self, time: time ?? last?.time ?? '', fields: same }];
}

/** kubectl may go over from client-side to server-side apply without conflicts about what it applied itself. */
function conflictsLeft(
  { conflicts }: Applied,
  manager: string,
  live: { readonly node: ReturnType<typeof typedNodeOf>; readonly before: JsonObject; readonly apiVersion: string },
): readonly Conflict[] {
  const last = manager === 'kubectl' && conflicts.length > 0 ? lastAppliedOf(live.before, live.apiVersion) : undefined;
  if (last === undefined) return conflicts;
  try {
    const allowed = fieldsAsApplied(live.node, last, live.before);
    return conflicts
      .map((conflict) => ({ ...conflict, fields: differenceOfFields(conflict.fields, allowed) }))
      .filter(({ fields }) => !isEmptyFields(fields));
  } catch (error) {
    if (error instanceof TypedError) return conflicts;
    throw error;
  }
}

/** Upstream's words for a configuration that doesn't fit its type. Its code there is 500 without a reason. */
function typed<T>({ resource, info }: Context, config: JsonObject, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TypedError)) throw error;
    const what = `${info.namespace}/${info.name}; ${String(config['apiVersion'])}, Kind=${resource.definition.kind}`;
    return refuse(failure(400, '', `failed to create typed patch object (${what}): ${error.message}`));
  }
}
