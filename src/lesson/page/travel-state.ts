/** What the time machine of a page shows, can do and needs. */
import type { BranchAct, CutView, Runtime, Standing } from '../../runtimes/runtime.ts';
import type { KeySpaceRequest, Moment } from '../../session/types.ts';
import type { BranchView, ClusterView, ComparisonView, KeyHistoryView, KeySpaceView } from '../../viz/model.ts';
import type { Store } from './store.ts';
import { tr } from '../words/words.ts';

export interface TravelState {
  /** The earlier moment that is shown; absent: now. */
  readonly past?: ClusterView | undefined;
  readonly branches: readonly BranchView[];
  readonly current: string;
  /** A log is being replayed. */
  readonly busy: boolean;
  /** The reader wants to go back for good: what it would do. */
  readonly asking?: (CutView & { readonly at: Moment }) | undefined;
  readonly comparison?: Comparison | undefined;
}

export interface Comparison {
  readonly a: BranchView;
  readonly b: BranchView;
  readonly view: ComparisonView;
}

export interface TimeTravel extends Store<TravelState> {
  /** Shows how everything was then; undefined: how it is now. */
  look(at: Moment | undefined): void;
  /** Shows an earlier moment that has been fetched already. */
  showPast(past: ClusterView): void;
  /** A second session from the moment that is shown. */
  fork(): Promise<void>;
  /** Asks whether to go back to the moment that is shown. */
  ask(): Promise<void>;
  /** The answer to that. */
  answer(yes: boolean): Promise<void>;
  enter(id: string): Promise<void>;
  drop(id: string): Promise<void>;
  /** This fork against the one that inputs go to, each as it now stands. Undefined: no comparison any more. */
  compare(id: string | undefined): Promise<void>;
  keys(ask: KeySpaceRequest): Promise<KeySpaceView>;
  keyHistory(key: string, at: Moment | undefined): Promise<KeyHistoryView>;
  /** The runtime has reported which forks there are. */
  heard(branches: readonly BranchView[], current: string): void;
}

export interface TimeTravelParts {
  readonly runtime: Pick<Runtime, 'time'>;
  /** As the cluster stands; undefined until the session has begun. */
  now(): ClusterView | undefined;
  /** Why it can't be done now, as a sentence. */
  hindered(): string | undefined;
  /** The session stands elsewhere now. `left`: the branch it was on. */
  moved(standing: Standing, act: BranchAct, left: string): void;
  say(text: string): void;
}

export const nowhereElse: TravelState = { branches: [], current: 'main', busy: false };

export const sentence = (error: unknown): string => tr(error instanceof Error ? error.message : String(error));
