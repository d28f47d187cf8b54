/** Everything a lesson's page does once its script runs: one for the page, shared by its islands. */
import type { Place, PlaceName } from '../../runtimes/place.ts';
import type { Control, KeptBranches, Looked, Runtime, RuntimeEvent, SavedInside } from '../../runtimes/runtime.ts';
import type { Inspect } from '../../session/inspections.ts';
import type { OpenTerminal } from '../../runtimes/terminal.ts';
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { TabId } from '../../viz/tab-ids.ts';
import type { WhySubject } from '../../viz/trace-model.ts';
import type { CellFence } from '../cells/fence.ts';
import { cellInput, cellResult, lessonLog } from '../cells/run-cell.ts';
import {
  changedInputs,
  createNotebook,
  type NotebookEffect,
  type NotebookEvent,
  type NotebookState,
  stepNotebook,
} from '../notebook.ts';
import { createAutosave, type Autosave, type Storage } from '../progress/autosave.ts';
import { codeKey } from '../progress/keys.ts';
import { playgroundCells } from '../progress/playground-setup.ts';
import { answered, predicted, settled } from '../progress/tasks.ts';
import { emptyWork, keepWork, type LessonWork, lessonHash } from '../progress/work.ts';
import type { GradingOptions } from '../universes/grading.ts';
import { createBranchNotebooks } from './branch-notebooks.ts';
import type { LessonPageData } from './data.ts';
import { createExercisePage, type ExercisePage } from './exercise-page.ts';
import { createLiveSession } from './live-session.ts';
import { createSessionAutosave } from './session-autosave.ts';
import { runtimeDisplay } from './runtime-display.ts';
import { createStore, type Store } from './store.ts';
import { createTerminals } from './terminals.ts';
import { createTimeTravel, type TimeTravel } from './time-travel.ts';

export interface PageState {
  readonly notebook: NotebookState;
  /** As the cluster stands; undefined until the session has begun. */
  readonly view?: ClusterView;
  readonly runtime: { readonly state: string; readonly reason?: string };
  /** Where the session runs, and why not elsewhere; undefined until that is known. */
  readonly place?: Place;
  /** One line in the pane's head. */
  readonly notice?: string;
  /** Why nothing is kept in this browser; absent while it is. */
  readonly trouble?: string;
  readonly work: LessonWork;
  /** Work from before the lesson changed: the learner chooses what becomes of it. */
  readonly outdated?: LessonWork;
  /** What was kept has been read. */
  readonly opened: boolean;
  /** For the polite status line. */
  readonly said: string;
  /** The cell whose text is being edited; `line`: where the cursor is to stand. */
  readonly editing?: { readonly cell: string; readonly line?: number };
  /** The pane’s view that was asked for last: a new object each time. */
  readonly asked?: { readonly tab: TabId; readonly why?: WhySubject; readonly code?: string };
  /** The line of the workspace that is to be shown: a new object each time. */
  readonly sourced?: { readonly file: string; readonly line: number };
  /** Controllers that run code of the workspace: a new list whenever that, or the session, has changed. */
  readonly swapped?: readonly string[];
  /** Files as they were saved last in the container’s shell: a new object for each time. */
  readonly savedInside?: Readonly<Record<string, SavedInside>>;
  /** The watch expression that never came to an end: a new object each time. */
  readonly endless?: Looked;
}

export interface LessonPage extends Store<PageState> {
  readonly data: LessonPageData;
  readonly exercise: ExercisePage | undefined;
  readonly travel: TimeTravel;
  readonly inspect: Inspect;
  /** A terminal by its name. The session begins with it. */
  readonly terminal: OpenTerminal;
  /** Where what is done here is kept. */
  readonly storage: Storage;
  /** Shows why: the pane’s trace, on this subject. */
  why(subject: WhySubject): void;
  /** Shows a line of the workspace: in the exercise, or else in the pane’s editor. */
  source(file: string, line: number): void;
  /** Shows one of the pane’s views; `code`: with this built-in controller open in its editor. */
  show(tab: TabId, code?: string): void;
  /** Does something to the session, now: for parts of the page that are loaded late. */
  input(request: InputRequest): Promise<InputResult>;
  notebook(event: NotebookEvent): void;
  /** Opens a cell's editor, at a line if one is given; undefined: no cell is edited any more. */
  edit(cell: string | undefined, line?: number): void;
  /** In the polite status line. */
  say(text: string): void;
  control(control: Control): void;
  /** Runs a line in the session's shell, now, such as the pane's "Delete". */
  command(text: string): void;
  /** Where the session is to run, from now on. */
  choosePlace(name: PlaceName): void;
  predict(id: string, choice: string): void;
  /** The cell that decides has run. */
  settle(id: string): void;
  answer(question: string, answer: number, right: boolean): void;
  /** What to do with work from before the lesson changed. */
  decide(choice: 'keep' | 'reset'): void;
  /** Changes what is kept. `why`: what is written over becomes an earlier version. */
  keep(change: Partial<LessonWork>, why?: string): void;
  /** Of the lesson as it now is; see `lessonHash`. */
  readonly hash: string;
  /** The session and its forks as they now stand; undefined until it has begun. */
  kept(): Promise<KeptBranches | undefined>;
  /** Puts this in place of the lesson's work; what was there is kept as a version, `why`. */
  replace(work: LessonWork, why: string): Promise<void>;
  /** Takes in what other tabs have done. */
  refresh(): void;
  refused: Autosave['refused'];
  flush: Autosave['flush'];
  /** The page goes away, or may: what isn’t down yet is kept before this returns. */
  leave(): void;
}

export interface LessonPageParts {
  readonly data: LessonPageData;
  readonly runtime: Runtime;
  readonly storage: Storage;
  grading(): Promise<GradingOptions>;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Milliseconds since the epoch. */
  nowMs?(): number;
}

export function createLessonPage(parts: LessonPageParts): LessonPage {
  const { data, runtime } = parts;
  const start = data.exercise?.start ?? {};
  const hash = lessonHash(start, data.free ? {} : Object.fromEntries(data.cells.map(({ id, code }) => [id, code])));
  const store = createStore<PageState>({
    notebook: createNotebook(data.cells),
    runtime: { state: runtime.state.state },
    work: emptyWork(hash),
    opened: false,
    said: '',
  });
  const autosave = createAutosave({
    ...{ storage: parts.storage, lesson: data.slug, hash },
    after: parts.after,
    ...(parts.nowMs === undefined ? {} : { nowMs: parts.nowMs }),
    merged: take,
    trouble: (line) => setNotice(line, 'trouble'),
  });
  const files = () => ({ ...start, ...store.value.work.files });
  const fences = (work = store.value.work): readonly CellFence[] => playgroundCells(data.cells, work);
  const session = createLiveSession(runtime, () => lessonLog({ ...data, ...store.value.work.bench }, files()));
  const keeping = createSessionAutosave({
    ...{ fences, session, runtime, notebook, notice: setNotice, after: parts.after, refused: autosave.refused },
    place: { storage: parts.storage, lesson: data.slug, lessonHash: hash, ...(data.free && { empty: true }) },
    ...{ kept: () => runtime.time.kept(), known: () => runtime.known?.(), stands: (log: SessionLog) => exercise?.stands(log) },
  });
  const notebooks = createBranchNotebooks();
  const travel = createTimeTravel({
    runtime,
    now: () => store.value.view,
    hindered: () =>
      store.value.notebook.queue.length > 0 ? 'A cell is running: interrupt it, or wait for it.' : undefined,
    moved(standing, act, left) {
      store.patch({ notebook: notebooks.moved(store.value.notebook, standing, act, left) });
      setNotice(standing.words === '' ? undefined : standing.words);
      exercise?.stands(standing.log);
    },
    say: (said) => store.patch({ said }),
  });

  function setNotice(line: string | undefined, name: 'notice' | 'trouble' = 'notice'): void {
    const { [name]: _, ...rest } = store.value;
    store.set(line === undefined ? rest : { ...rest, [name]: line });
  }
  function keep(change: Partial<LessonWork>, why?: string): void {
    const work = { ...store.value.work, ...change };
    store.patch({ work });
    if (change.bench !== undefined) arrange(work);
    // Until the learner has chosen what becomes of earlier work, it isn't written over.
    if (store.value.outdated === undefined) autosave.keep(work, why);
  }

  /** What is done before the kept work has been read would be written over by it. */
  const waiting: (() => void)[] = [];
  let restoring = Promise.resolve();
  function onceOpened(run: () => void): void {
    if (store.value.opened) run();
    else waiting.push(run);
  }

  function notebook(event: NotebookEvent): void {
    const { state, effects } = stepNotebook(store.value.notebook, event);
    store.patch({ notebook: state });
    if (event.type === 'edit') keep({ inputs: changedInputs(state) });
    for (const effect of effects) perform(effect);
  }

  function perform(effect: NotebookEffect): void {
    switch (effect.type) {
      case 'run':
        void runCell(effect.id, effect.input);
        break;
      case 'interrupt':
        session.interrupt();
        break;
      case 'restart':
        notebooks.forget();
        store.patch({ swapped: [], savedInside: {} });
        setNotice(undefined);
        void session.restart().then(again).then(
          () => notebook({ type: 'restarted' }),
          (error: unknown) => notebook({ type: 'lost', reason: sentence(error) }),
        );
        exercise?.restarted();
        break;
      case 'say':
        store.patch({ said: effect.text, ...(effect.seen && { notice: effect.text }) });
        break;
    }
  }

  /** What was saved of the session's code runs again. */
  async function again(): Promise<void> {
    const stored = await parts.storage.get(codeKey(data.slug)).catch(() => undefined);
    if (stored !== undefined) setNotice(await (await import('./reapply-swaps.ts')).reapplySwaps(stored, session.run));
  }

  async function runCell(id: string, input: string): Promise<void> {
    const fence = fences().find((cell) => cell.id === id);
    if (fence === undefined) return;
    setNotice(undefined);
    travel.look(undefined);
    try {
      const result = await session.run(cellInput(fence, fences(), input));
      const { output, foot } = cellResult(result, await session.view());
      for (const piece of output) notebook({ type: 'output', id, output: piece });
      notebook({ type: 'finished', id, foot, ok: result.outputs.every(({ type }) => type !== 'error') });
    } catch (error) {
      notebook({ type: 'lost', reason: sentence(error) });
      setNotice(sentence(error));
    }
  }

  /** The cells of this work, as they stand. */
  const arrange = (work: LessonWork): void => notebook({ type: 'cells', cells: createNotebook(fences(work), work.inputs).cells });

  /** Shows work that comes from elsewhere: another tab, an earlier version. */
  function take(work: LessonWork): void {
    arrange(work);
    let { notebook: state } = store.value;
    for (const { id, input, original } of state.cells) {
      const text = work.inputs[id] ?? original;
      if (text !== input) state = stepNotebook(state, { type: 'edit', id, input: text }).state;
    }
    const texts = JSON.stringify(store.value.work.files);
    store.patch({ work, notebook: state });
    // The editor begins anew: only where its text is another.
    if (JSON.stringify(work.files) !== texts) exercise?.opened();
  }

  function onEvent(event: RuntimeEvent): void {
    const shown = runtimeDisplay(event);
    if (shown !== undefined) store.patch(shown);
    switch (event.type) {
      case 'view':
        store.patch({ view: event.view });
        keeping.keep();
        break;
      case 'recovered': {
        const notice = exercise?.recovered(event.input) ?? event.because;
        store.patch({ notice, said: notice });
        break;
      }
      case 'swapped':
        store.patch({ swapped: event.controllers });
        exercise?.heard(event);
        break;
      case 'problem':
      case 'log':
        exercise?.heard(event);
        break;
      case 'branches':
        travel.heard(event.branches, event.current);
        break;
      case 'inside':
        if (event.saved === undefined) break;
        store.patch({ savedInside: { ...store.value.savedInside, [event.saved.path]: event.saved } });
        exercise?.savedInside(event.saved);
        break;
    }
  }

  const exercise =
    data.exercise &&
    createExercisePage({
      slug: data.slug,
      data: data.exercise,
      session,
      grading: parts.grading,
      after: parts.after,
      work: () => store.value.work,
      keep,
      elsewhere(words) {
        const { state } = stepNotebook(store.value.notebook, { type: 'restart' });
        notebooks.forget();
        store.patch({ notebook: { ...state, restarting: false } });
        setNotice(words);
      },
      say: (said) => store.patch({ said }),
    });

  runtime.on(onEvent);
  void autosave.open().then((opened) => {
    if (opened.type === 'outdated') {
      const { files: _f, inputs: _i, report: _r, ...rest } = opened.work;
      store.patch({ outdated: opened.work, work: { ...emptyWork(hash), ...rest, lessonHash: hash }, opened: true });
    } else {
      store.patch({ work: opened.work, opened: true, notebook: createNotebook(fences(opened.work), opened.work.inputs) });
    }
    exercise?.opened();
    restoring = keeping.restore().catch((error: unknown) => setNotice(sentence(error)));
    for (const run of waiting) run();
  });

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    data,
    exercise,
    travel,
    inspect: runtime.inspect,
    terminal: createTerminals({ runtime, session, storage: parts.storage }),
    storage: parts.storage,
    why: (why) => store.patch({ asked: { tab: 'trace', why } }),
    source: (file, line) =>
      store.patch({ sourced: { file, line }, ...(start[file] === undefined ? { asked: { tab: 'code' } } : {}) }),
    show: (tab, code) => store.patch({ asked: { tab, ...(code === undefined ? {} : { code }) } }),
    input: session.run,
    // A cell that ran before the kept session is back would begin another, or be taken for one of its own.
    notebook: (event) => (event.type.startsWith('run') ? onceOpened(() => void restoring.then(() => notebook(event))) : notebook(event)),
    edit(cell, line) {
      const { editing: _, ...rest } = store.value;
      store.set(cell === undefined ? rest : { ...rest, editing: { cell, ...(line === undefined ? {} : { line }) } });
    },
    say: (said) => store.patch({ said }),
    control(control) {
      if (control.type !== 'visible' && control.type !== 'speed') travel.look(undefined);
      session.control(control).catch((error: unknown) => setNotice(sentence(error)));
    },
    command(text) {
      session.run({ type: 'command', text }).catch((error: unknown) => setNotice(sentence(error)));
    },
    choosePlace: (name) => runtime.choose?.(name),
    predict: (id, choice) => onceOpened(() => keep(predicted(store.value.work, id, choice))),
    settle: (id) => keep(settled(store.value.work, id)),
    answer: (question, answer, right) => onceOpened(() => keep(answered(store.value.work, question, answer, right))),
    decide(choice) {
      const { outdated, ...rest } = store.value;
      if (outdated === undefined) return;
      const work = choice === 'keep' ? keepWork(outdated, hash) : emptyWork(hash);
      store.set({ ...rest, work, notebook: createNotebook(data.cells, work.inputs) });
      autosave.keep(work);
      exercise?.opened();
    },
    leave() {
      for (const each of [autosave, keeping]) each.leave();
    },
    ...{ hash, keep, flush: autosave.flush, refused: autosave.refused },
    kept: async () => (session.place === 'none' ? undefined : runtime.time.kept()),
    async replace(work, why) {
      take(work);
      autosave.keep(work, why);
      await autosave.flush();
    },
    refresh: () => void autosave.refresh(),
  };
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
