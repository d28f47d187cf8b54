/** Ends containers as the kernel does: those that use more memory than their limit, and on a node that has none left those that score highest. */
import type { Pod } from '../../sdk/index.ts';
import type { NodeContext } from '../node-context.ts';
import type { RuntimeContainer } from '../runtime.ts';
import { bytesIn, type PodFacts, type PodStats } from './stats.ts';

export interface OutOfMemoryKiller {
  /** Whether it has ended one of the pod's containers. */
  kill(pod: Pod, facts: PodFacts, stats: PodStats | undefined): boolean;
  /** Ends containers until so many bytes are free. `capacity`: of the node's memory. Returns what it has ended. */
  makeRoom(neededBytes: number, all: ReadonlyMap<Pod, PodStats | undefined>, capacity: number): readonly Victim[];
}

/** A container's process. */
export interface Victim {
  readonly pod: Pod;
  readonly processName: string;
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
  const end = (pod: Pod, name: string, why: string): RuntimeContainer | undefined => {
    const latest = latestOf(pod.metadata.uid, name);
    if (latest === undefined) return undefined;
    killed.add(latest);
    trace(pod, `${name} ${why}`);
    latest.process?.kill();
    return latest;
  };
  return {
    kill(pod, { memoryLimits }, stats) {
      if (memoryLimits.size === 0) return false;
      const over = (stats?.containers ?? []).filter(({ name, memory }) => memory > (memoryLimits.get(name) ?? Infinity));
      for (const { name } of over) end(pod, name, 'uses more memory than its limit');
      return over.length > 0;
    },
    makeRoom(neededBytes, all, capacity) {
      const victims: Victim[] = [];
      let freed = 0;
      for (const { pod, name, memory } of byBadness(all, capacity)) {
        if (freed >= neededBytes) break;
        const ended = end(pod, name, 'is killed: its node has no memory left');
        if (ended === undefined) continue;
        freed += memory;
        victims.push({ pod, processName: commandOf(ended) });
      }
      return victims;
    },
  };
}

/** Highest first (Linux mm/oom_kill.c, oom_badness: what a process uses, and its adjustment in thousandths of all memory). */
function byBadness(all: ReadonlyMap<Pod, PodStats | undefined>, capacity: number) {
  const each = [...all].flatMap(([pod, stats]) =>
    (stats?.containers ?? []).map(({ name, memory }) => ({
      pod,
      name,
      memory,
      badness: memory + (oomScoreAdjust(pod, name, capacity) * capacity) / 1000,
    })),
  );
  return each.sort((a, b) => b.badness - a.badness);
}

const guaranteedAdjust = -997;
const bestEffortAdjust = 1000;

/** (upstream pkg/kubelet/qos/policy.go, GetContainerOOMScoreAdjust) */
export function oomScoreAdjust({ spec, status }: Pod, container: string, capacity: number): number {
  if (spec.priorityClassName === 'system-node-critical' || status.qosClass === 'Guaranteed') return guaranteedAdjust;
  if (status.qosClass === 'BestEffort') return bestEffortAdjust;
  const requested = bytesIn(spec.containers.find(({ name }) => name === container)?.resources?.requests?.['memory']) ?? 0;
  const adjust = bestEffortAdjust - Math.trunc((1000 * requested) / capacity);
  return Math.min(Math.max(adjust, bestEffortAdjust + guaranteedAdjust), bestEffortAdjust - 1);
}

/** As the kernel keeps it: fifteen characters. */
function commandOf({ process }: RuntimeContainer): string {
  const [command = ''] = process?.argv ?? [];
  return command.slice(command.lastIndexOf('/') + 1).slice(0, 15);
}
