/** Everything a lesson's page does once its script runs: one for the page, shared by its islands. */
import type { PlaceName } from '../../runtimes/place.ts';
import type { Control, KeptBranches } from '../../runtimes/runtime.ts';
import type { OpenTerminal } from '../../runtimes/terminal.ts';
import type { Inspect } from '../../session/inspections.ts';
import type { InputRequest, InputResult } from '../../session/types.ts';
import type { TabId } from '../../viz/tab-ids.ts';
import type { WhySubject } from '../../viz/trace-model.ts';
import { originalCode } from '../cells/run-cell.ts';
import type { NotebookEvent } from '../notebook.ts';
import type { Autosave } from '../progress/autosave.ts';
import type { Storage } from '../progress/storage.ts';
import { type LessonWork, lessonHash } from '../progress/work.ts';
import { type LessonPageData, startOf } from './data.ts';
import type { ExercisePage } from './exercise-page.ts';
import type { PageState } from './page-state.ts';
import { hear, type LessonPageParts, sentence, type WiredPage, wirePage } from './page-wiring.ts';
import type { Playback } from './playback.ts';
import { type Store, until } from './store.ts';
import type { TimeTravel } from './travel-state.ts';
import { tr } from '../words/words.ts';

export interface LessonPage extends Store<PageState> {
  readonly data: LessonPageData;
  /** The first exercise. */
  readonly exercise: ExercisePage | undefined;
  /** All, the first before the others. */
  readonly exercises: readonly ExercisePage[];
  readonly travel: TimeTravel;
  readonly playback: Playback;
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
  /** This object was chosen in the pane: `Pod/web-7k2xq`. */
  choose(object: string): void;
  /** Does something to the session, now: for parts of the page that are loaded late. */
  input(request: InputRequest): Promise<InputResult>;
  notebook(event: NotebookEvent): void;
  /** A new cluster, with no cell run; done when it stands. */
  restart(): Promise<void>;
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
  /** From a universe back to the learner's own session. */
  back(): void;
  /** The session and its forks as they now stand; undefined until it has begun. */
  kept(): Promise<KeptBranches | undefined>;
  /** Puts this in place of the lesson's work; what was there is kept as a version, `why`. */
  replace(work: LessonWork, why: string): Promise<void>;
  /** Takes in what other tabs have done. */
  refresh(): void;
  refused: Autosave['refused'];
  /** Stores what isn't stored yet of the learner's work and of the session. */
  flush(): Promise<void>;
  /** The page goes away, or may: what isn’t down yet is kept before this returns. */
  leave(): void;
}

export function createLessonPage(parts: LessonPageParts): LessonPage {
  const { data, runtime, storage } = parts;
  const cells = data.free ? {} : Object.fromEntries(data.cells.map((cell) => [cell.id, originalCode(cell)]));
  const hash = lessonHash(startOf(data), cells);
  const wired = wirePage(parts, hash);
  const { page, store, session, exercises, travel, playback } = wired;
  runtime.on((event) => hear(wired, event));
  void wired.autosave.open().then((found) => page.send({ type: 'read', found }));

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    data,
    hash,
    storage,
    exercise: exercises[0],
    exercises,
    travel,
    playback,
    inspect: runtime.inspect,
    terminal: async (name) => (await import('./terminals.ts')).openTerminal({ runtime, session, storage }, name),
    ...viewing(wired),
    ...inSession(wired),
    ...keeping(wired),
  };
}

type Viewing = 'why' | 'source' | 'show' | 'choose' | 'edit' | 'say';

/** What is to be shown. */
function viewing({ page, parts }: WiredPage): Pick<LessonPage, Viewing> {
  const shown = (change: Partial<PageState>): void => page.send({ type: 'shown', change });
  const start = startOf(parts.data);
  return {
    why: (why) => shown({ asked: { tab: 'trace', why } }),
    source: (file, line) =>
      shown({ sourced: { file, line }, ...(start[file] === undefined ? { asked: { tab: 'code' } } : {}) }),
    show: (tab, code) => shown({ asked: { tab, ...(code === undefined ? {} : { code }) } }),
    choose: (object) => shown({ chosen: { object } }),
    edit: (cell, line) => page.send({ type: 'edit-cell', cell, line }),
    say: (said) => shown({ said }),
  };
}

type InSession = 'back' | 'input' | 'notebook' | 'restart' | 'control' | 'command' | 'choosePlace' | 'kept';

/** What is done to the session. */
function inSession({ page, store, session, travel, parts: { runtime } }: WiredPage): Pick<LessonPage, InSession> {
  const failed = (error: unknown): void => page.send({ type: 'notice', line: sentence(error) });
  return {
    input: session.run,
    notebook: (event) => page.send({ type: 'notebook', event }),
    restart() {
      page.send({ type: 'notebook', event: { type: 'restart' } });
      return until(store, ({ notebook }) => !notebook.restarting);
    },
    control(control) {
      if (control.type !== 'visible' && control.type !== 'speed') travel.look(undefined);
      session.control(control).catch(failed);
    },
    command(text) {
      session.runShown({ type: 'command', text }).catch(failed);
    },
    back() {
      travel.look(undefined);
      session.back().then(() => page.send({ type: 'shown', change: { said: tr('Your session is back.') } }), failed);
    },
    choosePlace: (name) => runtime.choose?.(name),
    kept: async () => (session.place === 'none' ? undefined : runtime.time.kept()),
  };
}

type Keeping = 'predict' | 'settle' | 'answer' | 'decide' | 'keep' | 'replace' | 'refresh' | 'refused' | 'flush' | 'leave';

/** What is kept of the learner's work. */
function keeping({ page, autosave, sessionAutosave }: WiredPage): Pick<LessonPage, Keeping> {
  return {
    predict: (id, choice) => page.send({ type: 'predict', id, choice }),
    settle: (id) => page.send({ type: 'settle', id }),
    answer: (question, answer, right) => page.send({ type: 'answer', question, answer, right }),
    async decide(choice) {
      // What was typed before the choice becomes a version of its own.
      await autosave.flush();
      page.send({ type: 'decide', choice });
    },
    keep: (change, why) => page.send({ type: 'keep', change, why }),
    async replace(work, why) {
      page.send({ type: 'take', work });
      autosave.keep(work, why);
      await autosave.flush();
    },
    refresh: () => void autosave.refresh(),
    refused: (error) => autosave.refused(error),
    async flush() {
      await autosave.flush();
      await sessionAutosave.flush();
    },
    leave() {
      for (const each of [autosave, sessionAutosave]) each.leave();
    },
  };
}
