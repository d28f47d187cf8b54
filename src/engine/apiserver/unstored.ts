/** Kinds that are answered rather than stored: reviews, metrics. They look like any other resource to discovery. */
import type { KindDefinition } from '../api/types.ts';
import type { Verb } from './request-info.ts';
import { type Resource, resourceOf } from './resource.ts';
import type { Storage } from './storage.ts';
import type { Serve } from './verbs/registry.ts';
import type { WatchCache } from './watch-cache.ts';

/** What answers each of the kind's verbs. */
export type Answers = { readonly [V in Verb]?: Serve };

export interface UnstoredKind {
  readonly definition: KindDefinition;
  readonly answers: Answers;
}

/** A storage that never holds anything. Its verbs are its answers. */
export function createUnstored({ definition, answers }: UnstoredKind): Storage {
  const resource: Resource = resourceOf(definition);
  const never = (): never => {
    throw new Error(`${definition.plural} are not stored`);
  };
  return { resource, cache: emptyCache, answers, get: never, create: never, update: never, list: never };
}

const emptyCache: WatchCache = {
  revision: () => 0,
  whenReady: (run) => run(),
  get: () => undefined,
  at: () => undefined,
  list: () => [],
  subscribe: () => () => undefined,
  subscriptions: () => [],
  progress: () => undefined,
  stop: () => undefined,
};
