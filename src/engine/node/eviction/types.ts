/** What the kubelet and its eviction manager are to each other. */
import type { Node, Pod, PodCondition } from '../../sdk/index.ts';
import type { ObjectEventRecorder } from '../../sdk/internal.ts';
import type { Refusal } from '../admission.ts';
import type { NodeContext } from '../node-context.ts';

/** A condition of the node that holds, in the words that its status has. */
export interface Pressure {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** Of the Event when it is over: `NodeHasNoDiskPressure`. */
  readonly whenOver: string;
}

/** How a pod is ended before its time. */
export interface Eviction {
  readonly why: Refusal;
  /** The grace that its containers get, whatever the pod says; by default its own. */
  readonly graceSeconds?: number;
  /** Goes into the pod's status. */
  readonly condition?: PodCondition;
}

/** A pod that the node works for. */
export interface EvictablePod {
  readonly pod: () => Pod;
  /** Something of it runs, or may be started. */
  readonly isActive: () => boolean;
  evict(eviction: Eviction): void;
}

/** A kubelet, as its manager sees it. */
export interface EvictionHost {
  readonly context: Pick<NodeContext, 'clock' | 'runtime' | 'event' | 'trace'>;
  readonly events: ObjectEventRecorder;
  /** The node, as the API server has it. */
  readonly self: Node | undefined;
  /** By uid. */
  readonly workers: ReadonlyMap<string, EvictablePod>;
}

/** What a KubeletConfiguration says of evictions and shutdowns, as in its file. Signals are `memory.available`, `nodefs.available` … */
export interface KubeletConfiguration {
  /** `100Mi` or `10%`, by signal, in the place of all default ones. */
  readonly evictionHard?: Readonly<Record<string, string>>;
  readonly evictionSoft?: Readonly<Record<string, string>>;
  /** `1m30s`: how long a soft threshold has to be met; for each of them. */
  readonly evictionSoftGracePeriod?: Readonly<Record<string, string>>;
  /** Of a pod that is evicted for a soft threshold, at most; seconds. Default 0. */
  readonly evictionMaxPodGracePeriod?: number;
  /** So much more than the threshold is to be there before an eviction has been enough. */
  readonly evictionMinimumReclaim?: Readonly<Record<string, string>>;
  /** `5m0s` by default. */
  readonly evictionPressureTransitionPeriod?: string;
  /** `30s`: how long the pods of a node that is switched off have, all together. None by default: they just end. */
  readonly shutdownGracePeriod?: string;
  /** Of that, the time of critical ones, which end last. */
  readonly shutdownGracePeriodCriticalPods?: string;
  /** In place of both: groups of one's own. */
  readonly shutdownGracePeriodByPodPriority?: readonly { readonly priority: number; readonly shutdownGracePeriodSeconds: number }[];
}

export interface EvictionManager {
  readonly pressures: () => readonly Pressure[];
  /** Why the node takes no such pod now. */
  refusal(pod: Pod): Refusal | undefined;
  /** Why the node isn't ready. */
  problem?(): string | undefined;
  /** Ends the pods in the time that they are given, and then calls back: the node is to be switched off. */
  shutDown?(done: () => void): void;
  /** A pod has come, or its object is another one. */
  podChanged(): void;
  stop(): void;
}

/** `changed`: other conditions hold than before, so that the node's status is to be written. */
export type CreateEvictionManager = (host: EvictionHost, changed: () => void) => EvictionManager;
