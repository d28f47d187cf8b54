/** What changed between two revisions, as a tree: each object below the one that controls it. */
import { controllerOf, type KubeObject } from '../engine/index.ts';
import { asObject, type Commit, type World } from './history.ts';
import { nestedString } from './nested-field.ts';
import { diffFields } from './object-diff.ts';
import type { ChangeCounts, ObjectChange } from './types.ts';

/** Kinds that change by themselves, or that only tell what others did. */
const silent: ReadonlySet<string> = new Set(['Lease', 'Event', 'Namespace', 'ServiceAccount']);
const objectsShown = 60;

interface Change {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  readonly revision: number;
}

/**
 * `world` is as it was after the last commit; it gives unchanged siblings and owners. `t` turns an RFC 3339 time into the session's.
 * Nodes are left out unless their spec or labels changed.
 */
export function changesOf(
  commits: readonly Commit[],
  world: World,
  t: (time: string) => number,
): { readonly objects: readonly ObjectChange[]; readonly omitted: number; readonly counts?: ChangeCounts } {
  const changes = collect(commits);
  const objects = new Map<string, KubeObject>();
  for (const [key, { object }] of everything(world)) objects.set(key, object);
  for (const [key, { before, after }] of changes) {
    const object = after ?? before;
    if (object !== undefined) objects.set(key, object);
  }
  const { ownerOf, childrenOf } = familiesOf(objects);

  let left = objectsShown;
  let omitted = 0;
  function node(key: string): ObjectChange | undefined {
    const object = objects.get(key);
    if (object === undefined) return undefined;
    if (left === 0) {
      omitted += sizeOf(key);
      return undefined;
    }
    left -= 1;
    const owns = inRoom(childrenOf(key)).flatMap((child) => node(child) ?? []);
    return changeOf(object, changes.get(key), owns, t);
  }

  const sizeOf = (key: string): number => childrenOf(key).reduce((sum, child) => sum + sizeOf(child), 1);
  const hasChanged = (key: string): boolean => changes.has(key) || childrenOf(key).some(hasChanged);
  /** Where not all have room, what has changed comes before what hasn't. */
  const inRoom = (keys: readonly string[]): readonly string[] =>
    keys.length <= left ? keys : [...keys.filter(hasChanged), ...keys.filter((key) => !hasChanged(key))];

  const roots = new Set<string>();
  for (const key of changes.keys()) {
    let root = key;
    for (let owner = ownerOf(root); owner !== undefined; owner = ownerOf(root)) root = owner;
    roots.add(root);
  }
  const drawn = [...roots].flatMap((root) => node(root) ?? []);
  return { objects: drawn, omitted, ...(omitted > 0 && { counts: countsOf(changes.values()) }) };
}

interface Families {
  ownerOf(key: string): string | undefined;
  childrenOf(key: string): readonly string[];
}

/** Each object's controller. Objects whose owners form a cycle have none. */
function familiesOf(objects: ReadonlyMap<string, KubeObject>): Families {
  const byUid = new Map<string, string>();
  for (const [key, { metadata }] of objects) byUid.set(metadata.uid, key);
  const named = (key: string): string | undefined => {
    const object = objects.get(key);
    return object === undefined ? undefined : byUid.get(controllerOf(object)?.uid ?? '');
  };
  const inCircle = (key: string): boolean => {
    const seen = new Set<string>();
    for (let at = named(key); at !== undefined && !seen.has(at); at = named(at)) {
      if (at === key) return true;
      seen.add(at);
    }
    return false;
  };
  const ownerOf = (key: string): string | undefined => (inCircle(key) ? undefined : named(key));
  const children = new Map<string, string[]>();
  for (const key of objects.keys()) {
    const owner = ownerOf(key);
    if (owner === undefined) continue;
    const siblings = children.get(owner);
    if (siblings === undefined) children.set(owner, [key]);
    else siblings.push(key);
  }
  return { ownerOf, childrenOf: (key) => children.get(key) ?? [] };
}

function* everything(world: World) {
  for (const [kind, objects] of world) if (!silent.has(kind)) yield* objects;
}

/** First and last state of each object that really differs. */
function collect(commits: readonly Commit[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const { events, revision } of commits) {
    for (const event of events) {
      const key = event.type === 'put' ? event.kv.key : event.key;
      const after = event.type === 'put' ? asObject(event.kv.value) : undefined;
      const previous = asObject(event.previous?.value);
      if (silent.has((after ?? previous)?.kind ?? 'Lease')) continue;
      const known = changes.get(key);
      changes.set(key, { before: known === undefined ? previous : known.before, after, revision });
    }
  }
  for (const [key, { before, after }] of changes) {
    if (before === undefined && after === undefined) changes.delete(key);
    else if (before?.kind === 'Node' && after?.kind === 'Node' && fieldsOf(before, after).length === 0)
      changes.delete(key);
  }
  return changes;
}

function countsOf(changes: Iterable<Change>): ChangeCounts {
  const counts = { created: 0, changed: 0, deleted: 0 };
  for (const change of changes) counts[changeName(change)] += 1;
  return counts;
}

function changeOf(
  object: KubeObject,
  change: Change | undefined,
  owns: readonly ObjectChange[],
  t: (time: string) => number,
): ObjectChange {
  const { kind, metadata } = object;
  const place = metadata.namespace === undefined || metadata.namespace === 'default' ? '' : `${metadata.namespace}/`;
  const leaving = metadata.deletionTimestamp;
  const grace = metadata.deletionGracePeriodSeconds ?? 0;
  return {
    name: `${kind}/${place}${metadata.name}`,
    kind,
    change: change === undefined ? 'same' : changeName(change),
    ...(change === undefined ? {} : { revision: change.revision }),
    fields: shownFields(change),
    // The timestamp is when the grace period ends.
    ...(leaving === undefined || change?.after === undefined ? {} : { leavingSince: t(leaving) - grace * 1000 }),
    owns,
  };
}

/** Of a new object, only what another component decided: the node. */
function shownFields(change: Change | undefined): ObjectChange['fields'] {
  if (change?.after === undefined) return [];
  if (change.before !== undefined) return fieldsOf(change.before, change.after);
  const node = nestedString(change.after, 'spec', 'nodeName');
  return node !== '' ? [{ path: 'spec.nodeName', from: '', to: node }] : [];
}

function changeName({ before, after }: Change): keyof ChangeCounts {
  return before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
}

/** Shown is the desired state: everything but status and what the server keeps. A generation only says that a field beside it has changed. */
const ignored =
  /^(status|apiVersion|kind|metadata\.(annotations|creationTimestamp|deletionGracePeriodSeconds|generation|managedFields|resourceVersion|uid))$/;

const fieldsOf = (before: KubeObject, after: KubeObject): ObjectChange['fields'] => diffFields(before, after, ignored);
