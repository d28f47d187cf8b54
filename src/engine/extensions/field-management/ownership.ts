/** How ownership moves when an object changes (upstream: structured-merge-diff, merge/update.go). */
import {
  compareFields,
  differenceOfFields,
  EMPTY_FIELDS,
  type FieldChanges,
  type FieldSet,
  fieldsOf,
  fieldsOfObject,
  type IgnoredFields,
  intersectionOfFields,
  isEmptyFields,
  type JsonObject,
  mergeTyped,
  removeFields,
  type TypedNode,
  unionOfFields,
  withNamedFields,
} from '../../meta/index.ts';
import { identityOf, isSameManager, type Manager, type Self } from './managers.ts';

/** Fields without an owner: they identify the object, or belong to the server. */
const unownedMetadata = {
  clusterName: true,
  creationTimestamp: true,
  generation: true,
  managedFields: true,
  name: true,
  namespace: true,
  resourceVersion: true,
  selfLink: true,
  uid: true,
} as const;

/** What no comparison counts that is about ownership. */
export const unowned: IgnoredFields = { apiVersion: true, kind: true, metadata: unownedMetadata };
/** The same where the status is written elsewhere. */
export const unownedBesidesStatus: IgnoredFields = { ...unowned, status: true };

const unownedFields: FieldSet = {
  'f:apiVersion': EMPTY_FIELDS,
  'f:kind': EMPTY_FIELDS,
  'f:metadata': Object.fromEntries([
    ['.', EMPTY_FIELDS],
    ...Object.keys(unownedMetadata).map((name) => [`f:${name}`, EMPTY_FIELDS]),
  ]),
};

/** An updater takes over what it changes. Managers that keep what they had stay the same objects; the same list when all do. */
export function afterUpdate(
  managers: readonly Manager[],
  changes: FieldChanges,
  self: Self,
  time: string,
): readonly Manager[] {
  const owned = changes.changed;
  const isChanged = !isEmptyFields(owned);
  let before = EMPTY_FIELDS;
  const left: Manager[] = [];
  for (const each of managers) {
    if (isChanged && isSameManager(each, self)) before = differenceOfFields(each.fields, changes.removed);
    else addReduced(left, each, changes);
  }
  if (isChanged) left.push({ ...self, time, fields: unionOfFields(before, owned) });
  else if (left.length === managers.length && left.every((each, index) => each === managers[index])) return managers;
  return left;
}

/** What other managers keep of their fields when one changes an object. */
function addReduced(left: Manager[], manager: Manager, { changed, removed }: FieldChanges): void {
  const fields = differenceOfFields(differenceOfFields(manager.fields, changed), removed);
  if (fields === manager.fields) left.push(manager);
  else if (!isEmptyFields(fields)) left.push({ ...manager, fields });
}

export interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

export interface Applied {
  /** The live object with the configuration merged in and what its manager let go taken out. */
  readonly object: JsonObject;
  /** Without the applier's own entry. */
  readonly others: readonly Manager[];
  /** What the applier owns now. */
  readonly fields: FieldSet;
  /** Fields whose value would change though others own them. `others` is what they keep if that is forced. */
  readonly conflicts: readonly Conflict[];
}

/** Applies a configuration. `ignored`: fields that this endpoint doesn't set or that have no owner. Throws a TypedError. */
export function afterApply(
  node: TypedNode,
  live: JsonObject,
  config: JsonObject,
  managers: readonly Manager[],
  self: Self,
  ignored: IgnoredFields,
): Applied {
  const key = identityOf(self);
  const last = managers.find((each) => identityOf(each) === key)?.fields ?? EMPTY_FIELDS;
  const others = managers.filter((each) => identityOf(each) !== key);
  const wanted = fieldsOf(node, config);
  const named = ignored['status'] === true ? withoutStatus(wanted) : wanted;
  const merged = mergeTyped(node, live, config);
  const object = pruned(node, merged, last, named, others);
  const changes = compareFields(node, live, object, ignored);
  const conflicts = others
    .map((manager) => ({ manager, fields: intersectionOfFields(manager.fields, changes.changed) }))
    .filter(({ fields }) => !isEmptyFields(fields));
  const kept: Manager[] = [];
  for (const each of others) addReduced(kept, each, changes);
  return { object, others: kept, fields: differenceOfFields(named, unownedFields), conflicts };
}

function withoutStatus(fields: FieldSet): FieldSet {
  const { 'f:status': _, ...rest } = fields;
  return rest;
}

/**
 * Takes out what the applier named the last time and doesn't name now, unless another manager owns it; and with a list item or map entry that
 * goes, what has no owner within it.
 */
function pruned(
  node: TypedNode,
  merged: JsonObject,
  lastFields: FieldSet,
  named: FieldSet,
  others: readonly Manager[],
): JsonObject {
  if (isEmptyFields(lastFields)) return merged;
  const last = withNamedFields(node, lastFields);
  const fieldsLeft = (object: JsonObject): FieldSet => withNamedFields(node, fieldsOfObject(node, object));
  const all = fieldsLeft(merged);
  let owned = named;
  for (const { fields } of others) owned = unionOfFields(owned, fields);
  const without = removeFields(node, merged, last);
  const back = removeFields(
    node,
    merged,
    differenceOfFields(all, unionOfFields(fieldsLeft(without), withNamedFields(node, owned))),
  );
  return removeFields(node, merged, intersectionOfFields(differenceOfFields(all, fieldsLeft(back)), last));
}

/** What an applier may take over from whoever updated the object by client-side apply: what its last configuration says as the object does. */
export function fieldsAsApplied(node: TypedNode, lastApplied: JsonObject, live: JsonObject): FieldSet {
  const { changed, removed } = compareFields(node, lastApplied, live);
  return differenceOfFields(differenceOfFields(fieldsOf(node, lastApplied), changed), removed);
}
