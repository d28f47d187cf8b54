/** What `@converge/engine/testing` offers. Times are virtual milliseconds. */
import type { KubeConfig } from '@kubernetes/client-node';
import type { ClusterOptions, Kind, KubeObject } from '../engine/index.ts';

/** What goes wrong around the controller. The first three are those of Sieve (OSDI 2022), each derived from a run without trouble. */
export type Pattern = 'crash between two writes' | 'stale reads' | 'missed transition' | 'random faults';

export interface UniversesOptions {
  /** How many are lived through, beside the one without trouble. 100 by default. */
  readonly universes?: number;
  /** Of the first; each further one has the next number. 1 by default. */
  readonly seed?: number;
  /** Which patterns are tried; all by default. */
  readonly patterns?: readonly Pattern[];
  /** The simulated cluster: its nodes, its profile, controllers left out. */
  readonly cluster?: Pick<ClusterOptions, 'nodes' | 'profile' | 'withoutControllers' | 'images' | 'controlPlanes' | 'addons'>;
}

/** How many universes of each pattern a scenario was lived through in. 0: the run without trouble had nothing to derive one from. */
export type Survived = Readonly<Record<Pattern, number>>;

/**
 * What a controller's process begins with. Its clients are made of this KubeConfig; one that it loads by itself leads into the universe, too.
 * Called again after each crash.
 */
export type Main = (kubeConfig: KubeConfig) => unknown;

/** The cluster as its storage has it, which no cache shows so early. */
export interface World {
  /** Since the controller was started. */
  readonly t: number;
  /** All objects of a kind: `world.objects(Pod)`, with `Pod` of `@converge/engine/sdk`, or `{ group, version, kind, plural, namespaced }` of a custom resource. */
  objects<T extends KubeObject>(kind: Kind<T>): readonly T[];
}

/** Holds where it returns anything but `false` and throws nothing, so that it may consist of `expect(…)`. */
export type Condition = (world: World) => unknown;

export interface WithinOptions {
  /** How long the cluster has; 5 minutes by default. It costs real time only where the condition doesn't hold. */
  readonly withinMs?: number;
}

/** One simulated cluster, and what a scenario does to it. */
export interface Universe extends World {
  /** Its number, by which it is replayed; 0 where nothing goes wrong. */
  readonly seed: number;
  /** For requests of the test itself, as an administrator: nothing goes wrong with them, and time passes until they are answered. */
  readonly kubeConfig: KubeConfig;
  /** Creates these objects, or changes them as `kubectl apply --server-side` does: YAML, or objects. */
  apply(manifests: string | object | readonly object[]): Promise<void>;
  /** Starts the controller as a process of its own. What goes wrong in this universe goes wrong around it, from now on. */
  start(main: Main): Promise<void>;
  /** An invariant: from now on it must hold after every change that is stored. */
  always(name: string, condition: Condition): void;
  /** Lets time pass until it holds. */
  eventually(name: string, condition: Condition, options?: WithinOptions): Promise<void>;
  /** Lets so much time pass. */
  wait(ms: number): Promise<void>;
}

export type PlayScenario = (universe: Universe) => Promise<void>;

/** What broke first. */
export interface Breach {
  /** As the scenario has named it. */
  readonly name: string;
  readonly type: 'always' | 'eventually' | 'scenario';
  /** What the condition, or the scenario, threw; undefined: the condition returned false. */
  readonly reason: unknown;
  readonly t: number;
}
