/** A cluster that broke: how it came to that, which evidence is right, and a question for each that isn't. */
import type { ClusterSpec } from '../../../session/types.ts';
import type { Bench } from '../trials/bench.ts';

export interface Incident {
  /** Names its line in the learner's file, by what the user says and not by the cause: `copies`. */
  readonly name: string;
  readonly cluster?: ClusterSpec;
  /** Builds it, breaks it, and waits until the symptom shows. Resolves with the moment since when a loop can't do its part. */
  breaks(bench: Bench): Promise<number>;
  /** Loops that are right, or `none` where no loop is; what depends on the seed is read from the cluster. */
  loops(bench: Bench): readonly string[];
  /** Objects that are right. */
  objects(bench: Bench): readonly string[];
  /** Moments that are so much earlier or later are right as well: milliseconds. 3,000 each by default: a hand on a timeline is no more exact. */
  readonly earlierMs?: number;
  readonly laterMs?: number;
  /** By what was named, a question for those who named it; `other`: for the rest. */
  readonly questions: {
    readonly loop: Questions;
    readonly object: Questions;
    readonly moment: string;
  };
  /** Commands that take the cause away: they prove that it is one. */
  readonly repair: string;
  /** The symptom is gone. */
  isWell(bench: Bench): boolean;
}

/** How a lesson says which piece of evidence is wrong. */
export interface JudgeWords {
  /** For a line that isn't complete. */
  readonly open: string;
  loop(name: string, loop: string): string;
  object(name: string, object: string): string;
  moment(name: string, since: string): string;
}

/** Keys may be the beginning of a name: `kubelet` for all kubelets. */
export type Questions = Readonly<Record<string, string>> & { readonly other: string };
