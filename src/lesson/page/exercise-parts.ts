/** What an exercise of a page is made of. */
import type { Machine } from '../machine.ts';
import type { LessonWork } from '../progress/work.ts';
import type { GradingOptions } from '../universes/grading.ts';
import type { ExerciseData } from './data.ts';
import type { ExerciseEvent, ExerciseState } from './exercise-machine.ts';
import type { LiveSession } from './live-session.ts';

export type Exercise = Machine<ExerciseState, ExerciseEvent>;

export interface ExerciseParts {
  readonly slug: string;
  readonly data: ExerciseData;
  readonly session: LiveSession;
  grading(): Promise<GradingOptions>;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  work(): LessonWork;
  keep(change: Partial<LessonWork>, why?: string): void;
  /** Runs the cells above the exercise that haven't run; `begun` says how many. Resolves with words when one of them doesn't end well. */
  runAbove(begun: (cells: number) => void): Promise<string | undefined>;
  /** The panel now shows a universe. `canComeBack`: see `LiveSession.show`. */
  elsewhere(shown: { readonly universe: number; readonly words: string }, canComeBack: boolean): void;
  say(text: string): void;
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
