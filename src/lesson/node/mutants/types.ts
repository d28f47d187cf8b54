/** Mutants: copies of an exercise's solution with one mistake each. A check that lets one pass would let a learner's pass as well. */
import type ts from 'typescript';

/** Puts `text` in the place of a file's characters from `start` up to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One kind of mistake. */
export interface Operator {
  /** `drop-await` */
  readonly name: string;
  /** What a learner does who makes it: "forgets to wait for an answer". */
  readonly words: string;
  /** Every place where the mistake can be made, in the order of the file. The nodes know their parents. */
  edits(file: ts.SourceFile): readonly Edit[];
}

export interface Mutant {
  /** The operator and the changed text: stays the same when lines above are added or removed. */
  readonly id: string;
  readonly operator: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The lines that are changed, before and after. */
  readonly before: string;
  readonly after: string;
  /** The whole file with the mistake in it. */
  readonly text: string;
}
