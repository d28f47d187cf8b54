/** Ownership: adopts objects that match and have no controller, releases those that no longer match. */
import type { Kind } from '../api/types.ts';
import {
  controllerReference,
  createListFilter,
  isNotFound,
  type JsonObject,
  type KubeObject,
  keyOf,
  type LabelSelector,
  labelSelectorMatcher,
  rememberedOf,
} from '../meta/index.ts';
import type { Tools } from './types.ts';

type Selecting = KubeObject & { readonly spec: { readonly selector: LabelSelector } };

/** Filters by selector: every reconcile checks all that an owner has, of which little has changed. */
const filterOf = rememberedOf((selector: LabelSelector) => {
  const matches = labelSelectorMatcher(selector);
  return createListFilter(({ metadata }: KubeObject) => matches(metadata.labels));
});

/**
 * The objects of this kind that are the owner's, after adopting orphans its selector matches and releasing objects it
 * no longer matches. Before the first adoption the owner is read live: a cache may not know yet that it is going away
 * (upstream controller_ref_manager.go). Rejects with a StatusError when an adoption or release is refused.
 * `finalizers` are given to what is adopted and taken from what is released.
 */
export async function claim<T extends KubeObject>(
  owner: Selecting,
  ownerKind: Kind,
  kind: Kind<T>,
  tools: Pick<Tools, 'client' | 'lister'>,
  finalizers?: readonly string[],
): Promise<readonly T[]> {
  const lister = tools.lister(kind);
  const matches = labelSelectorMatcher(owner.spec.selector);
  const leaving = owner.metadata.deletionTimestamp !== undefined;
  const owned = lister.controlledBy(owner);
  const mine = filterOf(owner.spec.selector)(owned);
  const strangers = mine.length === owned.length ? [] : owned.filter((object) => !mine.includes(object));
  const orphans = leaving
    ? []
    : lister
        .orphans(owner.metadata.namespace ?? '')
        .filter((object) => object.metadata.deletionTimestamp === undefined && matches(object.metadata.labels));
  if (strangers.length === 0 && orphans.length === 0) return owned;

  const { uid } = owner.metadata;
  const released = {
    ownerReferences: [{ $patch: 'delete', uid }],
    ...(finalizers && { '$deleteFromPrimitiveList/finalizers': finalizers }),
  };
  if (!leaving) await Promise.all(strangers.map((object) => change(kind, object, released, tools)));
  if (orphans.length === 0) return mine;
  await checkAlive(owner, ownerKind, tools);
  const adopted = { ownerReferences: [controllerReference(owner)], ...(finalizers && { finalizers }) };
  const changed = await Promise.all(orphans.map((object) => change(kind, object, adopted, tools)));
  return [...mine, ...changed.filter((object) => object !== undefined)];
}

async function checkAlive(owner: KubeObject, kind: Kind, tools: Pick<Tools, 'client'>): Promise<void> {
  const { uid, name } = owner.metadata;
  const live = await tools.client.get(kind, owner);
  if (live.metadata.uid !== uid) {
    throw new Error(`original ${kind.kind} ${keyOf(owner)} is gone: got uid ${live.metadata.uid}, wanted ${uid}`);
  }
  if (live.metadata.deletionTimestamp !== undefined) {
    throw new Error(`${name} has just been deleted at ${live.metadata.deletionTimestamp}`);
  }
}

/** Undefined when it has gone meanwhile. */
async function change<T extends KubeObject>(
  kind: Kind<T>,
  object: T,
  metadata: JsonObject,
  { client }: Pick<Tools, 'client'>,
): Promise<T | undefined> {
  try {
    // The uid makes sure that it isn't a namesake.
    return await client.patch(kind, object, { metadata: { ...metadata, uid: object.metadata.uid } });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
