/** What the engine offers: a cluster as one object. */

import type { Kind } from '../api/types.ts';
import type { CallWebhook } from '../apiserver/index.ts';
import type { EtcdMessage, Gateway, MemberView, RestoreOptions } from '../etcd/index.ts';
import type { EtcdStatus, StoreSnapshot, WatchEvent } from '../etcd/types.ts';
import type { DiskFault, LinkFault, RunEnd, RunOptions, Timer, TimerOptions, Trace } from '../kernel/index.ts';
import type { ApiRequest, ApiResponse, Handler, HttpAnswer, HttpRequest, Json, KubeObject, User } from '../meta/index.ts';
import type { KubeletConfiguration } from '../node/eviction/types.ts';
import type { Address, ConnectFailure, Hop, KubeProxy, Manifests, Packet, Unix } from '../node/index.ts';
import type { EngineParts } from '../sdk/parts.ts';
import type { CloudClient } from '../sdk/cloud.ts';
import type { Image } from '../sdk/images.ts';
import type { ConnectedClient, RemoteController } from '../sdk/internal.ts';
import type { LogLine } from '../sdk/log-line.ts';
import type { SchedulerConfiguration } from '../scheduler/index.ts';
import type { SchedulerPlugin } from '../sdk/scheduling.ts';
import type { Controller, ControllerFactory } from '../sdk/types.ts';
import type { Webhook } from '../sdk/webhooks.ts';
import type { CloudConsole, CloudFault } from '../cloud/index.ts';
import type { Running } from './components.ts';
import type { NetworkTap } from './network-tap.ts';
import type { Profile, ProfileName } from './profiles.ts';

/** What somebody outside of the cluster can do. */
export interface Outside {
  /** A request to some address, such as a balancer's. */
  request(to: Address, request: HttpRequest, done: (answer: HttpAnswer | ConnectFailure) => void): void;
  /** Opens a connection from there to an address and a port, and says what it passed on its way. */
  follow(to: Pick<Packet, 'host' | 'port'>, done: (hops: readonly Hop[]) => void): void;
  /** The cloud's API, for requests as they come from a component of this name: their paths begin with `cloudPath`. */
  handler(component: string): Handler;
  readonly cloudPath: string;
  /** The cloud's API, for a component of this name; on behalf of this trace event. */
  cloud(component: string, cause: number): CloudClient;
}

export interface ClusterOptions {
  /** Same seed and inputs, same history. */
  readonly seed: number | string;
  /** Real nodes with kubelets, made at boot: `node-1` … Default 3. */
  readonly nodes?: number;
  /** Allocatable of each node made at boot; default 4 cpu, 8Gi, 110 pods. */
  readonly nodeCapacity?: { readonly cpu: string; readonly memory: string; readonly pods: number };
  /** Images that can be pulled beside the built-in ones (`defineImage`); one with the same repository takes its place. */
  readonly images?: readonly Image[];
  /** The shell and small programs of Unix images (`src/posix`); without them such programs aren't found. */
  readonly unix?: Unix;
  /**
   * Which extensions of the API server and which controllers the cluster has (`profiles.ts`). Default `full`. `minimal` is what a lesson
   * needs that isn't about accounts and their rights, field ownership, quotas, custom resources or policies; it boots several times faster.
   * Or a profile of one's own.
   */
  readonly profile?: ProfileName | Profile;
  /** API servers, controller managers and schedulers, one of each a control plane. Default 1. With several, leaders are elected. */
  readonly controlPlanes?: number;
  /**
   * kube-proxy runs on each node as a Pod of the DaemonSet `kube-system/kube-proxy`, as installers set it up. When the Pod is gone, the
   * node's rules stay as they were. `full` profile only; by default it is no Pod, and can't be deleted.
   */
  readonly kubeProxyPods?: boolean;
  /**
   * What the cluster is installed with, as Pods that can be deleted: `network-policies` enforces NetworkPolicies, `ingress` answers for Ingresses,
   * `coredns` for names. `component-metrics` is no Pod: with it the scheduler and the controllers tell of themselves at `/metrics`.
   * With `control-plane-pods` nodes run the control plane themselves, as static Pods of their manifests: API servers, controller managers, schedulers, and
   * etcd where the options say how many members it has. A component runs as long as its container does.
   * `cluster-autoscaler` and `node-route` are no Pods, too: in a cluster with `cloud` they rent machines, and routes to the Pods of each node.
   * `full` profile only. Default none, as in a cluster that upstream's installer has set up: Kubernetes leaves all of it to the cluster's owner.
   * Their code is loaded before, by `loadAddons`. `createCluster` throws an Error where there is none of a name.
   */
  readonly addons?: readonly string[];
  /**
   * Members of etcd, as components `etcd-0` …, each with a disk of its own, agreed by raft. Not given: one that never fails and costs
   * next to nothing.
   */
  readonly etcd?: 1 | 3 | 5;
  /**
   * The cluster runs in a cloud: a component `cloud` beside it, whose API controllers reach (`Tools.cloud`), and the cloud controller manager's
   * controllers. Default: it runs on bare machines.
   */
  readonly cloud?: boolean;
  /** Users by bearer tokens that are good from the beginning (upstream: --token-auth-file). `full` profile only. */
  readonly tokens?: Readonly<Record<string, User>>;
  /** Bytes each member's file may grow to before etcd raises NOSPACE. Default 2 GiB. */
  readonly etcdQuotaBytes?: number;
  /** Built-in controllers left out, by name; `*` leaves out all, scheduler included. */
  readonly withoutControllers?: readonly string[];
  /**
   * Schedulers by their configuration, as components `scheduler`, and for each further one `scheduler/<name of its first profile>`. A Pod's
   * `schedulerName` says which profile places it. `full` profile only. Default: one with the profile `default-scheduler`.
   */
  readonly schedulers?: readonly SchedulerConfiguration[];
  /**
   * What the kubelets' configuration says of evictions, the same for all nodes. `full` profile only, and not in a page. `createCluster` throws an
   * Error for one that a kubelet refuses to start with. Default: upstream's defaults.
   */
  readonly kubelet?: KubeletConfiguration;
  /** Kubelets, schedulers and built-in controllers write no Events, where nobody reads them: they are a quarter of all requests. */
  readonly withoutEvents?: boolean;
  /** Manifests of static pods, JSON by file, of nodes made at boot: `{ 'node-1': { 'web.json': '{…}' } }`. `full` profile only. */
  readonly manifests?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Controllers of others, run instead of built-ins with the same name or beside them. */
  readonly controllers?: readonly (Controller | ControllerFactory)[];
  /** Admission webhooks that are functions, run in the cluster's own time. */
  readonly webhooks?: readonly Webhook[];
  /** The way to all other webhooks; without it they can't be reached. Answers come in between two instants. */
  readonly callWebhook?: CallWebhook;
  /** See KernelOptions.settle. */
  readonly settle: () => Promise<void>;
  /** A server of repositories beside the cluster, as component `repository`. Its code is loaded before, by `loadRepositories`. */
  readonly repositories?: boolean;
  /** Deep-freezes what is stored and cached, so that a write to a shared object throws. Default true. */
  readonly freeze?: boolean;
  readonly traceCapacity?: number;
  /** Remembers what travels and what the scheduler decides, for `Cluster.networkTap`. Changes nothing of what happens. */
  readonly observed?: boolean;
  /** Where virtual time begins, milliseconds since the Unix epoch: the real time, for a cluster that is served. Part of the inputs. */
  readonly startMs?: number;
  /** Text for a type (field '') or one of its fields, for `kubectl explain`; '' for none. Upstream's prose is not part of the engine. */
  readonly descriptions?: (type: string, field: string) => string;
}

/** What can go wrong, in one vocabulary for shell, lessons and grading. Times are milliseconds. */
export type Fault =
  | ({ readonly type: 'link' } & LinkFault)
  /** The component forgets everything and starts again after `downMs`, or when healed. */
  | { readonly type: 'crash'; readonly component: string; readonly downMs?: number }
  /** The same, and it starts at once. */
  | { readonly type: 'restart'; readonly component: string }
  /** The component does nothing until healed; messages to it wait. */
  | { readonly type: 'pause'; readonly component: string }
  /** Nothing passes between the component and those named, or any other, in either direction. */
  | { readonly type: 'partition'; readonly component: string; readonly from?: readonly string[] }
  /**
   * The component starts again with a clock that is so far ahead (or behind): what it writes as times is off, how long it waits is not.
   * Members of etcd have no use for the time of day.
   */
  | { readonly type: 'skew'; readonly component: string; readonly byMs: number }
  /** The cloud's API. */
  | { readonly type: 'cloud'; readonly component: 'cloud'; readonly cloud: CloudFault }
  /** The disk of a member of etcd. */
  | { readonly type: 'disk'; readonly component: string; readonly disk: DiskFault }
  /** The component crashes as soon as its nth write from now is stored, before the answer is sent, and starts again after `downMs`. */
  | { readonly type: 'crash-after-write'; readonly component: string; readonly write: number; readonly downMs: number }
  /**
   * From its nth write on, watch events to the component are `lagMs` late. With `restart` it starts again at that moment, from an API server
   * that is as late: its caches are filled with what was stored before that write.
   */
  | {
      readonly type: 'stale-after-write';
      readonly component: string;
      readonly write: number;
      readonly lagMs: number;
      readonly restart?: boolean;
    }
  /**
   * Watch events to the component wait from the nth on, until one about the same object follows: its state in between goes unobserved. `lost`:
   * in its place the watch is broken off with 410, as a version that is too old. No cache sees the state in between, and a new list shows what came after.
   */
  | { readonly type: 'withhold'; readonly component: string; readonly event: number; readonly lost?: boolean }
  /**
   * The API server refuses this component's requests with this probability: all its writes, or those of one verb (create, update,
   * updateStatus, patch, delete, get, list). `code`: 500 by default. 504: what was requested is done, and only the answer is lost.
   */
  | {
      readonly type: 'refuse';
      readonly component: string;
      readonly chance: number;
      readonly verb?: string;
      readonly code?: RefusalCode;
    };

/** Parts of the engine that API servers, etcd, kubelets, kube-proxies and elections run on. */
export type ServedParts = Partial<
  Pick<EngineParts, 'validateConfigMap' | 'grantsVote' | 'commitIndex' | 'stepUpdate' | 'syncPod' | 'decideLease' | 'serviceRules' | 'judgeConnection'>
>;

/** Forbidden (by a quota), Conflict, TooManyRequests, InternalError, ServiceUnavailable, Timeout. */
export type RefusalCode = 403 | 409 | 429 | 500 | 503 | 504;

/** A request of a component and what an API server, or a fault in its place, answers. */
export interface Answered {
  readonly component: string;
  readonly request: ApiRequest;
  readonly response: ApiResponse;
}

/** Of the plugins that run, the ones to run from now on, in this order. */
export type ChoosePlugins = (running: readonly SchedulerPlugin[]) => readonly SchedulerPlugin[];

export interface Cluster {
  /** Milliseconds since the Unix epoch, virtual. */
  now(): number;
  run(options: RunOptions): Promise<RunEnd>;
  interrupt(): void;
  quiet(): boolean;
  readonly trace: Trace;
  /**
   * A connection of an outside client (`kubectl`, `session`): requests travel the simulated network. As the cluster's administrator,
   * or as this user; one without a name is anonymous.
   */
  connect(component: string, user?: User): Handler;
  /** One request from outside over a fresh connection; resolves with its response. Needs `run` to go on meanwhile. */
  request(component: string, request: Omit<ApiRequest, 'user'>): Promise<ApiResponse>;
  /** A typed client over such a connection, for code from outside (`ts` cells). Tells the kernel when its promises resolve. */
  client(component: string): ConnectedClient;
  /** A timer of the cluster's clock for what waits outside: `sleep` in a shell, `setTimeout` in learner code. */
  after(delayMs: number, run: () => void, options?: TimerOptions): Timer;
  /** Outside code was started or its promises resolved: the instant isn't over before they have settled. */
  unsettled(): void;
  /** Runs this controller in place of the one with the same name, which loses its memory; the cluster isn't reset. */
  swap(controller: Controller | ControllerFactory | RemoteController): void;
  /** Puts the built-in one back, or stops it when there is none. */
  unswap(name: string): void;
  /** Names of the scheduler's plugins that its profile has. */
  readonly pluginNames: readonly string[];
  /** Starts the scheduler again with the plugins that are chosen. */
  usePlugins(choose: ChoosePlugins): void;
  /** This one schedules, in place of the built-in one; undefined: the built-in one again. */
  useScheduler(remote: RemoteController | undefined): void;
  /** API servers, etcd and kubelets run on these parts from now on, and on the engine's own where none is given. */
  useParts(parts: ServedParts): void;
  /** Runs this webhook, in place of the one with the same name. */
  swapWebhook(webhook: Webhook): void;
  /** Ends the webhook of this name. */
  unswapWebhook(name: string): void;
  /** Applies a fault now; returns what heals it. */
  addFault(fault: Fault): () => void;
  /** The files that a node's static pods are made of; undefined where there is no such node, or the profile has none. */
  manifests(node: string): Manifests | undefined;
  /** The rules that a node’s kube-proxy has made, which stay when it ends; undefined where none has made any. */
  rules(node: string): Pick<KubeProxy, 'follow'> | undefined;
  /** What a person can see and change in the cloud, past every controller; undefined where `ClusterOptions.cloud` isn't given. */
  readonly cloud: CloudConsole | undefined;
  /** What somebody outside of the cluster can do. Undefined as `cloud` is. */
  readonly outside: Outside | undefined;
  /** Components that crash and pause act on: `controller/replicaset`, `scheduler`, `kubelet/node-1`, `apiserver`. */
  components(): readonly string[];
  /** What runs under such a name, for inspectors; undefined while it is down. */
  running(component: string): Running | undefined;
  /** Where `ClusterOptions.observed` asks for it. */
  readonly networkTap: Pick<NetworkTap, 'messages' | 'decisions'> | undefined;
  /** Objects of a kind as the API server's storage has them now, without a request: for views and checks only. */
  objects<T extends KubeObject>(kind: Kind<T>): readonly T[];
  /** Calls back after each committed revision with its events, for views and invariants; returns what ends it. */
  onCommit(callback: (events: readonly WatchEvent[], revision: number) => void): () => void;
  /** What controllers log and throw. */
  onLog(callback: (line: LogLine) => void): () => void;
  /** Calls back with each piece of a stream, such as a watch event, before an API server sends it to this component; returns what ends it. */
  onSend(callback: (component: string, chunk: Json) => void): () => void;
  /** Calls back with each answer of an API server, before it is sent, for checks; returns what ends it. */
  onAnswer(callback: (answer: Answered) => void): () => void;
  etcd(): EtcdStatus;
  /** Members of etcd with their terms and logs, for views; one without raft where `ClusterOptions.etcd` isn't given. */
  etcdMembers(): readonly MemberView[];
  /** The last messages between members, oldest first, heartbeats left out. */
  etcdMessages(): readonly EtcdMessage[];
  /** etcd's JSON gateway at a member (`etcd-0`), or at the only one. */
  etcdGateway(member?: string): Gateway;
  /** Puts a snapshot in the place of everything, as `etcdutl snapshot restore` on all members; needs `ClusterOptions.etcd`. */
  restoreEtcd(snapshot: StoreSnapshot, options?: RestoreOptions): void;
  /** A hash over every committed event so far (key, value, revision, time). Equal histories, equal hashes. */
  historyHash(): string;
}

export type { LogLine };
