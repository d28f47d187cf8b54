/** metadata.managedFields and what it means: who owns which fields (upstream: apimachinery pkg/util/managedfields/internal/managedfields.go). */
import { type FieldSet, type ManagedFieldsEntry, parseFields } from '../../meta/index.ts';

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

/** The managers of an object's entries; undefined when one of them can't be understood. */
export function decodeManagers(entries: readonly ManagedFieldsEntry[]): readonly Manager[] | undefined {
  const managers = new Map<string, Manager>();
  for (const entry of entries) {
    const manager = decodeEntry(entry);
    if (manager === undefined) return undefined;
    managers.set(identityOf(manager), manager);
  }
  return [...managers.values()];
}

function decodeEntry(entry: ManagedFieldsEntry): Manager | undefined {
  const { manager = '', operation, apiVersion = '', subresource = '', time = '', fieldsType } = entry;
  if (operation !== 'Apply' && operation !== 'Update') return undefined;
  if (apiVersion === '' || fieldsType !== 'FieldsV1') return undefined;
  const fields = parseFields(entry.fieldsV1);
  return fields && { manager, operation, apiVersion, subresource, time, fields };
}

/** Who writes, apart from when and what. */
export type Self = Omit<Manager, 'time' | 'fields'>;

/** What makes two entries one: an applier's version doesn't count. */
export function identityOf({ manager, operation, apiVersion, subresource }: Self): string {
  return JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource]);
}

/** Whether two have the same identity. */
export function isSameManager(a: Self, b: Self): boolean {
  if (a.operation !== b.operation || a.manager !== b.manager || a.subresource !== b.subresource) return false;
  return a.operation === 'Apply' || a.apiVersion === b.apiVersion;
}

const order = ['operation', 'time', 'manager', 'apiVersion', 'subresource'] as const;

/** Upstream's order of entries: appliers first, then by time, manager, version and subresource. */
export function compareManagers(a: Manager, b: Manager): number {
  for (const field of order) if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1;
  return 0;
}

/** A manager's entry in metadata.managedFields. */
export function encodeManager({
  manager,
  operation,
  apiVersion,
  time,
  subresource,
  fields,
}: Manager): ManagedFieldsEntry {
  return {
    ...(manager !== '' && { manager }),
    operation,
    apiVersion,
    ...(time !== '' && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...(subresource !== '' && { subresource }),
  };
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
