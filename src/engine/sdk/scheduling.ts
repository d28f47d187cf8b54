/** What an author of a scheduler plugin meets: upstream's extension points, over pods and nodes summed up once. */
import type { Node, Pod, Taint } from '../api/generated/types.ts';
import type { Kind } from '../api/types.ts';
import type { Client, Lister } from '../client/types.ts';
import type { Clock } from '../kernel/index.ts';
import type { KubeObject, ObjectKey } from '../meta/index.ts';
import type { Resources } from './pod-resources.ts';
import type { Rejection } from './rejection.ts';

/** A pod with everything filters and scores ask about worked out once. */
export interface PodInfo {
  readonly pod: Pod;
  readonly key: ObjectKey;
  readonly uid: string;
  readonly priority: number;
  readonly requests: Resources;
  /** For spreading load: a container that asks for nothing counts as 100m. */
  readonly scoredMilliCpu: number;
  /** For spreading load: a container that asks for nothing counts as 200Mi. */
  readonly scoredMemoryBytes: number;
}

/** A node and the sums over the pods that are bound to it or assumed to be. */
export interface NodeInfo {
  readonly name: string;
  readonly node: Node;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly allocatable: Resources;
  readonly requested: Resources;
  readonly scoredMilliCpu: number;
  readonly scoredMemoryBytes: number;
  /** By uid. */
  readonly pods: ReadonlyMap<string, PodInfo>;
  /** Changes with the node, and whenever a pod comes or goes, or its requests, labels or deletion change. No other state of a node in this scheduler has the same. */
  readonly generation: number;
  /** Those of `pods` that name affinity or anti-affinity to other pods; undefined when there are none. */
  readonly podsWithAffinity: ReadonlyMap<string, PodInfo> | undefined;
}

/** What happened in the cluster, as far as it may let a rejected pod in. */
export type ClusterEvent =
  | { readonly type: 'node-add'; readonly node: Node }
  | {
      readonly type: 'node-update';
      readonly before: Node;
      readonly node: Node;
      readonly changed: readonly NodeChange[];
    }
  | { readonly type: 'node-delete'; readonly node: Node }
  | { readonly type: 'assigned-pod-add'; readonly pod: PodInfo }
  /** Its labels have changed, or it requests less. */
  | { readonly type: 'assigned-pod-update'; readonly before: PodInfo; readonly pod: PodInfo }
  | { readonly type: 'assigned-pod-delete'; readonly pod: PodInfo }
  /** The waiting pod itself. */
  | { readonly type: 'pod-update'; readonly before: PodInfo; readonly pod: PodInfo }
  /** An object of a kind that the plugin `reads`: `before` is absent when it is new, `now` when it is gone. */
  | {
      readonly type: 'object';
      readonly kind: Kind;
      readonly before: KubeObject | undefined;
      readonly now: KubeObject | undefined;
    };

/** What has changed of a node. */
export type NodeChange = 'allocatable' | 'labels' | 'taints' | 'conditions';

/** `F`: what preFilter hands to filter. `S`: what preScore hands to score. */
export interface SchedulerPlugin<F = unknown, S = unknown> {
  readonly name: string;
  /** Factor of its normalised score; 1 by default. */
  readonly weight?: number;
  /** Kinds besides Pods and nodes that it reads through `tools.lister`; their changes reach `wokenBy`. */
  readonly reads?: readonly Kind[];
  /** A rejected pod stays out of the queue, without using up attempts, until it has been updated. */
  preEnqueue?(pod: PodInfo): Rejection | undefined;
  /** Once a cycle. 'skip': filter needn't run. `only`: names of the nodes worth looking at. */
  preFilter?(
    pod: PodInfo,
    nodes: readonly NodeInfo[],
    tools: SchedulingTools,
  ): 'skip' | { readonly reject: Rejection } | { readonly state: F; readonly only?: ReadonlySet<string> };
  /** Once a node; must not allocate where it can avoid it. */
  filter?(pod: PodInfo, node: NodeInfo, state: F): Rejection | undefined;
  /** When no node passed. What it says is appended to the message. */
  postFilter?(
    pod: PodInfo,
    nodes: readonly NodeInfo[],
    rejections: ReadonlyMap<string, Rejection>,
    tools: SchedulingTools,
  ): PostFiltered | undefined;
  /** Once a cycle with more than one node left: `nodes` are those that passed the filters. 'skip': score needn't run. */
  preScore?(pod: PodInfo, nodes: readonly NodeInfo[], tools: SchedulingTools): 'skip' | { readonly state: S };
  /** An integer; 0 to 100 unless `normalize` brings it there. */
  score?(pod: PodInfo, node: NodeInfo, state: S): number;
  /** Rewrites `scores[0..count)` in place to integers from 0 to 100. */
  normalize?(scores: number[], count: number): void;
  reserve?(pod: PodInfo, nodeName: string): Rejection | undefined;
  /** Undoes `reserve`; also called when it wasn't reached. */
  unreserve?(pod: PodInfo, nodeName: string): void;
  /** A promise holds the pod back until it settles. */
  permit?(pod: PodInfo, nodeName: string): Rejection | undefined | Promise<Rejection | undefined>;
  /** Undefined: there is nothing to wait for. */
  preBind?(pod: PodInfo, nodeName: string, tools: BindTools): Promise<void> | undefined;
  /** The first plugin that returns a promise has bound the pod when it resolves. */
  bind?(pod: PodInfo, nodeName: string, tools: BindTools): Promise<void> | undefined;
  postBind?(pod: PodInfo, nodeName: string): void;
  /** Queueing hint: whether this event may let in a pod that this plugin has rejected. Absent: any event may. */
  wokenBy?(event: ClusterEvent, pod: PodInfo, tools: SchedulingTools): boolean;
}

/** What a plugin has done for a Pod that fits no node. */
export interface PostFiltered {
  readonly message: string;
  /** The node where room is being made for the pod; '' takes an earlier nomination back. Absent: nothing changes. */
  readonly nominated?: string;
}

/** What a plugin may look at besides its arguments. */
export interface SchedulingTools {
  /** The scheduler's cache of a kind that the plugin `reads`. */
  lister<T extends KubeObject>(kind: Kind<T>): Lister<T>;
  /** All nodes, in the order cycles try them. */
  nodes(): readonly NodeInfo[];
  /** Nodes with pods that name affinity or anti-affinity to other pods. */
  nodesWithAffinity(): readonly NodeInfo[];
  /** How many nodes list this image, by the name they list it under (with a tag). */
  countNodesWithImage(image: string): number;
  /** Absent where this cluster's scheduler evicts nothing. */
  readonly preemption?: Preemption | undefined;
}

/** What a plugin needs to make room for a pod (upstream framework/preemption). */
export interface Preemption {
  /** The first filter's rejection if the node had only these pods, and those nominated to it that come first. */
  rejection(pod: PodInfo, node: NodeInfo, pods: ReadonlyMap<string, PodInfo>): Rejection | undefined;
  /** Name of the node where room is being made for the pod already. */
  nodeFor(pod: PodInfo): string | undefined;
  /** Evicts the victims and takes the nominations of less important pods to this node back. */
  evict(preemptor: PodInfo, victims: readonly PodInfo[], nodeName: string): void;
  /** Uniform integer in [0, below). */
  random(below: number): number;
}

/** What a plugin has to bind a Pod with. */
export interface BindTools {
  readonly client: Client;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

export { type Diagnosis, fitErrorMessage, noNodes } from './fit-error.ts';
export { matchesNodeAffinity, matchesTerm, tolerates, untoleratedTaint } from './node-matching.ts';
export { hasShrunk, podRequests, type Resources, resourcesOf, scoredRequests, shortages } from './pod-resources.ts';
export type { Rejection } from './rejection.ts';
export { proportionalNormalize, reverseNormalize } from './score-normalizers.ts';
