/** metadata.managedFields and what it means: who owns which fields (upstream: apimachinery pkg/util/managedfields/internal/managedfields.go). */
import { EMPTY_FIELDS, type FieldSet, type ManagedFieldsEntry, markFields, parseFields } from '../../meta/index.ts';

export interface Manager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** '' for the object itself. */
  readonly subresource: string;
  /** RFC 3339; '' when its first apply changed nothing. */
  readonly time: string;
  readonly fields: FieldSet;
}

/** Entries that were decoded or encoded here, by their identity: objects are read far more often than their owners change. */
const decoded = new WeakMap<readonly ManagedFieldsEntry[], readonly Manager[]>();
/** The entry of a manager that has stayed what it was. */
const encoded = new WeakMap<Manager, ManagedFieldsEntry>();

/** The managers of an object's entries; undefined when one of them can't be understood. */
export function decodeManagers(entries: readonly ManagedFieldsEntry[] = []): readonly Manager[] | undefined {
  const known = decoded.get(entries);
  if (known !== undefined) return known;
  const managers = new Map<string, Manager>();
  for (const entry of entries) {
    const manager = decodeEntry(entry);
    if (manager === undefined) return undefined;
    managers.set(identityOf(manager), manager);
  }
  const result = [...managers.values()];
  if (Object.isFrozen(entries)) decoded.set(entries, result);
  return result;
}

function decodeEntry(entry: ManagedFieldsEntry): Manager | undefined {
  const { manager = '', operation, apiVersion = '', subresource = '', time = '', fieldsType } = entry;
  if (operation !== 'Apply' && operation !== 'Update') return undefined;
  if (apiVersion === '' || fieldsType !== 'FieldsV1') return undefined;
  const fields = parseFields(entry.fieldsV1);
  return fields && { manager, operation, apiVersion, subresource, time, fields };
}

/** What makes two entries one: an applier's version doesn't count. */
export function identityOf({ manager, operation, apiVersion, subresource }: Omit<Manager, 'time' | 'fields'>): string {
  return JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource]);
}

/** Entries in upstream's order: appliers first, then by time, manager, version and subresource. Undefined when no field has an owner. */
export function encodeManagers(managers: readonly Manager[]): readonly ManagedFieldsEntry[] | undefined {
  if (managers.length === 0) return undefined;
  const sorted = [...managers].sort(compareManagers);
  const entries = Object.freeze(sorted.map(encodeManager));
  decoded.set(entries, sorted);
  return entries;
}

const order = ['operation', 'time', 'manager', 'apiVersion', 'subresource'] as const;

function compareManagers(a: Manager, b: Manager): number {
  for (const field of order) if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1;
  return 0;
}

function encodeManager(owner: Manager): ManagedFieldsEntry {
  const known = encoded.get(owner);
  if (known !== undefined) return known;
  const { manager, operation, apiVersion, time, subresource, fields } = owner;
  const entry: ManagedFieldsEntry = {
    ...(manager !== '' && { manager }),
    operation,
    apiVersion,
    ...(time !== '' && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: markFields(fields),
    ...(subresource !== '' && { subresource }),
  };
  encoded.set(owner, entry);
  return entry;
}

/** Whether the entries say the same apart from when. */
export function sameButForTime(a: readonly Manager[], b: readonly Manager[]): boolean {
  if (a.length !== b.length) return false;
  const others = new Map(b.map((each) => [identityOf(each), each]));
  return a.every((each) => others.get(identityOf(each))?.fields === each.fields);
}

/** As a client asks for it: a list of one empty entry forgets all owners. */
export function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  const [only, ...others] = entries ?? [];
  if (only === undefined || others.length > 0) return false;
  for (const _ in only) return false;
  return true;
}

const mostUpdaters = 10;

/** The updates of long ago count as one manager's once there are more than ten updaters (upstream: capmanagers.go). */
export function capUpdaters(
  managers: readonly Manager[],
  union: (a: FieldSet, b: FieldSet) => FieldSet,
): readonly Manager[] {
  const updaters = managers.filter(({ operation }) => operation === 'Update');
  if (updaters.length <= mostUpdaters) return managers;
  const oldestFirst = [...updaters].sort((a, b) => {
    return a.time === b.time ? (identityOf(a) < identityOf(b) ? -1 : 1) : a.time < b.time ? -1 : 1;
  });
  const left = new Map(managers.map((each) => [identityOf(each), each]));
  const firstOf = new Map<string, Manager>();
  let count = updaters.length;
  for (const each of oldestFirst) {
    if (count <= mostUpdaters) break;
    const first = firstOf.get(each.apiVersion);
    if (first === undefined) {
      firstOf.set(each.apiVersion, each);
      continue;
    }
    const bucket = { ...first, manager: 'ancient-changes', subresource: '' };
    const key = identityOf(bucket);
    const before = left.get(key)?.fields ?? first.fields;
    left.delete(identityOf(first));
    left.delete(identityOf(each));
    left.set(key, { ...bucket, time: each.time, fields: union(each.fields, before) });
    count -= 1;
  }
  return [...left.values()];
}

/** No fields at all. */
export const NO_FIELDS: FieldSet = EMPTY_FIELDS;
