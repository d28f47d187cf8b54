/** What grading one file has come to: all that rows, reports and feedback are made of, so that it can be kept and read again. */
import type { Answered } from '../answers.ts';
import type { Fact } from '../certificate.ts';
import type { Lack } from '../isolation.ts';
import type { PrintedReport } from '../print.ts';
import type { StageCount } from './points.ts';

export interface Entry extends Answered {
  /** As it was named. */
  readonly file: string;
  /** Of the file's text, in hexadecimal digits. */
  readonly sha256: string;
  /** The learner's name or number; empty: the file doesn't say. */
  readonly name: string;
  /** As the file says; absent: it can't be read. */
  readonly lesson?: string;
  /** One for each exercise. */
  readonly outcomes: readonly Outcome[];
  /** Of a certificate. */
  readonly certificate?: { readonly fingerprint: string; readonly facts: readonly Fact[] };
  /** What the system lacked on which it was graded; absent: nothing of it was run. */
  readonly lacks?: readonly Lack[];
  /** Why it could not be graded, as a sentence. */
  readonly unfit?: string;
  /** That was no doing of the file's: the next run grades it again. */
  readonly again?: boolean;
}

export interface Outcome {
  /** Key of the exercise: `12-replicaset`, `6-quorum/restore`. */
  readonly lesson: string;
  readonly report: PrintedReport;
  readonly stages: readonly StageCount[];
  readonly notes: readonly string[];
  /** See `Graded`. */
  readonly missing?: string;
}
