/** Carries out what `exercise-machine.ts` decides: runs the learner's files in the cluster, checks them in universes. */
import { exerciseKey } from '../exercise-names.ts';
import { createMachine } from '../machine.ts';
import { installOf, subjectOf } from '../subjects/install.ts';
import type { Grading } from '../universes/grading.ts';
import { runCellsAbove } from './cells-above.ts';
import { closeMeasuredGap } from './close-gap.ts';
import {
  findHangCause,
  type ExerciseEffect,
  type ExerciseState,
  hungWords,
  placed,
  stepExercise,
} from './exercise-machine.ts';
import type { Exercise, ExerciseActions, ExerciseParts } from './exercise-parts.ts';
import type { LiveSession } from './live-session.ts';
import type { WritableStore } from './store.ts';
import { trSaid } from '../words/said.ts';

/** A learner who pauses so long in writing may be about to check. */
const pauseMs = 1_000;
/** A minute of the cluster's time, at most, after what was saved runs. */
const pieceMs = 5_000;
const pieces = 12;

export function createExerciseActions(parts: ExerciseParts, store: WritableStore<ExerciseState>): ExerciseActions {
  const { data } = parts;
  const exercise: Exercise = createMachine(store.value, stepExercise, perform, store.set);
  const graders = createGraders(parts, exercise);
  /** What `run` and `check` wait for. */
  let underWay = Promise.resolve();

  function perform(effect: ExerciseEffect): void {
    switch (effect.type) {
      case 'run':
        underWay = runFiles(parts, exercise, effect.files);
        break;
      case 'pass-time':
        underWay = passTime(parts.session, effect, () => exercise.state.ran.times === effect.run).catch(lost);
        break;
      case 'check':
        underWay = graders.check(effect.files).catch(lost);
        break;
      case 'keep':
        parts.keep({ files: effect.files }, effect.why);
        break;
      case 'prepare-in-pause':
        graders.prepareInPause();
        break;
      case 'cancel-prepare':
        graders.cancelPrepare();
        break;
      case 'say':
        parts.say(effect.text);
        break;
    }
  }
  const lost = (error: unknown): void => exercise.send({ type: 'lost', words: sentence(error) });

  return {
    ...eventsOf(exercise),
    async run() {
      if (subjectOf(data) === 'diagnosis') return;
      exercise.send({ type: 'run' });
      await underWay;
      // The time that passes behind it.
      await underWay;
    },
    async check() {
      exercise.send({ type: 'check' });
      await underWay;
    },
    prepare: graders.prepare,
    stopCheck: graders.stop,
    openUniverse: async (seed) => (await import('./exercise-check.ts')).openUniverse(parts, exercise, seed),
    tryUniverse: async (files, universe) => (await import('./one-universe.ts')).tryUniverse(parts, files, universe),
    showUniverse: async (files, shown) => (await import('./one-universe.ts')).showUniverse(parts, files, shown),
    hint() {
      const { hints } = parts.work();
      if (hints < data.hints) parts.keep({ hints: hints + 1 });
    },
    opened: () => exercise.send({ type: 'opened', files: parts.work().files }),
    recovered(input) {
      const culprit = findHangCause(exercise.state, input);
      if (culprit !== undefined) exercise.send({ type: 'hung', culprit });
      return culprit && hungWords(culprit);
    },
  };
}

type EventName = 'edit' | 'replace' | 'choose' | 'reset' | 'restarted' | 'stands' | 'heard' | 'savedInside' | 'decide';

/** What only informs the exercise. */
function eventsOf({ send }: Exercise): Pick<ExerciseActions, EventName> {
  return {
    edit: (file, text) => send({ type: 'edited', file, text }),
    replace: (file, text) => send({ type: 'replaced', file, text }),
    choose: (seed) => send({ type: 'choose', seed }),
    reset: () => send({ type: 'reset' }),
    restarted: () => send({ type: 'restarted' }),
    stands: (log) => send({ type: 'session', log }),
    heard: (event) => send({ type: 'heard', event }),
    savedInside: (saved) => send({ type: 'saved-inside', saved }),
    decide: (choice) => send({ type: 'decide', choice }),
  };
}

/** Writes the files into the session and puts them to work: swaps the controller, applies the manifest, or runs the commands. */
async function runFiles({ session, data, cells: above }: ExerciseParts, exercise: Exercise, files: ExerciseState['files']): Promise<void> {
  try {
    const words = await runCellsAbove(data.above, above, (cells) => exercise.send({ type: 'above', cells }));
    if (words !== undefined) return exercise.send({ type: 'refused', words });
    for (const [path, text] of Object.entries(files)) {
      const { outputs } = await session.run({ type: 'edit', path, text });
      const refused = outputs.find((output) => output.type === 'error');
      if (refused !== undefined) return exercise.send({ type: 'refused', words: placed(refused) });
    }
    const { outputs, exitCode, to } = await session.run(installOf(data, files));
    const problem = outputs.find((output) => output.type === 'error');
    const isScript = subjectOf(data) === 'commands';
    const printed = outputs.map((output) => (output.type === 'stderr' || (isScript && 'text' in output) ? output.text : '')).join('').trim();
    if (problem !== undefined) exercise.send({ type: 'refused', words: placed(problem), problem });
    else if (isScript) exercise.send({ type: 'swapped-in', t: to.t, printed, exitCode });
    else if (exitCode !== 0) exercise.send({ type: 'refused', words: printed });
    else exercise.send({ type: 'swapped-in', t: to.t });
  } catch (error) {
    exercise.send({ type: 'lost', words: sentence(error) });
  }
}

/** Until the cluster is quiet, in pieces: another run meanwhile doesn't wait for the last of them. */
async function passTime(session: LiveSession, { t: start, closing }: { readonly t: number; readonly closing: boolean }, isWanted: () => boolean): Promise<void> {
  let from = start;
  for (let piece = 0; piece < pieces && isWanted(); piece += 1) {
    const { t } = await session.control({ type: 'quiet', limitMs: pieceMs });
    if (t - from < pieceMs) break;
    from = t;
  }
  if (closing) await closeMeasuredGap(session, isWanted);
}

/** The graders of this exercise: made ready in a pause, running a check, stopped. */
function createGraders(parts: ExerciseParts, exercise: Exercise) {
  let cancelPrepare = (): void => {};
  let grading: Grading | undefined;

  function prepare(): void {
    cancelPrepare();
    parts.grading().then(({ warm }) => {
      // The graders there are may be at work by now.
      if (exercise.state.doing.type === 'nothing') warm?.({ lesson: exerciseKey(parts.slug, parts.data.name), files: parts.data.start });
    }, () => undefined);
  }

  return {
    prepare,
    cancelPrepare: () => cancelPrepare(),
    prepareInPause() {
      cancelPrepare();
      cancelPrepare = parts.after(pauseMs, prepare);
    },
    stop: () => grading?.stop(),
    async check(files: ExerciseState['files']): Promise<void> {
      const [options, { startCheck, finishCheck }] = await Promise.all([parts.grading(), import('./exercise-check.ts')]);
      grading = startCheck(parts, exercise, files, options);
      try {
        await finishCheck(parts, exercise, files, await grading.end);
      } finally {
        grading = undefined;
      }
    },
  };
}

const sentence = (error: unknown): string => trSaid(error instanceof Error ? error.message : String(error));
