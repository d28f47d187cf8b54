/** What an author of a controller meets. A built-in controller is written against exactly this. */
import type { Kind, KindDefinition } from '../api/types.ts';
import type { Client, Lister } from '../client/types.ts';
import type { CloudClient } from './cloud.ts';
import type { Expectations } from './expectations.ts';
import type { EngineParts } from './parts.ts';
import type { KubeObject, ObjectKey } from '../meta/index.ts';

/**
 * Reads one object by its key, compares the desired with the actual state, and acts on the difference.
 * Called again whenever something may have changed; must be safe to call once or a hundred times.
 * A rejection or throw is retried with back-off (5 ms, doubling, up to 1000 s or the controller's own longest).
 */
export type Reconcile = (key: ObjectKey, tools: Tools) => Promise<Requeue | void>;

/** Reconcile this key again after a while, even if nothing happens. */
export interface Requeue {
  readonly afterMs: number;
}

/** What a pass may use: everything outside its own code. */
export interface Tools {
  /** Writes and live reads, on behalf of this reconcile. */
  readonly client: Client;
  /** Caches of the kinds the controller names in `for`, `owns` and `watches`. Reading another kind's asserts. */
  lister<T extends KubeObject>(kind: Kind<T>): Lister<T>;
  /** What this loop has written and its cache hasn't shown yet: note it before a write, check it before the next pass. */
  readonly expect: Expectations;
  readonly events: EventRecorder;
  /** The API of the cloud that the cluster runs in. Throws an Error where it runs in none. */
  cloud(): CloudClient;
  /** What built-in controllers decide by, where a lesson can put the learner's own in its place. */
  readonly parts: Pick<EngineParts, 'rollingStep' | 'recommendReplicas' | 'stabilizeReplicas' | 'boundReplicas' | 'createOwnerGraph'>;
  /** Virtual milliseconds since the Unix epoch. */
  now(): number;
  /** Uniform in [0, 1), from the seed. */
  random(): number;
  /** A line in the controller's log and trace. */
  log(...values: readonly unknown[]): void;
}

/** Writes Events about an object, for people to read. */
export interface EventRecorder {
  /** Repeats are counted on the same Event, as client-go does. Never fails; never waits. */
  normal(object: KubeObject, reason: string, message: string): void;
  warning(object: KubeObject, reason: string, message: string): void;
}

/** A further kind whose changes enqueue keys. */
export interface Watch<T extends KubeObject = KubeObject> {
  readonly kind: Kind<T>;
  /** Keys to reconcile when this object has changed. Reads caches only. */
  keys(object: T, tools: Pick<Tools, 'lister' | 'parts'>): readonly ObjectKey[];
  /** Whether an update enqueues keys at all; without it, each does. */
  matters?(before: T, now: T): boolean;
}

/** A control loop: which objects it looks after, and one pass for a key. */
export interface Controller<T extends KubeObject = KubeObject> {
  /** `replicaset`: also its component name in trace and faults, as `controller/replicaset`. */
  readonly name: string;
  /** Every change of such an object enqueues its key. */
  readonly for: Kind<T>;
  /** The key of such an object, when it isn't `namespace/name`: a method, so that it may be about `T`. */
  keyFor?(object: T): ObjectKey;
  /** Source of its Events; `<name>-controller` by default. */
  readonly eventSource?: string;
  /** A change of such an object enqueues the key of its controller, when that is of kind `for`. */
  readonly owns?: readonly Kind[];
  readonly watches?: readonly Watch[];
  /** Makes a watch of each kind that a CustomResourceDefinition defines, while it does. Reconciles don't wait for these caches. */
  readonly watchesDefined?: (kind: Kind) => Watch;
  /** Keys reconciled at the same time; 5 by default. One key is never with two workers. */
  readonly workers?: number;
  /** Give a key up after so many failures in a row (until its next event); by default never. */
  readonly maxRetries?: number;
  /** The longest wait after a failed reconcile, milliseconds; 1,000,000 by default. */
  readonly longestBackOffMs?: number;
  /** Runs `reconcile` with this key every period, as a background wait (node lifecycle: 5 s). */
  readonly every?: { readonly periodMs: number; readonly key: ObjectKey };
  readonly reconcile: Reconcile;
}

/**
 * A controller that is made again each time it starts, because it remembers things between reconciles, or because it is about all
 * the kinds that the server has.
 */
export interface ControllerFactory {
  readonly name: string;
  /** What it is run with in place of the engine's own; asked for after `create`. */
  readonly parts?: Partial<EngineParts>;
  create(served: readonly KindDefinition[]): Controller;
}
