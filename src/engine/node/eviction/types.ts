/** What the kubelet and its eviction manager are to each other. */
import type { Node, Pod, PodCondition } from '../../sdk/index.ts';
import type { Refusal } from '../admission.ts';
import type { NodeContext } from '../node-context.ts';

/** A condition of the node that holds, in the words that its status has. */
export interface Pressure {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
}

/** How a pod is ended before its time. */
export interface Eviction {
  readonly why: Refusal;
  /** The grace that its containers get, whatever the pod says. */
  readonly graceSeconds: number;
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

export interface EvictionHost {
  readonly context: Pick<NodeContext, 'clock' | 'runtime' | 'event' | 'trace'>;
  readonly node: () => Node | undefined;
  /** An Event about the node. */
  event(type: 'Normal' | 'Warning', reason: string, message: string): void;
  readonly pods: () => Iterable<EvictablePod>;
  /** Other conditions hold than before: the node's status is to be written. */
  changed(): void;
}

export interface EvictionManager {
  readonly pressures: () => readonly Pressure[];
  /** Why the node takes no such pod while it is short of something. */
  refusal(pod: Pod): Refusal | undefined;
  stop(): void;
}

export type CreateEvictionManager = (host: EvictionHost) => EvictionManager;
