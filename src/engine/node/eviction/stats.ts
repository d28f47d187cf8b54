/** What a pod uses of its node, as the kubelet's summary says it. */
import { type Container, type Pod, parseQuantity } from '../../sdk/index.ts';
import type { RuntimePod } from '../runtime.ts';
import type { StarvedResource } from './thresholds.ts';

/** Bytes. */
export interface ContainerStats {
  readonly name: string;
  readonly memory: number;
  /** Its own layer. */
  readonly disk: number;
  readonly processes: number;
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
const diskAnnotation = 'converge.dev/ephemeral-storage-usage';
/** How many processes it has, or it is those that run. */
const processAnnotation = 'converge.dev/process-usage';

/** What an object of a Pod says by itself: the same in every round, until the Pod changes. */
export interface PodFacts {
  readonly memory: ReadonlyMap<string, number>;
  /** What containers are said to have written. */
  readonly disk: ReadonlyMap<string, number>;
  /** How many of them containers are said to have. */
  readonly processes: ReadonlyMap<string, number>;
  readonly memoryLimits: ReadonlyMap<string, number>;
  readonly localVolumes: readonly string[];
  readonly limitsStorage: boolean;
}

/** Remembers what it has read of an object. */
export function createPodFacts(memoryOf: MemoryOf): (pod: Pod) => PodFacts {
  const known = new WeakMap<Pod, PodFacts>();
  return (pod) => {
    const facts = known.get(pod) ?? factsOf(pod, memoryOf);
    known.set(pod, facts);
    return facts;
  };
}

/** One for all Pods: most say nothing of it. */
const nothing: ReadonlyMap<string, number> = new Map();

function factsOf(pod: Pod, memoryOf: MemoryOf): PodFacts {
  const { containers, volumes = [] } = pod.spec;
  const locals = volumes.filter(({ emptyDir }) => emptyDir !== undefined);
  const named = (bytesOf: (container: Container) => number | undefined): ReadonlyMap<string, number> => {
    const found = containers.flatMap((container) => {
      const bytes = bytesOf(container);
      return bytes === undefined ? [] : [[container.name, bytes] as const];
    });
    return found.length === 0 ? nothing : new Map(found);
  };
  return {
    memory: new Map(memoryOf(pod).map(({ name, usage }) => [name, usage.bytes ?? 0])),
    disk: named(({ name }) => annotated(pod, diskAnnotation, name)),
    processes: named(({ name }) => annotated(pod, processAnnotation, name)),
    memoryLimits: named(({ resources }) => bytesIn(resources?.limits?.['memory'])),
    localVolumes: locals.map(({ name }) => name),
    limitsStorage: locals.some(({ emptyDir }) => emptyDir?.sizeLimit !== undefined) || containers.some(({ resources }) => resources?.limits?.['ephemeral-storage'] !== undefined),
  };
}

/** Plain loops: every kubelet measures all its pods every ten seconds. */
export function statsOf(facts: PodFacts, { spec }: Pod, sandbox: RuntimePod): PodStats {
  const containers: ContainerStats[] = [];
  for (const { name } of spec.containers) {
    const running = runningIn(sandbox, name);
    if (running === undefined) continue;
    containers.push({
      name,
      memory: memoryUsed(facts, name),
      disk: diskUsed(facts, name, running),
      processes: processCount(facts, name, running),
    });
  }
  const { localVolumes } = facts;
  const volumes = localVolumes.length === 0 ? nothing : new Map(localVolumes.map((name) => [name, volumeBytes(sandbox, name)]));
  return { containers, volumes };
}

type RunningContainer = NonNullable<ReturnType<typeof runningIn>>;

function runningIn({ containers }: RuntimePod, name: string) {
  const latest = containers.get(name)?.at(-1);
  return latest?.ended === undefined ? latest : undefined;
}

const memoryUsed = ({ memory }: PodFacts, name: string): number => memory.get(name) ?? 0;
const diskUsed = ({ disk }: PodFacts, name: string, { surroundings }: RunningContainer): number => disk.get(name) ?? surroundings.writtenBytes();
const processCount = ({ processes }: PodFacts, name: string, { surroundings }: RunningContainer): number => processes.get(name) ?? surroundings.processes.size;
const volumeBytes = ({ volumes }: RuntimePod, name: string): number => volumes.get(name)?.bytes() ?? 0;

/** Of all pods of a node. */
export interface UsageSums {
  memory: number;
  disk: number;
  processes: number;
}

/** Adds what the pod uses, as `statsOf` has it but without making anything; false where one of its limits is to be looked at. */
export function addUsage(sums: UsageSums, facts: PodFacts, { spec }: Pod, sandbox: RuntimePod): boolean {
  if (facts.limitsStorage) return false;
  for (const { name } of spec.containers) {
    const running = runningIn(sandbox, name);
    if (running === undefined) continue;
    const memory = memoryUsed(facts, name);
    if (memory > (facts.memoryLimits.get(name) ?? Infinity)) return false;
    sums.memory += memory;
    sums.disk += diskUsed(facts, name, running);
    sums.processes += processCount(facts, name, running);
  }
  for (const name of facts.localVolumes) sums.disk += volumeBytes(sandbox, name);
  return true;
}

function annotated({ metadata }: Pod, annotation: string, container: string): number | undefined {
  const { annotations = {} } = metadata;
  return bytesIn(annotations[`${annotation}.${container}`] ?? annotations[annotation]);
}

/** Of a quantity's text; undefined where it is none. */
export function bytesIn(text: string | undefined): number | undefined {
  const quantity = text === undefined ? undefined : parseQuantity(text);
  return quantity === undefined || 'error' in quantity ? undefined : Number(quantity.nanos / 1_000_000_000n);
}

const fieldOf = { memory: 'memory', 'ephemeral-storage': 'disk', pids: 'processes' } as const;

/** All that a pod uses of it. */
export function usageOf({ containers, volumes }: PodStats, resource: StarvedResource): number {
  const field = fieldOf[resource];
  let sum = 0;
  for (const each of containers) sum += each[field];
  if (field === 'disk') for (const bytes of volumes.values()) sum += bytes;
  return sum;
}
