/** Carries out what `page-machine.ts` decides: runs cells in the session, keeps work, hands on what the runtime says. */
import type { KeptBranches, Runtime, RuntimeEvent } from '../../runtimes/runtime.ts';
import type { SessionLog } from '../../session/types.ts';
import { cellInput, cellResult, lessonLog } from '../cells/run-cell.ts';
import { createMachine, type Machine } from '../machine.ts';
import { type Autosave, createAutosave } from '../progress/autosave.ts';
import { changeOfExercise, exerciseWork } from '../progress/exercise-work.ts';
import type { Storage } from '../progress/storage.ts';
import { codeKey } from '../progress/keys.ts';
import type { GradingOptions } from '../universes/grading.ts';
import { type BranchNotebooks, createBranchNotebooks } from './branch-notebooks.ts';
import { exercisesOf, type LessonPageData, startOf } from './data.ts';
import { createExercisePage, type ExercisePage } from './exercise-page.ts';
import type { ExerciseActions } from './exercise-parts.ts';
import { createLiveSession, type LiveSession } from './live-session.ts';
import { cellsOf, createPage, type PageEffect, type PageEvent, type PageMachineState, stepPage } from './page-machine.ts';
import { createPlayback, type Playback } from './playback.ts';
import type { Motion } from './playback-parts.ts';
import { createSessionAutosave, type SessionAutosave } from './session-autosave.ts';
import { createStore, type Store } from './store.ts';
import { createTimeTravel } from './time-travel.ts';
import type { TimeTravel } from './travel-state.ts';
import { tr } from '../words/words.ts';

export interface LessonPageParts {
  readonly data: LessonPageData;
  readonly runtime: Runtime;
  readonly storage: Storage;
  grading(): Promise<GradingOptions>;
  /** How the page moves by itself; absent: it doesn't. */
  motion?(): Promise<Motion>;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Milliseconds since the epoch. */
  nowMs?(): number;
}

/** The parts of a page, connected. */
export interface WiredPage {
  readonly parts: LessonPageParts;
  readonly page: Machine<PageMachineState, PageEvent>;
  readonly store: Store<PageMachineState>;
  readonly autosave: Autosave;
  readonly session: LiveSession;
  readonly sessionAutosave: SessionAutosave;
  readonly notebooks: BranchNotebooks;
  readonly travel: TimeTravel;
  readonly playback: Playback;
  /** The first before the others. */
  readonly exercises: readonly ExercisePage[];
}

export function wirePage(parts: LessonPageParts, hash: string): WiredPage {
  const { data, runtime, storage, after, nowMs } = parts;
  const store = createStore(createPage(data, hash, runtime.state.state));
  const page: WiredPage['page'] = createMachine(store.value, stepPage, (effect) => perform(wired, effect), store.set);
  const autosave = createAutosave({
    storage,
    lesson: data.slug,
    hash,
    after,
    ...(nowMs === undefined ? {} : { nowMs }),
    merged: (work) => page.send({ type: 'take', work }),
    trouble: (line) => page.send({ type: 'trouble', line }),
  });
  const session = createLiveSession(runtime, () => {
    const { work } = page.state;
    return lessonLog({ ...data, ...work.bench }, { ...startOf(data), ...work.files });
  }, () => page.send({ type: 'came-back' }));
  const notebooks = createBranchNotebooks();
  const say = (said: string): void => page.send({ type: 'shown', change: { said } });
  const all = exercisesOf(data);
  const exercises = all.map((own) =>
    createExercisePage({
      slug: data.slug,
      data: own,
      session,
      grading: parts.grading,
      after,
      work: () => exerciseWork(page.state.work, own, all),
      keep: (change, why) => page.send({ type: 'keep', change: changeOfExercise(page.state.work, own, change, all), why }),
      cells: { page: store, send: page.send },
      elsewhere(shown, canComeBack) {
        if (!canComeBack) notebooks.forget();
        page.send({ type: 'elsewhere', shown, canComeBack });
      },
      say,
    }),
  );
  const travel = wireTimeTravel(runtime, { page, notebooks, exercises }, say);
  const wired: WiredPage = {
    parts,
    page,
    store,
    autosave,
    session,
    sessionAutosave: wireSessionAutosave(parts, hash, { page, autosave, session, exercises }),
    notebooks,
    travel,
    playback: createPlayback({
      ...(parts.motion && { motion: parts.motion }),
      seek: (at) => runtime.time.seek(at),
      travel,
      now: () => page.state.view,
    }),
    exercises,
  };
  return wired;
}

function wireSessionAutosave(
  { data, runtime, storage, after }: LessonPageParts,
  hash: string,
  { page, autosave, session, exercises }: Pick<WiredPage, 'page' | 'autosave' | 'session' | 'exercises'>,
): SessionAutosave {
  return createSessionAutosave({
    place: { storage, lesson: data.slug, lessonHash: hash, ...(data.free && { empty: true }) },
    fences: () => cellsOf(page.state),
    session,
    runtime,
    kept: (): Promise<KeptBranches> => runtime.time.kept(),
    known: () => runtime.known?.(),
    after,
    notebook: (event) => page.send({ type: 'notebook', event }),
    stands: (log: SessionLog) => inAll(exercises, (actions) => actions.stands(log)),
    notice: (line) => page.send({ type: 'notice', line }),
    refused: (error) => autosave.refused(error),
  });
}

function wireTimeTravel(
  runtime: Runtime,
  { page, notebooks, exercises }: Pick<WiredPage, 'page' | 'notebooks' | 'exercises'>,
  say: (text: string) => void,
): TimeTravel {
  return createTimeTravel({
    runtime,
    now: () => page.state.view,
    hindered: () => (page.state.notebook.queue.length > 0 ? tr('A cell is running: interrupt it, or wait for it.') : undefined),
    moved(standing, act, left) {
      // The notebook is that of the learner's own session, also while the panel shows a universe.
      if (page.state.elsewhere === undefined)
        page.send({ type: 'moved', notebook: notebooks.moved(page.state.notebook, standing, act, left) });
      page.send({ type: 'notice', line: standing.words === '' ? undefined : standing.words });
      inAll(exercises, (actions) => actions.stands(standing.log));
    },
    say,
  });
}

function perform(wired: WiredPage, effect: PageEffect): void {
  const { page, autosave, session, notebooks, playback, exercises } = wired;
  switch (effect.type) {
    case 'run':
      void runCell(wired, effect.id, effect.input);
      break;
    case 'interrupt':
      session.interrupt();
      break;
    case 'restart':
      notebooks.forget();
      playback.lost();
      void restart(wired);
      inAll(exercises, (actions) => actions.restarted());
      break;
    case 'keep-work':
      autosave.keep(effect.work, effect.why);
      break;
    case 'open-exercise':
      for (const exercise of exercises) exercise.opened();
      break;
    case 'restore-session':
      wired.sessionAutosave.restore().then(
        () => page.send({ type: 'restored' }),
        (error: unknown) => page.send({ type: 'restored', because: sentence(error) }),
      );
      break;
  }
}

async function runCell({ page, session, travel, playback }: WiredPage, id: string, input: string): Promise<void> {
  const cells = cellsOf(page.state);
  const cell = cells.find((each) => each.id === id);
  if (cell === undefined) return;
  travel.look(undefined);
  playback.began();
  const send = (event: (PageEvent & { type: 'notebook' })['event']): void => page.send({ type: 'notebook', event });
  try {
    const result = await session.run(cellInput(cell, cells, input));
    const view = await session.view();
    const { output, foot } = cellResult(result, view);
    for (const piece of output) send({ type: 'output', id, output: piece });
    send({ type: 'finished', id, foot, ok: result.outputs.every(({ type }) => type !== 'error') });
    playback.finished(id, foot, view, page.state.notebook.queue.length > 0);
  } catch (error) {
    playback.lost();
    send({ type: 'lost', reason: sentence(error) });
    page.send({ type: 'notice', line: sentence(error) });
  }
}

/** A session that begins anew runs what was saved of its code before. */
async function restart({ page, session, sessionAutosave, parts }: WiredPage): Promise<void> {
  try {
    await session.restart();
    // The first view of the new session may come later than whoever waits for the restart goes on.
    sessionAutosave.keep();
    const stored = await parts.storage.get(codeKey(parts.data.slug)).catch(() => undefined);
    if (stored !== undefined) {
      const { reapplySwaps } = await import('./reapply-swaps.ts');
      page.send({ type: 'notice', line: await reapplySwaps(stored, session.run) });
    }
  } catch (error) {
    page.send({ type: 'notebook', event: { type: 'lost', reason: sentence(error) } });
  } finally {
    page.send({ type: 'notebook', event: { type: 'restarted' } });
  }
}

/** Each exercise does this when it can. */
function inAll(exercises: WiredPage['exercises'], action: (actions: ExerciseActions) => void): void {
  for (const exercise of exercises) void exercise.act(action);
}

/** Hands on what the runtime says: to the page, and to the part it concerns. */
export function hear({ page, sessionAutosave, travel, exercises }: WiredPage, event: RuntimeEvent): void {
  page.send({ type: 'runtime', event });
  switch (event.type) {
    case 'view':
      sessionAutosave.keep();
      break;
    case 'recovered':
      void tellRecovered(page, exercises, event);
      break;
    case 'swapped':
    case 'problem':
    case 'log':
      inAll(exercises, (actions) => actions.heard(event));
      break;
    case 'branches':
      travel.heard(event.branches, event.current);
      break;
    case 'inside':
      if (event.saved !== undefined) {
        const { saved } = event;
        inAll(exercises, (actions) => actions.savedInside(saved));
      }
      break;
  }
}

/** The learner's own code may be what made the session hang. */
async function tellRecovered(
  page: WiredPage['page'],
  exercises: WiredPage['exercises'],
  { input, because }: Extract<RuntimeEvent, { type: 'recovered' }>,
): Promise<void> {
  const words = await Promise.all(exercises.map((exercise) => exercise.act((actions) => actions.recovered(input))));
  const notice = words.find((each) => each !== undefined) ?? tr(because);
  page.send({ type: 'shown', change: { notice, said: notice } });
}

export const sentence = (error: unknown): string => tr(error instanceof Error ? error.message : String(error));
