import type { Place, PlaceName } from '../../runtimes/place.ts';
import type { TerminalLink } from '../../runtimes/terminal.ts';
import type {
  BranchView,
  ChartView,
  ClusterView,
  ComparisonView,
  KeyHistoryView,
  KeySpaceView,
  PodView,
} from '../../viz/model.ts';

import type { WhySubject } from '../../viz/trace-model.ts';

/** What the pane asks of the session. A control without its action is shown, and says that it waits. */
export interface PaneActions {
  run(): void;
  pause(): void;
  /** One event further. */
  step(): void;
  untilQuiet(): void;
  /** Virtual seconds a real second. */
  speed(factor: number): void;
  remove?(pod: PodView): void;
  /** Writes some data of a room. */
  write?(room: ChartView, data: Readonly<Record<string, string>>): void;
  /** Shows the chain of causes of this. */
  why?(subject: WhySubject): void;
  /** Goes to a cell of the lesson, at a line of its text. */
  cell?(cell: string, line: number | undefined): void;
  /** Goes to a line of a file of the workspace. */
  source?(file: string, line: number): void;
  /** From a universe back to the learner's own session. */
  back?(): void;
  /** This Pod was chosen: elsewhere on the page it may be evidence. */
  chosen?(pod: PodView): void;
  /** Shows the edit that the notice is about. */
  culprit?: (() => void) | undefined;
  /** Copies a link to this moment. */
  link?(): void;
  chooseRuntime?(name: PlaceName): void;
  /** A terminal by its name; the session begins with it. */
  terminal?(name: string): Promise<TerminalLink>;
  /** Absent until there is a session to look back on. */
  readonly travel?: TravelActions;
}

/** A moment of the session. */
export interface PaneMoment {
  readonly t: number;
  readonly revision: number;
}

/** What the pane asks of the time machine. */
export interface TravelActions {
  /** Shows how everything was then; undefined: how it is now. */
  look(at: PaneMoment | undefined): void;
  /** From the moment that is shown. */
  fork(): void;
  /** Asks whether to go back to the moment that is shown for good. */
  ask(): void;
  answer(yes: boolean): void;
  enter(id: string): void;
  drop(id: string): void;
  /** With the one inputs go to; undefined: the comparison isn't wanted any more. */
  compare(id: string | undefined): void;
  keys(ask: {
    readonly at?: PaneMoment;
    readonly prefix: string;
    readonly order: 'newest' | 'key';
  }): Promise<KeySpaceView>;
  keyHistory(key: string, at: PaneMoment | undefined): Promise<KeyHistoryView>;
}

/** What the time machine shows. */
export interface TravelView {
  /** The earlier moment that is looked at. */
  readonly past?: ClusterView | undefined;
  readonly branches: readonly BranchView[];
  readonly current: string;
  /** A log is being replayed. */
  readonly busy: boolean;
  /** What going back for good would do. */
  readonly asking?: { readonly t: number; readonly words: string; readonly dropped: number } | undefined;
  readonly comparison?: { readonly a: BranchView; readonly b: BranchView; readonly view: ComparisonView } | undefined;
}

/** Where the cluster runs. */
export interface RuntimeView {
  readonly name: PlaceName;
  readonly state: 'idle' | 'starting' | 'ready' | 'failed' | 'unsupported';
  /** Why it failed or isn't supported. */
  readonly reason?: string;
  /** How it stands with the WebContainer, and what the reader wants; absent: nobody has asked. */
  readonly place?: Place;
  /** The page is loaded anew when the WebContainer is chosen. */
  readonly reloads?: boolean;
}

export const speeds: readonly { readonly factor: number; readonly label: string }[] = [
  { factor: 0.1, label: '1/10 ×' },
  { factor: 1, label: '1 ×' },
  { factor: 10, label: '10 ×' },
  { factor: 100, label: '100 ×' },
  { factor: 1000, label: '1000 ×' },
];
