/** Counts what namespaces use: the API server only ever adds to it, and what is deleted has to be given back. (upstream pkg/controller/resourcequota) */
import {
  type Controller,
  defineController,
  hasEnded,
  isOfKind,
  type Kind,
  type KubeObject,
  keyOf,
  kinds,
  Pod,
  quotaEvaluator,
  type Requeue,
  ResourceQuota,
  type Watch,
} from 'converge/sdk';
import { createCount } from './reconcile.ts';

/** Between two counts of everything; milliseconds. */
const resyncMs = 300_000;
const everything = '*';

/** Made anew each time it starts: it remembers what it doubts. */
export function createResourceQuotaController(): Controller<ResourceQuota> {
  const count = createCount();
  return defineController<ResourceQuota>({
    name: 'resourcequota',
    eventSource: 'resourcequota-controller',
    for: ResourceQuota,
    watches: kinds.filter((kind) => kind.namespaced && kind !== ResourceQuota && isCounted(kind)).map(follow),
    every: { periodMs: resyncMs, key: everything },
    async reconcile(key, tools) {
      if (key !== everything) return count(key, tools);
      let again: Requeue | undefined;
      for (const quota of tools.lister(ResourceQuota).list()) again = (await count(keyOf(quota), tools)) ?? again;
      return again;
    },
  });
}

function isCounted(kind: Kind): boolean {
  return quotaEvaluator(kind) !== undefined;
}

/** Only what frees something is a reason to count again. */
function follow(kind: Kind): Watch {
  return {
    kind,
    keys(object: KubeObject, { lister }) {
      const quotas = lister(ResourceQuota).list(object.metadata.namespace);
      if (quotas.length === 0) return [];
      const isGone = lister(kind).get(keyOf(object)) === undefined;
      const isSmaller = quotaEvaluator(kind)?.countsUpdates === true;
      return isGone || isSmaller || (isOfKind(Pod, object) && hasEnded(object)) ? quotas.map(keyOf) : [];
    },
  };
}
