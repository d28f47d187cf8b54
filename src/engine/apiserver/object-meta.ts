/** The server's part in an object's metadata (upstream: apiserver pkg/registry/rest/{create,update}.go). */
import type { Random } from '../kernel/index.ts';
import { badRequest, conflict, deepEqual, type FieldError, failure, formatTime, goTime, invalid, type ObjectMeta } from '../meta/index.ts';
import { refuse } from './outcome.ts';
import type { Resource } from './resource.ts';

/** Metadata of an object about to be created, without its name where that is to be generated. Throws 400. */
export function metadataForCreate(
  resource: Resource,
  given: Partial<ObjectMeta>,
  namespace: string,
  server: { readonly nowMs: number; readonly uids: Random },
): ObjectMeta {
  const { resourceVersion: version = '' } = given;
  // Upstream's words and no reason, so that kubectl prints the same; but upstream answers 500, as if the server had failed.
  if (version !== '' && version !== '0') refuse(failure(400, '', 'resourceVersion should not be set on objects to be created'));
  const {
    resourceVersion: _,
    deletionTimestamp: _d,
    deletionGracePeriodSeconds: _g,
    generation: _n,
    managedFields: _m,
    ...kept
  } = given;
  checkNamespace(given.namespace, namespace);
  const { rules, namespaced } = resource.definition;
  return {
    ...kept,
    ...(namespaced && { namespace }),
    ...(rules.generation !== 'none' && { generation: 1 }),
    uid: newUid(server.uids),
    creationTimestamp: formatTime(server.nowMs),
  } as ObjectMeta;
}

/** Metadata of an update: what only the server sets stays as it was. Throws 409 for another uid, 400 for another name or namespace. */
export function metadataForUpdate(resource: Resource, given: Partial<ObjectMeta>, old: ObjectMeta): ObjectMeta {
  if (given === old) return old;
  checkNamespace(given.namespace, old.namespace ?? '');
  checkIdentity(resource, { uid: given.uid ?? '' }, old);
  checkDeletion(resource, given, old);
  const labels = reuse(filled(given.labels), old.labels);
  const annotations = reuse(filled(given.annotations), old.annotations);
  const ownerReferences = reuse(filled(given.ownerReferences), old.ownerReferences);
  const finalizers = reuse(filled(given.finalizers), old.finalizers);
  const sameMaps = labels === old.labels && annotations === old.annotations;
  if (sameMaps && ownerReferences === old.ownerReferences && finalizers === old.finalizers) return old;
  const { labels: _l, annotations: _a, ownerReferences: _o, finalizers: _f, ...serverOwned } = old;
  return {
    ...serverOwned,
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
    ...(ownerReferences !== undefined && { ownerReferences }),
    ...(finalizers !== undefined && { finalizers }),
  };
}

/** Which object is meant. Empty: any. */
interface Identity {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** Throws 409 where another object is meant than the one that is there (upstream: apiserver pkg/storage Preconditions). */
export function checkIdentity(resource: Resource, { uid = '', resourceVersion = '' }: Identity, old: ObjectMeta): void {
  const failed = (what: string, wanted: string, found: string): never => {
    const key = `${resource.prefix}${old.namespace === undefined ? '' : `${old.namespace}/`}${old.name}`;
    const why = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`;
    const error = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
    return refuse(conflict(resource, old.name, error));
  };
  if (uid !== '' && uid !== old.uid) failed('UID', uid, old.uid);
  if (resourceVersion !== '' && resourceVersion !== old.resourceVersion) failed('ResourceVersion', resourceVersion, old.resourceVersion);
}

/** Only the server deletes, and says how long it takes. Throws 422. */
function checkDeletion(resource: Resource, given: Partial<ObjectMeta>, old: ObjectMeta): void {
  const { deletionTimestamp: time, deletionGracePeriodSeconds: seconds } = given;
  const wrong = (field: string, shown: string): FieldError => ({ type: 'Invalid', field: `metadata.${field}`, shown, detail: 'field is immutable' });
  const errors: FieldError[] = [];
  if (time && old.deletionTimestamp === undefined) errors.push(wrong('deletionTimestamp', goTime(time)));
  if (seconds !== undefined && seconds !== old.deletionGracePeriodSeconds) {
    errors.push(wrong('deletionGracePeriodSeconds', String(seconds)));
  }
  if (errors.length > 0) refuse(invalid(resource.definition, old.name, errors));
}

/** Go's omitempty: an empty map or list isn't kept. */
function filled<V extends object>(value: V | undefined): V | undefined {
  for (const _ in value) return value;
  return undefined;
}

/** The old part when the new one equals it: versions share what they have in common, and comparing them is then free. */
export function reuse<T>(part: T, old: T): T {
  return part !== old && deepEqual(part, old) ? old : part;
}

/** Throws 400 for an object of another namespace than the path's. */
export function checkNamespace(given: string | undefined, namespace: string): void {
  if (given !== undefined && given !== '' && given !== namespace) {
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  }
}

/** The two digits of each byte: `toString` is slow for numbers of 32 bits. */
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOfWord(word: number): string {
  return `${hexOfByte[word >>> 24]}${hexOfByte[(word >>> 16) & 255]}${hexOfByte[(word >>> 8) & 255]}${hexOfByte[word & 255]}`;
}

/** A random (version 4) UUID. */
export function newUid(random: Random): string {
  const first = hexOfWord(random.int(4294967296));
  const second = hexOfWord(random.int(4294967296));
  const third = random.int(4294967296);
  const fourth = hexOfWord(random.int(4294967296));
  // The variant: its first two bits are 10.
  const variant = hexOfWord((third & 0x3fffffff) | 0x80000000);
  const groups = [first, second.slice(0, 4), `4${second.slice(5)}`, variant.slice(0, 4), variant.slice(4) + fourth];
  // Joined at once: it is kept in every version of an object, and pieces put together one by one would be kept with it.
  return groups.join('-');
}
