/** The exercise's part of a page, as the rest of the page knows it. What carries it out is loaded when the exercise is first seen or used. */
import type { ExerciseData } from './data.ts';
import type { ExerciseState } from './exercise-machine.ts';
import { createExercise, type ExerciseActions, type ExerciseParts } from './exercise-parts.ts';
import { createStore, type Store } from './store.ts';
import { tr } from '../words/words.ts';

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
        parts.say(tr('The exercise could not be loaded. Are you online?'));
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
