/** The exercise's part of a page, as the rest of the page knows it. What carries it out is loaded when the exercise is first seen or used. */
import type { SavedInside } from '../../runtimes/runtime.ts';
import type { InputRequest, SessionEvent, SessionLog } from '../../session/types.ts';
import type { ExerciseData } from './data.ts';
import type { ExerciseState } from './exercise-machine.ts';
import { createExercise, type ExerciseParts } from './exercise-parts.ts';
import { createStore, type Store } from './store.ts';

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

export interface ExercisePage extends Store<ExerciseState> {
  readonly data: ExerciseData;
  /** Does one thing after the other, also while what does it is still on its way; undefined where it doesn't come. */
  act<T>(action: (actions: ExerciseActions) => T | Promise<T>): Promise<T | undefined>;
  /** For the page: what was kept has been read. */
  opened(): void;
}

export function createExercisePage(parts: ExerciseParts): ExercisePage {
  const { data } = parts;
  const store = createStore(createExercise(data));
  let loading: Promise<ExerciseActions | undefined> | undefined;
  let loaded: ExerciseActions | undefined;
  let isOpened = false;

  function load(): NonNullable<typeof loading> {
    loading ??= import('./exercise-actions.ts').then(
      ({ createExerciseActions }) => {
        loaded = createExerciseActions(parts, store);
        if (isOpened) loaded.opened();
        return loaded;
      },
      () => {
        loading = undefined;
        parts.say('The exercise could not be loaded. Are you online?');
        return undefined;
      },
    );
    return loading;
  }

  const page: ExercisePage = {
    get value() {
      return store.value;
    },
    subscribe(listener) {
      void load();
      return store.subscribe(listener);
    },
    data,
    async act(action) {
      const actions = loaded ?? (await load());
      return actions && action(actions);
    },
    opened() {
      isOpened = true;
      const isBegun = Object.keys(parts.work().files).length > 0;
      if (isBegun || loading !== undefined) void page.act((actions) => actions.opened());
    },
  };
  return page;
}
