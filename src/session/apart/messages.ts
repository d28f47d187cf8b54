/**
 * What passes between a session and code that runs apart from it: requests to the API server, their answers, time, and what is shown
 * to people. In lockstep: for each batch one answer. Times are virtual milliseconds since the Unix epoch.
 */
import type { ApiRequest, ApiResponse, Json } from '../../engine/index.ts';
import type { PartName } from '../part-names.ts';
import type { TimerCounts } from '../timers.ts';
import type { Problem } from '../types.ts';

/** Everything that happens at one moment, in its order. */
export interface Batch {
  readonly nowMs: number;
  readonly events: readonly SubjectEvent[];
}

export type SubjectEvent =
  /** The first of all: what is to run. A program that was there before is gone. */
  | { readonly type: 'load'; readonly program: SubjectProgram }
  /** The process of the controller begins, its clock so far ahead. `seed`: of its random numbers. */
  | { readonly type: 'start'; readonly seed: string; readonly skewMs: number }
  /** The process has ended, as by a crash. */
  | { readonly type: 'stop' }
  /** A new input of the session begins: what the code may send is counted anew. */
  | { readonly type: 'renew' }
  /** `cause`: trace event of the session on whose behalf this comes. */
  | { readonly type: 'respond'; readonly call: number; readonly cause: number; readonly response: ApiResponse }
  | { readonly type: 'write'; readonly call: number; readonly cause: number; readonly chunk: ApiResponse['body'] }
  | { readonly type: 'end'; readonly call: number; readonly cause: number }
  /** Without a cluster the program's part is made (`new`); a method of it, or of a webhook, is called at this time. */
  | { readonly type: 'call'; readonly call: number; readonly name: string; readonly values: readonly CallValue[]; readonly atMs: number };

/** What a part is called with, and returns. */
export type CallValue = Json;

export interface SubjectProgram {
  /** The controller it replaces: `replicaset`. Or `function/` and the name of one that is only called. */
  readonly controller: string;
  /** What it has is this part of the engine, and the built-in controller runs with it. */
  readonly part?: PartName | undefined;
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Its cluster runs in a cloud. */
  readonly cloud?: boolean;
  /** Names of the scheduler's plugins in its cluster, beside which one of the code's own runs. */
  readonly plugins?: readonly string[];
  /** When the session began. */
  readonly startMs: number;
}

/** What the code did at that moment. */
export interface Answer {
  readonly actions: readonly SubjectAction[];
  /** When it wants to go on by itself at the latest; absent when it doesn't. Of the two kinds of waits that a kernel knows. */
  readonly foregroundMs?: number | undefined;
  readonly backgroundMs?: number | undefined;
  /** Keys that it is working on. */
  readonly busy: readonly string[];
  /** Its code's own timers that wait. */
  readonly timers: TimerCounts;
}

export type SubjectAction =
  | {
      readonly type: 'request';
      /** Rises by one. */
      readonly call: number;
      readonly method: ApiRequest['method'];
      readonly path: string;
      readonly query: ApiRequest['query'];
      readonly contentType?: string | undefined;
      readonly body?: ApiRequest['body'];
      /** A trace event: the session's own, or one of those recorded here. */
      readonly cause: number;
    }
  | { readonly type: 'hangUp'; readonly call: number }
  /** A trace event. `id`: above `firstLocalId`. */
  | {
      readonly type: 'record';
      readonly id: number;
      readonly event: 'reconcile' | 'note' | 'error';
      readonly what: string;
      readonly object?: string | undefined;
      readonly cause: number;
      readonly also?: readonly number[] | undefined;
    }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'error';
      readonly text: string;
      readonly stack?: string | undefined;
      readonly key?: string | undefined;
    }
  /** A line for whoever watches the session. */
  | { readonly type: 'print'; readonly level: 'info' | 'error'; readonly text: string }
  | { readonly type: 'problem'; readonly problem: Problem; readonly count: number }
  /** It has caught an error and goes on. */
  | { readonly type: 'caught'; readonly problem: Problem }
  /** What a call returned, at once or later; absent: nothing. `threw`: what a promise was rejected with. */
  | { readonly type: 'returned'; readonly call: number; readonly value?: CallValue | undefined; readonly threw?: string | undefined }
  /** What was loaded can't be run at all. */
  | { readonly type: 'unfit'; readonly problem: Problem };

/** Trace events of the code itself are numbered from here on; the session's own never come so far. */
export const firstLocalId = 2 ** 40;

/** The session's end of the port: carries a batch across, and brings the answer, of which nothing is known yet. */
export interface SubjectLink {
  /** Rejects with a `SubjectLost` when there will be no answer. */
  exchange(batch: Batch): Promise<unknown>;
  /** A promise was rejected that no code awaits: whether it was the code's. Only where both share a realm. */
  rejected?(error: unknown): boolean;
  close(): void;
}

/** The code won't answer any more. */
export class SubjectLost extends Error {
  /** `unstarted`: where it was to run couldn't be had, which is none of its doing. */
  readonly how: 'hung' | 'died' | 'nonsense' | 'unstarted';
  /** `because`: a sentence. */
  constructor(how: SubjectLost['how'], because: string) {
    super(because);
    this.how = how;
  }
}
