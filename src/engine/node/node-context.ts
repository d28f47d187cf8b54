import type { Clock, Random } from '../kernel/index.ts';
import type { EngineParts, KubeObject, Pod, Service } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import type { BackOff } from './back-off.ts';
import type { findDisks, followClaims } from './claims.ts';
import type { configureContainer } from './container-config.ts';
import type { choosePods } from './preemption/victims.ts';
import type { PodResizer } from './pod-resize.ts';
import type { ContainerRuntime } from './runtime.ts';

/** Calls `ready` once the Pod can have a sandbox; until then it tries for as long as it `isWanted`. */
export type PrepareSandbox = (node: NodeContext, pod: Pod, isWanted: () => boolean, ready: () => void) => void;

/** What a kubelet can do with pods beyond running plain ones. */
export interface PodFeatures {
  /** Where the data of a claim is; without it, a claim has a folder of its name. */
  readonly findDisks: typeof findDisks;
  /** Lets the file systems of a running pod grow with their volumes; without it they stay as they are. */
  readonly followClaims: typeof followClaims;
  /** Waits until the node can connect a Pod, and run what its RuntimeClass names; without it, that is so at once. */
  readonly prepareSandbox: PrepareSandbox;
  /** Which pods make room for a critical one; without it, none does. */
  readonly choosePods: typeof choosePods;
  /** What containers are made with beyond their program; without it, as root and with whole volumes. */
  readonly configureContainer: typeof configureContainer;
}

/** What a pod's worker sees of its node. */
export interface NodeContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly runtime: ContainerRuntime;
  readonly nodeName: string;
  readonly hostIP: string;
  /** The last start of each container, by pod and name: when it was, and how long the next one waits. */
  readonly starts: Map<string, { readonly atMs: number; readonly backOffMs: number }>;
  readonly pullBackOff: BackOff;
  /** What is to be done next for a pod. */
  readonly syncPod: EngineParts['syncPod'];
  /** Undefined: it has none of them. */
  readonly features: PodFeatures | undefined;
  /** Gives running pods more or less; without it they keep what they have. */
  readonly resizer: PodResizer | undefined;
  /** What the node has for pods. */
  allocatable(): Readonly<Record<string, string>>;
  /** Services of a namespace as the node knows them; none where nothing follows them. */
  services(namespace: string): readonly Service[];
  /** A client whose requests name this trace event as their cause. */
  client(cause: number): ConnectedClient;
  /** An Event about a pod, or about the part of it that `fieldPath` names; or about what the pod uses. */
  event(type: 'Normal' | 'Warning', object: KubeObject, reason: string, message: string, fieldPath?: string): void;
  /** A line in the trace; returns its id. */
  trace(pod: Pod, what: string): number;
  /** The pod holds no resources of the node any more. */
  released(uid: string): void;
  /** The trace event on whose behalf code runs now. */
  cause(): number;
  /** Runs this on behalf of that trace event: what goes on after an answer has come. */
  because(cause: number, run: () => void): void;
}
