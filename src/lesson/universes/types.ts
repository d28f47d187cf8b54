/**
 * A check grades a controller: its scenarios are lived through in many universes, each with its own seed and faults.
 * All times are virtual milliseconds since the session's start.
 */
import type { CloudConsole, Fault, Json, Kind, KubeObject, LabelSelector, Random, Repositories } from '../../engine/index.ts';
import type { ClusterSpec, Problem, SessionLog } from '../../session/types.ts';
import type { Replacement } from '../exercise.ts';
import type { RunCalls } from './cases/calls.ts';
import type { CaseFinding, Finding, Glyph } from './finding.ts';
import type { Bench } from './trials/bench.ts';

export type { CaseFinding, Finding, Glyph } from './finding.ts';

/** What a lesson's `check.ts` exports by default. */
export interface Check extends Replacement {
  readonly cluster?: ClusterSpec;
  /** Programs that run beside the cluster, as in the lesson: each is a controller of the file called after it. */
  readonly programs?: readonly string[];
  /** What may be drawn to go wrong around the controller; everything by default. */
  readonly faults?: readonly FaultName[];
  /** How troubles of the cloud are drawn, where `faults` names any: `cloudDraws` of cloud-faults.ts. */
  readonly draws?: Readonly<Partial<Record<FaultName, FaultDraw>>>;
  /** What the controller looks after and what it may do: the standing rules follow from it. See rules/standing-rules.ts. */
  readonly subject: Subject;
  /** Causes of standing rules that don't hold here. */
  readonly without?: readonly string[];
  /** False: no universe is derived from a calm run; see plans/derive-plans.ts. */
  readonly derived?: false;
  /** Draws the object that the scenarios are about; `default/web` by default. */
  readonly target?: (random: Random) => Target;
  /** Which neighbours may be drawn; all by default. See neighbours/. */
  readonly neighbours?: readonly NeighbourDraw[];
  readonly scenarios: readonly Scenario[];
  /** What the learner's code is built up in, one after the other. See steps.ts. */
  readonly steps?: Steps;
  /** What cases call where it is no part of the engine: a file of the exercise, and the function it exports. */
  readonly function?: { readonly file: string; readonly name: string };
  /** Of a part, a function or a webhook: judged without a cluster, in every second universe; in all of them where there are no scenarios or trials. */
  readonly cases?: readonly Case[];
  /** Of manifests, commands, webhooks and plugins: one of these in each universe, in place of scenarios. */
  readonly trials?: readonly Trial[];
  /** Of commands that restore etcd: their shell has etcdctl and etcdutl, which the others' shells lack. */
  readonly etcd?: true;
  /** Judged after every revision. */
  readonly always: readonly Rule[];
  /** Judged where a scenario says that the cluster must have settled. The first that is broken is the cause. */
  readonly settled: readonly Rule[];
}

/** The universes of each step are calm, and come before all others. */
export interface Steps {
  readonly names: readonly string[];
  /** The step that a universe is of; undefined: of none, so everything is asked of it. */
  nameOf(seed: number): string | undefined;
  /** The check as a universe of a step has it: the step's scenarios, and no rules of later steps. */
  checkFor(check: Check, seed: number): Check | undefined;
}

/** What a controller looks after. */
export interface Subject {
  /** The kind whose objects state what is desired. */
  readonly kind: Kind<KubeObject>;
  /** The kind that it makes for them; absent when it only writes to the objects themselves. */
  readonly makes?: Kind<KubeObject>;
  /** Which objects of its kind it looks after; all by default. */
  looksAfter?(object: KubeObject): boolean;
  /** Whether this one was made for the owner; by default: its controller is the owner, by uid. */
  owns?(owner: KubeObject, made: KubeObject): boolean;
  /** The template that this one has to be like, where its controller adds to the owner's; by default: the owner's. */
  templateFor?(owner: KubeObject, made: KubeObject): Template | undefined;
  /** Fields of its objects that it may write: `status`, `data.heater`. */
  readonly writes: readonly string[];
  /** False: it may leave no annotations and finalizers on them. */
  readonly notes?: false;
}

/** What is made has these, and may have more. */
export interface Template {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
  };
  readonly spec?: unknown;
}

/** The object that a scenario is about. */
export interface Target {
  readonly namespace: string;
  readonly name: string;
  /** Labels of what is made for it. */
  readonly labels: Readonly<Record<string, string>>;
  /** As JSON in a manifest's `selector`. */
  readonly selector: LabelSelector;
  /** Labels that the selector matches too, of something made by hand. */
  readonly alsoMatches: Readonly<Record<string, string>>;
}

/** Objects beside the target, made before the scenario begins. */
export interface Neighbour {
  /** "a ReplicaSet of the same name in another namespace" */
  readonly words: string;
  readonly steps: readonly NeighbourStep[];
}

export type NeighbourStep =
  | { readonly do: 'create'; readonly kind: string; readonly object: unknown }
  /** Merges this into its status. */
  | { readonly do: 'status'; readonly kind: string; readonly key: string; readonly status: unknown }
  | { readonly do: 'delete'; readonly kind: string; readonly key: string }
  /** Merges this into it when so much time has passed. */
  | { readonly do: 'patch'; readonly kind: string; readonly key: string; readonly patch: unknown; readonly afterMs: number };

export type NeighbourDraw = (random: Random, target: Target) => Neighbour;

/** Calls of the learner's part, and what they must return. */
export interface Case {
  /** "keys come and go" */
  readonly name: string;
  /** What is wrong with it, if anything; a problem: what the code threw. */
  judge(run: RunCalls, random: Random): Promise<CaseFinding | undefined>;
}

/** What is tried once the learner's manifests have been applied, or the webhook or the plugin runs; the commands it runs itself. */
export interface Trial {
  /** "targets from 4 to 31 degrees" */
  readonly name: string;
  /** The stage of the check that its universes belong to, `calm` by default. Stages come in the order of the trials. */
  readonly stage?: string;
  /** Its cluster; the check's by default. */
  readonly cluster?: ClusterSpec;
  /** Its cluster's seed, where an answer is about one certain cluster; the universe's by default. */
  readonly seed?: number;
  judge(bench: Bench, random: Random): Promise<CaseFinding | undefined>;
}

export interface Scenario {
  /** "one Pod is deleted" */
  readonly name: string;
  /** It is about this trouble. Where it isn't about any, what it makes go wrong on its way is left out of a calm universe. */
  readonly trouble?: FaultName;
  /** Of `steps`, from 1: it is played in the universes of that step, and in those after all steps. */
  readonly step?: number;
  /** It is about many of the objects at a time: its calm universes are a stage of their own. */
  readonly many?: true;
  readonly play: (stage: Stage) => Promise<void>;
}

/** What a scenario does to its universe, and what it may ask. Every step is an input of the universe's log. */
export interface Stage {
  readonly random: Random;
  readonly world: World;
  readonly target: Target;
  /** Writes the manifest and applies it. */
  apply(path: string, text: string): Promise<void>;
  /** Runs a line in the shell. */
  command(text: string): Promise<void>;
  /** Sends a request from outside: a push to a repository. */
  post(path: string, body: Json): Promise<void>;
  /** Makes something go wrong for a while, whatever the seed has drawn; nothing in a calm universe, unless the scenario is about trouble. */
  fault(fault: Fault, forMs: number, words: string): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Time passes until every `settled` rule holds. If one is still broken after so long, the universe has failed. */
  settles(withinMs: number): Promise<void>;
  /** For so long nothing may be written but heartbeats and Events. */
  rests(forMs: number): Promise<void>;
}

/** The cluster as the API server's storage has it, which no cache shows so early. */
export interface World {
  readonly t: number;
  /** Milliseconds since the Unix epoch, virtual: what `creationTimestamp` and the like are compared with. */
  readonly nowMs: number;
  readonly revision: number;
  /** Nothing has gone wrong in this universe so far, and nothing is drawn to, but the trouble that the scenario is about. */
  readonly calm: boolean;
  objects<T extends KubeObject>(kind: Kind<T>): readonly T[];
  /** The cloud, past its API; undefined where the check's cluster has none. */
  readonly cloud: Pick<CloudConsole, 'list' | 'loadBalancers' | 'quota'> | undefined;
  /** What the server of repositories holds, where the check's cluster has one. */
  readonly repositories: Repositories | undefined;
  /** What the controller looks after, in order of their keys. */
  readonly owners: readonly Owner[];
  /** Objects of its kind, and of the kind that it makes, that are on their way out. */
  readonly leaving: readonly KubeObject[];
  /** When others than the controller last wrote an object, heartbeats included: `leases/kube-node-lease/node-1`. Of the last few times, the last one up to `by`. */
  heardAt(object: string, by?: number): number | undefined;
  /** What the learner's controller has written so far, oldest first. */
  writes(verb: 'create' | 'change' | 'delete'): readonly Write[];
  /** Its requests that a fault has refused so far, oldest first. */
  readonly refused: readonly Refusal[];
  /** All its requests so far, oldest first. */
  readonly requests: readonly SubjectRequest[];
  /** Events that it has recorded so far, oldest first. */
  readonly events: readonly RecordedEvent[];
  /** Its passes that recorded an Event, those that only counted a repeat included. */
  readonly eventPasses: ReadonlySet<number>;
  /** Its requests that changed nothing, by object, since it last changed something about it: `configmaps/default/room`. */
  readonly idleWrites: ReadonlyMap<string, number>;
  /** Its reconciles so far, oldest first. */
  readonly passes: readonly Pass[];
  /** Keys that it is working on now. */
  readonly busy: readonly string[];
  /** Timers that its code has set itself and that wait now: `clocks` come again and again, `waits` once. */
  readonly timers: { readonly clocks: number; readonly waits: number };
}

/** An object that the controller looks after, and what has been made for it. */
export interface Owner {
  /** `web`; with its namespace where that isn't `default`: `shop/web`. */
  readonly name: string;
  /** As others than the controller last wrote it: what is desired, whatever the controller has made of it since. */
  readonly desired: KubeObject;
  /** As it is stored; undefined when it is gone. */
  readonly live: KubeObject | undefined;
  /** Every object of the kind that the controller makes that is this owner's, those on their way out included. */
  readonly made: readonly KubeObject[];
}

/** One call of the learner's reconcile. */
export interface Pass {
  readonly id: number;
  readonly t: number;
  readonly key: string;
  /** What it threw. */
  readonly failed?: string;
}

/** A request of the learner's controller, with what was answered. */
export interface SubjectRequest {
  readonly t: number;
  readonly pass: number;
  readonly verb: string;
  readonly path: string;
  readonly code: number;
  /** `AlreadyExists`; '' for what wasn't refused. */
  readonly reason: string;
  readonly message: string;
}

/** What it said in an Event, before the API server answered. */
export interface RecordedEvent {
  readonly t: number;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly namespace: string;
}

export interface Refusal {
  readonly t: number;
  /** `create`, `delete` … */
  readonly verb: string;
  /** `/api/v1/namespaces/default/pods` */
  readonly path: string;
}

/** One write of the learner's controller that the API server has stored. */
export interface Write {
  readonly t: number;
  readonly revision: number;
  /** `pods/default/web-7k2xq` */
  readonly object: string;
  /** Which reconcile did it: the same number for writes of one reconcile. */
  readonly reconcile: number;
  /** Requests to change something (adopt a Pod, release one) that this reconcile had made before: what it had read was as old as they. */
  readonly changesBefore: number;
  /** As it was stored before, and since; absent where it wasn't there. */
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

export interface Rule {
  /** What went wrong, as the rest of "17 universes …": "made too many Pods". */
  readonly cause: string;
  readonly glyph: Glyph;
  /** What to ask oneself next. Never the answer. */
  readonly question: string;
  /** Not judged where the loop can’t know its own writes (a restart from an older cache, answers that were lost): there the best of loops repeats itself. */
  readonly needsOwnWrites?: true;
  /** Asks what the code did as well: a refusal that it went on after may say more than this rule. So do rules of `settled`. */
  readonly explained?: true;
  /** It speaks of a refusal itself. */
  readonly refusal?: true;
  /** Of the check's `steps`, from 1: the one that asks for it. */
  readonly step?: number;
  /** A judge for one universe. It says what it saw, in a sentence or two, when the rule is broken. */
  judge(): (world: World) => string | Finding | undefined;
}

/** What the seed may draw: see `faults.ts`. Those of the cloud are drawn only where a check names them. */
export type FaultName = 'late' | 'uneven' | 'doubled' | 'cut' | 'crash' | 'slow' | 'refused' | CloudFaultName;
export type CloudFaultName = 'cloud refused' | 'cloud slow' | 'cloud quota' | 'cloud down';

/** Draws one kind of trouble. `verbs`: those that the component was seen to request. */
export type FaultDraw = (random: Random, component: string, verbs: readonly string[]) => PlannedFault;

/** A fault the seed has drawn. */
export interface PlannedFault {
  readonly at: number;
  readonly forMs: number;
  readonly fault: Fault;
  /** "the watch to your loop ran 420 ms behind" */
  readonly words: string;
}

export type Verdict = Passed | Failed;

export interface Passed {
  readonly ok: true;
  readonly seed: number;
  /** Causes of rules that never had an object to look at here. */
  readonly idle?: readonly string[];
}

export interface Failed {
  readonly ok: false;
  readonly seed: number;
  readonly cause: string;
  readonly glyph: Glyph;
  readonly scenario: string;
  /** When it broke, and at which revision. */
  readonly at: number;
  readonly revision: number;
  /** What went wrong in this universe beside the learner's code: "the watch to your loop ran 420 ms behind". */
  readonly weather: string;
  readonly seen: string;
  /** The object that `seen` speaks of, `default/web`; absent if the code never ran. */
  readonly about?: string;
  readonly question: string;
  /** Where in the learner's code, when it is known. */
  readonly problem?: Problem;
  /** The universe up to that moment; absent when it never gave an answer. */
  readonly log?: SessionLog;
}
