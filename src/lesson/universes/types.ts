/**
 * A check grades a controller: its scenarios are lived through in many universes, each with its own seed and faults.
 * All times are virtual milliseconds since the session's start.
 */
import type { Fault, Kind, KubeObject, Random } from '../../engine/index.ts';
import type { ClusterSpec, Problem, SessionLog } from '../../session/types.ts';

/** What a lesson's `check.ts` exports by default. */
export interface Check {
  /** The controller the learner's file replaces: `replicaset`. */
  readonly controller: string;
  /** The file that exports it; one of the exercise's. */
  readonly entry: string;
  readonly cluster?: ClusterSpec;
  /** Programs that run beside the cluster, as in the lesson: each is a controller of the file called after it. */
  readonly programs?: readonly string[];
  /** What may be drawn to go wrong around the controller; everything by default. */
  readonly faults?: readonly FaultName[];
  readonly scenarios: readonly Scenario[];
  /** Judged after every revision. */
  readonly always: readonly Rule[];
  /** Judged where a scenario says that the cluster must have settled. The first that is broken is the cause. */
  readonly settled: readonly Rule[];
}

export interface Scenario {
  /** "one Pod is deleted" */
  readonly name: string;
  readonly play: (stage: Stage) => Promise<void>;
}

/** What a scenario does to its universe, and what it may ask. Every step is an input of the universe's log. */
export interface Stage {
  readonly random: Random;
  readonly world: World;
  /** Writes the manifest and applies it. */
  apply(path: string, text: string): Promise<void>;
  /** Runs a line in the shell. */
  command(text: string): Promise<void>;
  /** Makes something go wrong for a while, whatever the seed has drawn. */
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
  readonly revision: number;
  objects<T extends KubeObject>(kind: Kind<T>): readonly T[];
  /** What the learner's controller has written so far, oldest first. */
  writes(verb: 'create' | 'change' | 'delete'): readonly Write[];
  /** Its requests that a fault has refused so far, oldest first. */
  readonly refused: readonly Refusal[];
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
}

/** The little drawing of a cause, one to a failing universe. */
export type Glyph = 'too-many' | 'too-few' | 'stood-still' | 'orphan' | 'waiting' | 'restless' | 'threw' | 'hung';

export interface Rule {
  /** What went wrong, as the rest of "17 universes …": "made too many Pods". */
  readonly cause: string;
  readonly glyph: Glyph;
  /** What to ask oneself next. Never the answer. */
  readonly question: string;
  /** A judge for one universe. It says what it saw, in a sentence or two, when the rule is broken. */
  judge(): (world: World) => string | undefined;
}

/** What the seed may draw: see `faults.ts`. */
export type FaultName = 'late' | 'uneven' | 'doubled' | 'cut' | 'crash' | 'slow' | 'refused';

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
  readonly question: string;
  /** Where in the learner's code, when it is known. */
  readonly problem?: Problem;
  /** The universe up to that moment; absent when it never gave an answer. */
  readonly log?: SessionLog;
}
