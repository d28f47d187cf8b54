/** What an exercise of a page is made of. */
import type { CellsPage } from './cells-above.ts';
import type { SavedInside } from '../../runtimes/runtime.ts';
import type { InputRequest, SessionEvent, SessionLog } from '../../session/types.ts';
import type { Machine } from '../machine.ts';
import type { ExerciseWork } from '../progress/exercise-work.ts';
import type { GradingOptions } from '../universes/grading.ts';
import type { Verdict } from '../universes/types.ts';
import type { ExerciseData } from './data.ts';
import type { ExerciseEvent, ExerciseState } from './exercise-machine.ts';
import type { LiveSession } from './live-session.ts';
import type { ShownUniverse } from './page-state.ts';

export type Exercise = Machine<ExerciseState, ExerciseEvent>;

export interface ExerciseParts {
  readonly slug: string;
  readonly data: ExerciseData;
  readonly session: LiveSession;
  grading(): Promise<GradingOptions>;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  work(): ExerciseWork;
  keep(change: Partial<ExerciseWork>, why?: string): void;
  /** Has the cells above the exercise: those that haven't run do so first. */
  readonly cells: CellsPage;
  /** The panel now shows a universe. `canComeBack`: see `LiveSession.show`. */
  elsewhere(shown: ShownUniverse, canComeBack: boolean): void;
  say(text: string): void;
}

/** What is done with the exercise. */
export interface ExerciseActions {
  edit(file: string, text: string): void;
  /** Puts a text in the place of a file's, from outside the editor. */
  replace(file: string, text: string): void;
  /** Saves and runs the learner's controller in the cluster as it stands. */
  run(): Promise<void>;
  check(): Promise<void>;
  /** The learner may be about to check: the graders are made ready. */
  prepare(): void;
  stopCheck(): void;
  choose(seed: number): void;
  /** Shows the moment a universe broke. */
  openUniverse(seed: number): Promise<void>;
  /** Lives through one universe with these files, outside a check. @throws Error that says why it couldn't. */
  tryUniverse(files: ExerciseState['files'], universe: number): Promise<Verdict>;
  /** Shows the cluster that it leaves where these files fail. @throws Error that says why it can't be shown. */
  showUniverse(files: ExerciseState['files'], shown: ShownUniverse): Promise<void>;
  hint(): void;
  reset(): void;
  /** For the page: what was kept has been read. */
  opened(): void;
  restarted(): void;
  /** The session now is this one: brought back, rewound or another fork. */
  stands(log: SessionLog): void;
  heard(event: Extract<SessionEvent, { type: 'swapped' | 'problem' | 'log' }>): void;
  /** One of its files, or another, was saved in the container. */
  savedInside(saved: SavedInside): void;
  /** What to do with the text of the container. */
  decide(choice: 'theirs' | 'mine'): void;
  /** The session was brought back without this input. Words for it, when it was the learner's code. */
  recovered(input: InputRequest | undefined): string | undefined;
}

export function createExercise(data: ExerciseData): ExerciseState {
  const files = data.start;
  return {
    data,
    files,
    ran: { files, before: files, times: 0 },
    doing: { type: 'nothing' },
    message: '',
    log: [],
    runs: 'ours',
    generation: 0,
  };
}
