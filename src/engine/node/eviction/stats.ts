/** What a pod uses of its node, as the kubelet's summary says it. */
import { type Pod, parseQuantity } from '../../sdk/index.ts';
import type { RuntimePod } from '../runtime.ts';
import type { StarvedResource } from './thresholds.ts';

/** Bytes. */
export interface ContainerStats {
  readonly name: string;
  readonly memory: number;
  /** Its own layer. */
  readonly disk: number;
}

export interface PodStats {
  /** Those that run. */
  readonly containers: readonly ContainerStats[];
  /** Bytes in its local volumes, by name. */
  readonly volumes: ReadonlyMap<string, number>;
}

/** What is measured of containers, by name. */
export type MemoryOf = (pod: Pod) => readonly { readonly name: string; readonly usage: { readonly bytes?: number } }[];

/** A container says what it has written, or it is what its files have become more. */
export const diskAnnotation = 'converge.dev/ephemeral-storage-usage';

export function statsOf(pod: Pod, sandbox: RuntimePod, memoryOf: MemoryOf): PodStats {
  const memory = new Map(memoryOf(pod).map(({ name, usage }) => [name, usage.bytes ?? 0]));
  const running = pod.spec.containers.flatMap(({ name }) => {
    const latest = sandbox.containers.get(name)?.at(-1);
    return latest === undefined || latest.ended !== undefined ? [] : [latest];
  });
  const locals = (pod.spec.volumes ?? []).filter(({ emptyDir }) => emptyDir !== undefined);
  return {
    containers: running.map(({ name, surroundings }) => ({
      name,
      memory: memory.get(name) ?? 0,
      disk: annotatedBytes(pod, name) ?? surroundings.writtenBytes(),
    })),
    volumes: new Map(locals.map(({ name }) => [name, sandbox.volumes.get(name)?.bytes() ?? 0])),
  };
}

function annotatedBytes({ metadata }: Pod, container: string): number | undefined {
  const { annotations = {} } = metadata;
  const text = annotations[`${diskAnnotation}.${container}`] ?? annotations[diskAnnotation];
  return text === undefined ? undefined : bytesIn(text);
}

/** Of a quantity's text; undefined where it is none. */
export function bytesIn(text: string | undefined): number | undefined {
  const quantity = text === undefined ? undefined : parseQuantity(text);
  return quantity === undefined || 'error' in quantity ? undefined : Number(quantity.nanos / 1_000_000_000n);
}

/** All that a pod uses of it. */
export function usageOf({ containers, volumes }: PodStats, resource: StarvedResource): number {
  const own = containers.reduce((sum, each) => sum + (resource === 'memory' ? each.memory : each.disk), 0);
  return resource === 'memory' ? own : [...volumes.values()].reduce((sum, bytes) => sum + bytes, own);
}
