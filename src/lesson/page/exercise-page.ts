/** The exercise's part of a page: the learner's files, running them in the cluster, checking them in universes. */
import type { SavedInside } from '../../runtimes/runtime.ts';
import type { InputRequest, Problem, SessionEvent, SessionLog } from '../../session/types.ts';
import type { LessonWork } from '../progress/work.ts';
import type { GradeEnd, Grading, GradingOptions } from '../universes/grading.ts';
import type { Failed, Verdict } from '../universes/types.ts';
import type { ExerciseData } from './data.ts';
import { lastRunFiles } from './last-run-files.ts';
import type { LiveSession } from './live-session.ts';
import { createStore, type Store } from './store.ts';

export interface ExerciseState {
  /** As they stand in the editor. */
  readonly files: Readonly<Record<string, string>>;
  /** `checking`: how far it is. */
  readonly doing:
    | { readonly type: 'nothing' | 'running' }
    | { readonly type: 'checking'; readonly done: number; readonly failed: number };
  /** One line under the buttons. */
  readonly message: string;
  /** Where the code can't be run, or has thrown: shown in the editor. */
  readonly problem?: Problem;
  /** The last lines the learner's controller has logged, oldest first. */
  readonly log: readonly LoggedLine[];
  /** Whose controller runs in the cluster. */
  readonly runs: 'ours' | 'yours';
  /** The failing universe whose words are shown. */
  readonly chosen?: number;
  /** The edit that never gave the turn back: file and line. */
  readonly culprit?: { readonly file: string; readonly line: number };
  /** Saved in the container while another text stood here: the learner chooses. */
  readonly theirs?: { readonly file: string; readonly text: string };
  /** Raised when the texts were replaced from outside the editor. */
  readonly generation: number;
}

export interface LoggedLine {
  /** Milliseconds since the session's start. */
  readonly t: number;
  readonly text: string;
}

export interface ExercisePage extends Store<ExerciseState> {
  readonly data: ExerciseData;
  edit(file: string, text: string): void;
  /** Puts a text in the place of a file's, from outside the editor. */
  replace(file: string, text: string): void;
  /** Saves and runs the learner's controller in the cluster as it stands. */
  run(): Promise<void>;
  check(): Promise<void>;
  /** Somebody is about to check: what grades is made ready. */
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

export interface ExerciseParts {
  readonly slug: string;
  readonly data: ExerciseData;
  readonly session: LiveSession;
  grading(): Promise<GradingOptions>;
  /** Runs after so many real milliseconds; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  work(): LessonWork;
  keep(change: Partial<LessonWork>, why?: string): void;
  /** The session now stands in another universe. */
  elsewhere(notice: string): void;
  say(text: string): void;
}

const logKept = 5;
/** How often a check says how far it is. */
const progressSteps = 20;
/** Who pauses so long in writing may be about to check. */
const pauseMs = 1_000;
/** A minute of the cluster's time, at most, after what was saved runs. */
const pieceMs = 5_000;
const pieces = 12;

const swapped = 'Yours runs in the cluster now. Run cells again, or let time run in the pane, to see what it does.';

export function createExercisePage(parts: ExerciseParts): ExercisePage {
  const { data, session } = parts;
  const store = createStore<ExerciseState>({
    files: data.start,
    doing: { type: 'nothing' },
    message: '',
    log: [],
    runs: 'ours',
    generation: 0,
  });
  /** What runs, or has run last, and what ran before that. */
  let ranFiles: Readonly<Record<string, string>> = data.start;
  let earlierFiles: Readonly<Record<string, string>> = data.start;
  let checking: Grading | undefined;
  /** So often has it been run. */
  let runs = 0;
  let forgetPause = (): void => {};

  function clear(fields: Partial<ExerciseState>): void {
    const { problem: _p, culprit: _c, ...rest } = store.value;
    store.set({ ...rest, ...fields });
  }
  function tell(message: string, fields: Partial<ExerciseState> = {}): void {
    clear({ message, ...fields });
    parts.say(message);
  }
  /** The container's text isn't offered any more. */
  function withdraw(): ExerciseState['theirs'] {
    const { theirs, ...rest } = store.value;
    store.set(rest);
    return theirs;
  }
  function take(file: string, text: string): void {
    withdraw();
    const { files, generation } = store.value;
    const change = { files: { ...files, [file]: text }, generation: generation + 1 };
    tell(`${file} stands here as it was saved in the container. Run runs it.`, change);
    // Any program in there can save a file: what stood here can be had back.
    keepFiles('before the container saved it');
  }
  function keepFiles(why?: string): void {
    const changed = Object.entries(store.value.files).filter(([path, text]) => data.start[path] !== text);
    parts.keep({ files: Object.fromEntries(changed) }, why);
  }

  function prepare(): void {
    forgetPause();
    parts.grading().then(({ warm }) => {
      // The graders there are may be at work by now.
      if (store.value.doing.type === 'nothing') warm?.(parts.slug);
    }, () => undefined);
  }
  function prepareInPause(): void {
    forgetPause();
    forgetPause = parts.after(pauseMs, prepare);
  }

  async function run(): Promise<void> {
    if (store.value.doing.type !== 'nothing') return;
    // What runs first is what was asked for.
    forgetPause();
    runs += 1;
    const { files } = store.value;
    if (files !== ranFiles) earlierFiles = ranFiles;
    ranFiles = files;
    withdraw();
    clear({ doing: { type: 'running' }, message: '', log: [] });
    try {
      for (const [path, text] of Object.entries(files)) {
        const refused = (await session.run({ type: 'edit', path, text })).outputs.find((output) => output.type === 'error');
        if (refused !== undefined) return tell(placed(refused), { doing: { type: 'nothing' } });
      }
      const { outputs, to } = await session.run({ type: 'swap', controller: data.controller, entry: data.entry });
      const problem = outputs.find((output) => output.type === 'error');
      if (problem !== undefined) return tell(placed(problem), { doing: { type: 'nothing' }, problem });
      clear({ doing: { type: 'nothing' }, runs: 'yours', message: swapped });
      parts.say(swapped);
      prepareInPause();
      await untilQuiet(to.t);
    } catch (error) {
      if (store.value.culprit === undefined)
        tell(error instanceof Error ? error.message : String(error), { doing: { type: 'nothing' } });
    }
  }

  /** In pieces: who saves again meanwhile doesn't wait for the last of them. */
  async function untilQuiet(start: number): Promise<void> {
    const mine = runs;
    let from = start;
    for (let piece = 0; piece < pieces && mine === runs; piece += 1) {
      const { t } = await session.control({ type: 'quiet', limitMs: pieceMs });
      if (t - from < pieceMs) return;
      from = t;
    }
  }

  async function check(): Promise<void> {
    if (store.value.doing.type !== 'nothing') return;
    forgetPause();
    const { files } = store.value;
    clear({ doing: { type: 'checking', done: 0, failed: 0 }, message: `0 of ${data.universes} universes` });
    try {
      const [options, { grade }] = await Promise.all([parts.grading(), import('../universes/grading.ts')]);
      checking = grade({ lesson: parts.slug, files }, data.universes, options, progress);
      await finish(await checking.end, files);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), { doing: { type: 'nothing' } });
    } finally {
      checking = undefined;
    }
  }

  /** Told in steps: to draw it takes from the cores that the universes run on. */
  function progress(verdicts: readonly Verdict[]): void {
    const step = Math.ceil(data.universes / progressSteps);
    if (verdicts.length % step !== 0 && verdicts.length !== 1) return;
    const failed = verdicts.filter(({ ok }) => !ok).length;
    const words = `${verdicts.length} of ${data.universes} universes${failed > 0 ? `, ${failed} failed` : ''}`;
    store.patch({ doing: { type: 'checking', done: verdicts.length, failed }, message: words });
  }

  async function finish(end: GradeEnd, files: Readonly<Record<string, string>>): Promise<void> {
    if (end.type === 'unfit') return tell(placed(end.problem), { doing: { type: 'nothing' }, problem: end.problem });
    if (end.type === 'broken')
      return tell(`The check could not be done: ${end.message}`, { doing: { type: 'nothing' } });
    const { headline, reportOf } = await import('../universes/report.ts');
    const report = reportOf(end.verdicts.map(withoutFiles), data.universes);
    const passed = report.passed === data.universes;
    parts.keep({ report: { report, files }, ...(passed ? { passed: true } : {}) });
    const { chosen: _, ...rest } = store.value;
    store.set(rest);
    const first = report.groups[0]?.failures[0]?.seed;
    tell(`${headline(report)}.`, { doing: { type: 'nothing' }, ...(first === undefined ? {} : { chosen: first }) });
  }

  function logged({ t, text }: LoggedLine): void {
    const lines = text.split('\n').map((line) => ({ t, text: line }));
    store.patch({ log: [...store.value.log, ...lines].slice(-logKept) });
  }

  function failure(seed: number): Failed | undefined {
    return parts
      .work()
      .report?.report.groups.flatMap(({ failures }) => failures)
      .find((each) => each.seed === seed);
  }

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    data,
    edit(file, text) {
      if (store.value.files[file] === text) return;
      clear({ files: { ...store.value.files, [file]: text } });
      keepFiles();
      prepareInPause();
    },
    replace(file, text) {
      clear({ files: { ...store.value.files, [file]: text }, generation: store.value.generation + 1 });
      keepFiles();
    },
    run,
    check,
    prepare,
    stopCheck: () => checking?.stop(),
    choose: (seed) => store.patch({ chosen: seed }),
    async openUniverse(seed) {
      const failed = failure(seed);
      const files = parts.work().report?.files;
      if (failed?.log === undefined || files === undefined)
        return tell(`Universe ${seed} has left nothing to show: it never answered.`);
      clear({ log: [] });
      await session.show({ ...failed.log, files });
      parts.elsewhere(
        `Universe ${seed}, ${failed.scenario}, at t = ${(failed.at / 1000).toFixed(3)} s. Restart brings the lesson back.`,
      );
      parts.say(`The cluster shows universe ${seed} at the moment it broke.`);
    },
    hint() {
      const { hints } = parts.work();
      if (hints < data.hints) parts.keep({ hints: hints + 1 });
    },
    reset() {
      withdraw();
      clear({
        files: data.start,
        message: 'The exercise is as it was at first.',
        generation: store.value.generation + 1,
      });
      keepFiles();
    },
    opened() {
      clear({ files: { ...data.start, ...parts.work().files }, generation: store.value.generation + 1 });
    },
    restarted: () =>
      clear({
        runs: 'ours',
        log: [],
        message: store.value.runs === 'yours' ? 'Ours runs again. Run puts yours in its place.' : '',
      }),
    stands(log) {
      ranFiles = lastRunFiles(log, data.controller, data.start);
      earlierFiles = ranFiles;
    },
    heard(event) {
      if (event.type === 'log') {
        if (event.controller === data.controller) logged(event);
      } else if (event.type === 'swapped')
        store.patch({ runs: event.controllers.includes(data.controller) ? 'yours' : 'ours' });
      else if (event.controller === data.controller) tell(placed(event.problem), { problem: event.problem });
    },
    savedInside({ path: file, text, before }) {
      const mine = store.value.files[file];
      if (mine === undefined || mine === text) return;
      if (text === null) tell(`${file} was removed in the container. Run puts it back.`);
      else if (mine === before) take(file, text);
      else tell(`${file} was saved in the container, and isn’t what stands here.`, { theirs: { file, text } });
    },
    decide(choice) {
      const theirs = withdraw();
      if (theirs !== undefined && choice === 'theirs') take(theirs.file, theirs.text);
      else tell('Run puts what stands here into the container, too.');
    },
    recovered(input) {
      if (input?.type !== 'swap') return undefined;
      const culprit = input.controller === data.controller ? firstChange(earlierFiles, ranFiles) : undefined;
      // Nothing was changed since it last ran, as when a session is brought back: then no line is to blame.
      if (culprit === undefined) return undefined;
      const words = `Your edit of line ${culprit.line} never gave the turn back. The session is back as it was before it.`;
      store.set({ ...store.value, message: words, culprit, runs: 'ours', doing: { type: 'nothing' } });
      return words;
    },
  };
}

/** Where two sets of files first differ. */
function firstChange(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  for (const [file, text] of Object.entries(after)) {
    if (before[file] === text) continue;
    const was = (before[file] ?? '').split('\n');
    const lines = text.split('\n');
    const first = lines.findIndex((line, index) => line !== was[index]);
    return { file, line: first < 0 ? lines.length : first + 1 };
  }
  return undefined;
}

function placed({ title, file, line, hint }: Problem): string {
  const where = line === undefined ? '' : ` (${file === undefined ? 'line ' : `${file}:`}${line})`;
  return `${title}${where}${hint === '' ? '' : `. ${hint}`}`;
}

/** A universe's files are the checked ones: they are kept once. */
function withoutFiles(verdict: Verdict): Verdict {
  return verdict.ok || verdict.log === undefined ? verdict : { ...verdict, log: { ...verdict.log, files: {} } };
}
