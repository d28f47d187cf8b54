/** Parts that make an object: without a cluster its methods are called, and what they return crosses the port. */
import type { EngineParts, Kind, KubeObject, OwnerGraph, WorkQueueOptions } from '../../../engine/index.ts';
import { kinds } from '../../../engine/sdk/index.ts';
import { createSignalingQueue } from './signaling-queue.ts';

/** What a part of the workspace makes; undefined: it is a function, which is called itself. */
export function madeOf(parts: Partial<EngineParts>, clock: WorkQueueOptions['clock']): object | undefined {
  if (parts.createWorkQueue !== undefined) return createSignalingQueue(parts.createWorkQueue, clock);
  if (parts.createOwnerGraph !== undefined) return createReadableGraph(parts.createOwnerGraph(kinds));
  return parts.createExpectations?.(clock) ?? parts.createRateLimiter?.(clock);
}

/** A graph whose answers are JSON, in an order of their own. */
export interface ReadableGraph {
  seen(plural: string, object: KubeObject): readonly string[];
  gone(uid: string): readonly string[];
  isAbsent: OwnerGraph['isAbsent'];
  noteAbsent: OwnerGraph['noteAbsent'];
  /** The key of the object with this uid, and uids of its dependents. */
  item(uid: string): { readonly key: string; readonly dependents: readonly string[] } | undefined;
  /** The uid of the object with this key. */
  uidOf(key: string): string | undefined;
}

/** @param graph of the learner or the engine. */
export function createReadableGraph(graph: OwnerGraph): ReadableGraph {
  return {
    seen: (plural, object) => graph.seen(kindOf(plural), object).toSorted(),
    gone: (uid) => graph.gone(uid).toSorted(),
    isAbsent: (owner, namespace) => graph.isAbsent(owner, namespace),
    noteAbsent: (owner, namespace) => graph.noteAbsent(owner, namespace),
    item(uid) {
      const item = graph.byUid(uid);
      return item && { key: item.key, dependents: [...item.dependents].toSorted() };
    },
    uidOf: (key) => graph.get(key)?.object.metadata.uid,
  };
}

function kindOf(plural: string): Kind {
  const kind = kinds.find((each) => each.plural === plural);
  if (kind === undefined) throw new Error(`no kind is called "${plural}"`);
  return kind;
}
