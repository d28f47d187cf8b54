/** Ownership: adopts objects that match and have no controller, releases those that no longer match. */
import type { Kind } from '../api/types.ts';
import {
  controllerReference,
  createListFilter,
  isNotFound,
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
 */
export async function claim<O extends Selecting, T extends KubeObject>(
  owner: O,
  ownerKind: Kind<O>,
  kind: Kind<T>,
  tools: Pick<Tools, 'client' | 'lister'>,
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

  if (!leaving) await Promise.all(strangers.map((object) => release(owner, kind, object, tools)));
  if (orphans.length === 0) return mine;
  await checkAlive(owner, ownerKind, tools);
  const adopted = await Promise.all(orphans.map((object) => adopt(owner, kind, object, tools)));
  return [...mine, ...adopted.filter((object) => object !== undefined)];
}

async function checkAlive<O extends KubeObject>(owner: O, kind: Kind<O>, tools: Pick<Tools, 'client'>): Promise<void> {
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
async function adopt<T extends KubeObject>(
  owner: KubeObject,
  kind: Kind<T>,
  object: T,
  tools: Pick<Tools, 'client'>,
): Promise<T | undefined> {
  const ownerReferences = [controllerReference(owner)];
  try {
    // The uid makes sure that it isn't a namesake.
    return await tools.client.patch(kind, object, { metadata: { ownerReferences, uid: object.metadata.uid } });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function release<T extends KubeObject>(
  owner: KubeObject,
  kind: Kind<T>,
  object: T,
  tools: Pick<Tools, 'client'>,
): Promise<void> {
  const ownerReferences = [{ $patch: 'delete', uid: owner.metadata.uid }];
  try {
    await tools.client.patch(kind, object, { metadata: { ownerReferences, uid: object.metadata.uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
