/** Parts of the engine that have a seam: functions that a learner's can take the place of. Their code is in `src/engine/parts/`. */
import type { ConfigMap } from '../api/generated/types.ts';
import type { Kind } from '../api/types.ts';
import type { Attempt, Candidacy, FieldError, LeaseDecision, UpdateEvent, UpdateStep } from '../meta/index.ts';
import type { RateLimiter, RateLimits, ReflectorEvent, ReflectorState, ReflectorStep } from '../client/index.ts';
import type { Recommendations, ReplicaLimits, TargetUse } from '../parts/autoscaling.ts';
import type { LeaderView } from '../parts/commit-rule.ts';
import type { Resize, RollingUpdate } from '../parts/rolling-step.ts';
import type { PolicyVerdict, PolicyView } from './network-policy.ts';
import type { OwnerGraph } from './owner-graph.ts';
import type { ServiceRule, ServiceView } from './service-rules.ts';
import type { ExpectationStore } from './expectations.ts';
import type { PodAction, PodOnNode } from '../parts/sync-pod.ts';
import type { VoteRequest, Voter } from '../parts/vote-rule.ts';
import type { Clock } from '../kernel/index.ts';

/** What a controller is run with, and an API server. */
export interface EngineParts {
  createWorkQueue(options: WorkQueueOptions): WorkQueue;
  /** How long a key that has failed waits. `limits`: client-go's defaults if absent. */
  createRateLimiter(clock: Pick<Clock, 'now'>, limits?: RateLimits): RateLimiter;
  /** What a controller has written and its caches haven't shown yet. */
  createExpectations(clock: Pick<Clock, 'now'>): ExpectationStore;
  /** Which object owns which: what the garbage collector goes by. `served`: the server's own kinds. */
  createOwnerGraph(served: readonly Kind[]): OwnerGraph;
  /** What the reflector of each of its caches does next. Pure. */
  stepReflector(state: ReflectorState, event: ReflectorEvent): ReflectorStep;
  /** What is wrong with a ConfigMap, beyond its metadata; with `old` also what may not change. An API server's. Pure. */
  validateConfigMap(map: ConfigMap, old?: ConfigMap): readonly FieldError[];
  /** Whether a member of etcd gives a candidate its vote. Pure. */
  grantsVote(voter: Voter, request: VoteRequest): boolean;
  /** Up to which entry a leader of etcd commits. Pure. */
  commitIndex(leader: LeaderView): number;
  /** What an API server does next to change an object that others may change as well. Pure. */
  stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep;
  /** What a candidate for a Lease does next: waits, writes it, or stops leading. Pure. */
  decideLease(candidacy: Candidacy): LeaseDecision;
  /** How many Pods the sets of a Deployment are to have now. Pure. */
  rollingStep(update: RollingUpdate): readonly Resize[];
  /** What a kubelet does next for one of its Pods. Pure. */
  syncPod(pod: PodOnNode): PodAction;
  /** How many Pods the load of an autoscaler's target asks for. Pure. */
  recommendReplicas(use: TargetUse): number;
  /** How many that are, when what was asked for lately counts as well. Pure. */
  stabilizeReplicas(recommendations: Recommendations): number;
  /** How many of those the limits allow. Pure. */
  boundReplicas(limits: ReplicaLimits): number;
  /** What a kube-proxy does with connections to one Service. Pure. */
  serviceRules(view: ServiceView): readonly ServiceRule[];
  /** Whether NetworkPolicies let a new connection pass, at one of its ends. Pure. */
  judgeConnection(view: PolicyView): PolicyVerdict;
}

/**
 * A queue of keys that wait to be processed. Three guarantees make it the heart of every controller:
 *
 * 1. However often a key is added while it waits, it is handed out once.
 * 2. A key is never with two workers at a time.
 * 3. A key added while a worker has it is handed out again afterwards, so no change is lost.
 *
 * (client-go `util/workqueue`)
 */
export interface WorkQueue {
  add(key: string): void;
  /**
   * Adds the key after a wait. Of several waits of one key the earliest counts. By default a wait is `background` from ten
   * seconds on: shorter ones keep the cluster from being called quiet.
   */
  addAfter(key: string, delayMs: number, options?: { readonly background?: boolean }): void;
  /** Adds the key after a wait that doubles with each failure: 5 ms, 10 ms … 1000 s. */
  addRateLimited(key: string): void;
  /** The key succeeded: its next failure waits 5 ms again. */
  forget(key: string): void;
  /** Failures in a row. */
  failures(key: string): number;
  /** Hands out the longest waiting key, which must be given back with `done`. */
  get(): string | undefined;
  done(key: string): void;
  /** Keys that `get` would hand out. */
  length(): number;
  /** What it holds, for views: live data, not to be changed. */
  status(): WorkQueueStatus;
  /** From now on nothing is added or handed out. */
  shutDown(): void;
}

/** What a work queue holds at one moment. */
export interface WorkQueueStatus {
  /** In the order they will be handed out. */
  readonly queued: readonly string[];
  /** Handed out and not yet done; those that are also dirty will be handed out again. */
  readonly processing: ReadonlySet<string>;
  readonly dirty: ReadonlySet<string>;
  /** `at`: milliseconds since the epoch. */
  readonly waiting: ReadonlyMap<string, { readonly at: number }>;
}

/** What a work queue is made with. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Called when a key has become available to `get`. */
  readonly onAvailable?: () => void;
  /** client-go's default limiter if absent. */
  readonly rateLimiter?: RateLimiter;
}
