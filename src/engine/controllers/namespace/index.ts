import {
  type Controller,
  defineController,
  definitions,
  hasDefinitions,
  type KindDefinition,
  Namespace,
} from 'converge/sdk';
import { createReconcile } from './reconcile.ts';

/** Empties namespaces of all kinds that are served. */
export function createNamespaceController(served: readonly KindDefinition[]): Controller<Namespace> {
  return defineController<Namespace>({
    name: 'namespace',
    for: Namespace,
    // Their cache says which other kinds there are.
    watches: hasDefinitions(served) ? [{ kind: definitions, keys: () => [] }] : [],
    workers: 10,
    // upstream nsControllerRateLimiter
    longestBackOffMs: 60_000,
    reconcile: createReconcile(served),
  });
}
