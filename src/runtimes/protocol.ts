/**
 * What page and engine say to each other: JSON values, one a message (or one a line, over a process's output).
 * Every request has an id and gets exactly one `reply` or `refusal` with it.
 */
import type { InspectionName, Inspections } from '../session/inspections.ts';
import type { InputRequest, InputResult, Moment, Place, SessionLog } from '../session/types.ts';
import type { Patch } from './patch.ts';
import type { BranchView, ClusterView, ComparisonView } from '../viz/model.ts';
import type {
  BranchAct,
  BranchMoment,
  Control,
  CutView,
  KeptBranches,
  Replayed,
  RuntimeEvent,
  Snapshot,
  Standing,
} from './runtime.ts';

/** Raised when a message changes its meaning; both ends must agree. */
export const protocolVersion = 4;

/** What a session is before it is forked. */
export const mainBranch: BranchView = { id: 'main', name: 'main' };

/** What a runtime is reset to, as branches. */
export const branchesOf = (start: SessionLog | KeptBranches): KeptBranches =>
  'branches' in start ? start : { branches: [{ view: mainBranch, log: start }], current: mainBranch.id };

/** The requests by name: what is sent and what comes back. */
export interface Calls {
  readonly reset: { readonly ask: SessionLog; readonly answer: Replayed };
  readonly run: { readonly ask: InputRequest; readonly answer: InputResult };
  readonly control: { readonly ask: Control; readonly answer: Moment };
  /** What is under way; with a terminal's name, only when it is an input of that one. */
  readonly interrupt: { readonly ask: string | null; readonly answer: null };
  readonly snapshot: { readonly ask: null; readonly answer: Snapshot };
  readonly view: { readonly ask: { readonly at?: number }; readonly answer: ClusterView };
  readonly seek: { readonly ask: Place; readonly answer: ClusterView };
  readonly cut: { readonly ask: Place; readonly answer: CutView };
  readonly branch: { readonly ask: BranchAct; readonly answer: Standing };
  /** As `reset`, with forks: the results are those of the current one. */
  readonly restore: { readonly ask: KeptBranches; readonly answer: Replayed };
  readonly kept: { readonly ask: null; readonly answer: KeptBranches };
  readonly compare: {
    readonly ask: { readonly a: BranchMoment; readonly b: BranchMoment };
    readonly answer: ComparisonView;
  };
  readonly inspect: {
    readonly ask: { readonly [N in InspectionName]: { readonly name: N; readonly with: Inspections[N]['ask'] } }[InspectionName];
    readonly answer: Inspections[InspectionName]['answer'];
  };
  /** Answered between slices of work: no answer means that something doesn't give the thread back. */
  readonly ping: { readonly ask: null; readonly answer: null };
}
export type CallName = keyof Calls;

export type ToEngine = {
  readonly [N in CallName]: {
    readonly type: 'ask';
    readonly id: number;
    readonly call: N;
    readonly with: Calls[N]['ask'];
  };
}[CallName];

export type FromEngine =
  /** First message: the engine is loaded and listens. */
  | { readonly type: 'hello'; readonly version: number }
  | { readonly type: 'reply'; readonly id: number; readonly value: Calls[CallName]['answer'] }
  | { readonly type: 'refusal'; readonly id: number; readonly message: string }
  | { readonly type: 'event'; readonly event: Exclude<RuntimeEvent, { readonly type: 'view' }> }
  /** A view, as what has changed since the last one that was sent so; absent: nothing has. */
  | { readonly type: 'view'; readonly patch?: Patch }
  /** The engine broke; nothing more will come. */
  | { readonly type: 'broken'; readonly message: string };
