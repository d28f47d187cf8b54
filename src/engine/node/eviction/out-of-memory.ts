/** Ends containers that use more memory than their limit, as the kernel does for their cgroup. */
import type { Pod } from '../../sdk/index.ts';
import type { NodeContext } from '../node-context.ts';
import type { RuntimeContainer } from '../runtime.ts';
import type { PodFacts, PodStats } from './stats.ts';

export interface OutOfMemoryKiller {
  /** Whether it has ended one of the pod's containers. */
  kill(pod: Pod, facts: PodFacts, stats: PodStats | undefined): boolean;
}

/** What the runtime says of the end of such a container names the reason. */
export function createOutOfMemoryKiller({ runtime, trace }: Pick<NodeContext, 'runtime' | 'trace'>): OutOfMemoryKiller {
  const killed = new WeakSet<RuntimeContainer>();
  const { onEnded } = runtime;
  const latestOf = (uid: string, name: string): RuntimeContainer | undefined => runtime.pod(uid)?.containers.get(name)?.at(-1);
  runtime.onEnded = (uid, name) => {
    const latest = latestOf(uid, name);
    if (latest?.ended !== undefined && killed.has(latest)) latest.ended = { ...latest.ended, reason: 'OOMKilled' };
    onEnded?.(uid, name);
  };
  return {
    kill(pod, { memoryLimits }, stats) {
      const over = (stats?.containers ?? []).filter(({ name, memory }) => memory > (memoryLimits.get(name) ?? Infinity));
      for (const { name } of over) {
        const latest = latestOf(pod.metadata.uid, name);
        if (latest === undefined) continue;
        killed.add(latest);
        trace(pod, `${name} uses more memory than its limit`);
        latest.process?.kill();
      }
      return over.length > 0;
    },
  };
}
