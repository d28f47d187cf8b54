/** Kinds that are answered rather than stored: reviews, metrics. They look like any other resource to discovery. */
import type { KindDefinition } from '../api/types.ts';
import type { Answers } from './context.ts';
import { type Resource, resourceOf } from './resource.ts';
import type { Storage } from './storage.ts';
import type { WatchCache } from './watch-cache.ts';

export interface UnstoredKind {
  readonly definition: KindDefinition;
  readonly answers: Answers;
}

/** A storage that never holds anything. */
export function createUnstored(definition: KindDefinition): Storage {
  const resource: Resource = resourceOf(definition);
  const never = (): never => {
    throw new Error(`${definition.plural} are not stored`);
  };
  return { resource, cache: emptyCache, get: never, create: never, update: never, list: never };
}

const emptyCache: WatchCache = {
  revision: () => 0,
  whenReady: (run) => run(),
  size: () => 0,
  get: () => undefined,
  at: () => undefined,
  list: () => [],
  subscribe: () => () => undefined,
  subscriptions: () => [],
  progress: () => undefined,
  stop: () => undefined,
};
