/** What an author of a scheduler plugin meets: upstream's extension points, over pods and nodes summed up once. */
import type { Node, Pod, Taint } from '../api/generated/types.ts';
import type { Client } from '../client/types.ts';
import type { ObjectKey } from '../meta/index.ts';
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
  | { readonly type: 'assigned-pod-delete'; readonly pod: PodInfo }
  | { readonly type: 'pod-update'; readonly before: PodInfo; readonly pod: PodInfo };

/** What has changed of a node. */
export type NodeChange = 'allocatable' | 'labels' | 'taints' | 'conditions';

/** `F`: what preFilter hands to filter. `S`: what preScore hands to score. */
export interface SchedulerPlugin<F = unknown, S = unknown> {
  readonly name: string;
  /** Factor of its normalised score; 1 by default. */
  readonly weight?: number;
  /** A rejected pod stays out of the queue, without using up attempts, until it has been updated. */
  preEnqueue?(pod: PodInfo): Rejection | undefined;
  /** Once a cycle. 'skip': filter needn't run. `only`: names of the nodes worth looking at. */
  preFilter?(
    pod: PodInfo,
    nodes: readonly NodeInfo[],
  ): 'skip' | { readonly reject: Rejection } | { readonly state: F; readonly only?: ReadonlySet<string> };
  /** Once a node; must not allocate where it can avoid it. */
  filter?(pod: PodInfo, node: NodeInfo, state: F): Rejection | undefined;
  /** When no node passed. What it says is appended to the message. */
  postFilter?(
    pod: PodInfo,
    nodes: readonly NodeInfo[],
    rejections: ReadonlyMap<string, Rejection>,
  ): { readonly message: string } | undefined;
  /** Once a cycle with more than one node left. 'skip': score needn't run. */
  preScore?(pod: PodInfo, nodes: readonly NodeInfo[]): 'skip' | { readonly state: S };
  /** An integer; 0 to 100 unless `normalize` brings it there. */
  score?(pod: PodInfo, node: NodeInfo, state: S): number;
  /** Rewrites `scores[0..count)` in place to integers from 0 to 100. */
  normalize?(scores: number[], count: number): void;
  reserve?(pod: PodInfo, nodeName: string): Rejection | undefined;
  /** Undoes `reserve`; also called when it wasn't reached. */
  unreserve?(pod: PodInfo, nodeName: string): void;
  /** A promise holds the pod back until it settles. */
  permit?(pod: PodInfo, nodeName: string): Rejection | undefined | Promise<Rejection | undefined>;
  preBind?(pod: PodInfo, nodeName: string, tools: BindTools): Promise<void>;
  /** The first plugin that returns a promise has bound the pod when it resolves. */
  bind?(pod: PodInfo, nodeName: string, tools: BindTools): Promise<void> | undefined;
  postBind?(pod: PodInfo, nodeName: string): void;
  /** Queueing hint: whether this event may let in a pod that this plugin has rejected. Absent: any event may. */
  wokenBy?(event: ClusterEvent, pod: PodInfo): boolean;
}

/** What a plugin has to bind a Pod with. */
export interface BindTools {
  readonly client: Client;
}

export { type Diagnosis, fitErrorMessage, noNodes } from './fit-error.ts';
export { matchesNodeAffinity, matchesTerm, tolerates, untoleratedTaint } from './node-matching.ts';
export { podRequests, type Resources, resourcesOf, scoredRequests } from './pod-resources.ts';
export type { Rejection } from './rejection.ts';
export { proportionalNormalize, reverseNormalize } from './score-normalizers.ts';
