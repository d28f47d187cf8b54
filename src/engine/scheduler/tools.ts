/** What plugins see besides their arguments: the cache's nodes and the caches of other kinds. */
import type { Kind, KubeObject, Lister, Preemption, SchedulingTools } from '../sdk/index.ts';
import type { SchedulerCache } from './cache.ts';

/** `listerOf`: the cache of a kind; undefined where none is kept. */
export function toolsOver(
  cache: SchedulerCache,
  listerOf: (kind: Kind) => Lister<KubeObject> | undefined,
  preemption?: Preemption,
): SchedulingTools {
  return {
    nodes: cache.nodes,
    nodesWithAffinity: cache.nodesWithAffinity,
    countNodesWithImage: cache.countNodesWithImage,
    lister<T extends KubeObject>(kind: Kind<T>) {
      const lister = listerOf(kind);
      if (lister === undefined) throw new Error(`no plugin reads ${kind.plural}`);
      // It holds under a kind only what has been parsed as that kind.
      return lister as Lister<T>;
    },
    preemption,
  };
}
