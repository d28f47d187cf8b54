/** The exercise of a page as a state machine: what the learner and the session do in, the new state and what is to be done out. */
import type { StageResult } from '../universes/report.ts';
import type { SavedInside } from '../../runtimes/runtime.ts';
import type { InputRequest, Problem, SessionEvent, SessionLog } from '../../session/types.ts';
import type { Step } from '../machine.ts';
import { installedWords } from '../subjects/install.ts';
import type { ExerciseData } from './data.ts';
import { lastRunFiles } from './last-run-files.ts';
import { tr, trCount } from '../words/words.ts';

type Files = Readonly<Record<string, string>>;

export interface ExerciseState {
  readonly data: ExerciseData;
  /** As they stand in the editor. */
  readonly files: Files;
  /** What runs, or has run last, and what ran before that; how often the learner has run something. */
  readonly ran: { readonly files: Files; readonly before: Files; readonly times: number };
  /** `checking`: how its stages stand. */
  readonly doing:
    | { readonly type: 'nothing' }
    /** `above`: so many cells above run first. `passed`: because every universe converged, which is what it goes on saying. */
    | { readonly type: 'running'; readonly above?: number; readonly passed?: true }
    | { readonly type: 'checking'; readonly stages?: readonly StageResult[] };
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
  /** The edit that made the session hang: file and line. */
  readonly culprit?: Place;
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

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Why something could not be done, in words; `problem`: where in the code. */
export interface Failure {
  readonly words: string;
  readonly problem?: Problem;
}

/** The files are at work. `printed`, `exitCode`: of commands. */
interface SwappedIn {
  readonly type: 'swapped-in';
  /** Where the session's clock stands then. */
  readonly t: number;
  readonly printed?: string;
  readonly exitCode?: number;
}

export type ExerciseEvent =
  | { readonly type: 'edited'; readonly file: string; readonly text: string }
  /** The text was replaced from outside the editor. */
  | { readonly type: 'replaced'; readonly file: string; readonly text: string }
  | { readonly type: 'run' }
  /** Cells above the exercise run first. */
  | { readonly type: 'above'; readonly cells: number }
  | SwappedIn
  | ({ readonly type: 'refused' } & Failure)
  /** The session or the grader was lost on the way. */
  | { readonly type: 'lost'; readonly words: string }
  | { readonly type: 'check' }
  /** So many of a stage's universes, or of all where there are no stages. */
  | {
      readonly type: 'progress';
      readonly done: number;
      readonly universes: number;
      readonly failed: number;
      readonly stage?: string;
      readonly stages?: readonly StageResult[];
    }
  /** `chosen`: the first of its failing universes. `passed`: these files converged in every universe. */
  | { readonly type: 'checked'; readonly words: string; readonly chosen: number | undefined; readonly passed?: Files }
  | { readonly type: 'choose'; readonly seed: number }
  /** The session shows a failing universe, or can't (`words`). */
  | { readonly type: 'universe'; readonly words?: string }
  | { readonly type: 'reset' }
  /** What was kept has been read. */
  | { readonly type: 'opened'; readonly files: Files }
  | { readonly type: 'restarted' }
  /** The session is this one now: brought back, rewound or another fork. */
  | { readonly type: 'session'; readonly log: SessionLog }
  | { readonly type: 'heard'; readonly event: Extract<SessionEvent, { type: 'swapped' | 'problem' | 'log' }> }
  | { readonly type: 'saved-inside'; readonly saved: SavedInside }
  /** Which text is to stand here: the container's, or what stands here. */
  | { readonly type: 'decide'; readonly choice: 'theirs' | 'mine' }
  /** The session is back without the learner's edit, which hung. */
  | { readonly type: 'hung'; readonly culprit: Place };

export type ExerciseEffect =
  /** Writes the files into the session and runs what they export: `swapped-in`, `refused` or `lost`. */
  | { readonly type: 'run'; readonly files: Files }
  /**
   * Lets time pass from `t` until the cluster is quiet, as long as this is the last run: `ran.times`. `closing`: the code has passed, so it
   * goes on while a gap closes.
   */
  | { readonly type: 'pass-time'; readonly t: number; readonly run: number; readonly closing: boolean }
  | { readonly type: 'check'; readonly files: Files }
  /** Keeps the files that differ from the start. `why`: what is written over becomes an earlier version. */
  | { readonly type: 'keep'; readonly files: Files; readonly why?: string }
  /** Makes the graders ready when the learner pauses for long enough; `cancel`: not yet. */
  | { readonly type: 'prepare-in-pause' | 'cancel-prepare' }
  | { readonly type: 'say'; readonly text: string };

type ExerciseStep = Step<ExerciseState, ExerciseEffect>;

const linesLogged = 5;
/** Of what commands print. */
const linesPrinted = 40;
const nothing = { type: 'nothing' } as const;

export function stepExercise(state: ExerciseState, event: ExerciseEvent): ExerciseStep {
  switch (event.type) {
    case 'edited':
      if (state.files[event.file] === event.text) return only(state);
      return keep(cleared(state, { files: { ...state.files, [event.file]: event.text } }), { type: 'prepare-in-pause' });
    case 'replaced':
      return keep(replaced(cleared(state), { ...state.files, [event.file]: event.text }));
    case 'run':
      return run(state);
    case 'above':
      return above(state, event.cells);
    case 'swapped-in':
      return swapped(state, event);
    case 'refused':
      return tell(state, event.words, { doing: nothing, ...(event.problem && { problem: event.problem }) });
    case 'lost':
      // What made the session hang has been said already.
      return state.culprit === undefined ? tell(state, event.words, { doing: nothing }) : only(state);
    case 'check':
      return check(state);
    case 'progress': {
      const { done, universes, failed, stage, stages } = event;
      const count = tr(failed > 0 ? '{part} of {whole} universes, {failed} failed' : '{part} of {whole} universes', { part: done, whole: universes, failed });
      const words = stage === undefined ? count : `${tr(stage)}: ${count}`;
      return only({ ...state, doing: { type: 'checking', ...(stages && { stages }) }, message: words });
    }
    case 'checked':
      return checked(state, event);
    case 'choose':
      return only({ ...state, chosen: event.seed });
    case 'universe':
      return event.words === undefined ? only(cleared(state, { log: [] })) : tell(state, event.words);
    case 'reset':
      return keep(replaced(cleared(settled(state), { message: tr('The exercise is as it was at first.') }), state.data.start));
    case 'opened':
      return only(replaced(cleared(state), { ...state.data.start, ...event.files }));
    case 'restarted': {
      const message = state.runs === 'yours' ? tr('Ours runs again. Run puts yours in its place.') : '';
      return only(cleared(state, { runs: 'ours', log: [], message }));
    }
    case 'session': {
      const files = lastRunFiles(event.log, state.data.controller, state.data.start);
      return only({ ...state, ran: { ...state.ran, files, before: files } });
    }
    case 'heard':
      return heard(state, event.event);
    case 'saved-inside':
      return savedInside(state, event.saved);
    case 'decide':
      if (state.theirs !== undefined && event.choice === 'theirs') return take(state, state.theirs.file, state.theirs.text);
      return tell(settled(state), tr('Run writes this text into the container, too.'));
    case 'hung':
      return only({ ...state, message: hungWords(event.culprit), culprit: event.culprit, runs: 'ours', doing: nothing });
  }
}

/** Where the learner's edit may be to blame for a session that came back without this input; undefined: nowhere. */
export function findHangCause({ data, ran }: ExerciseState, input: InputRequest | undefined): Place | undefined {
  // Nothing was changed since it last ran, as when a session is brought back: then no line is to blame.
  return input?.type === 'swap' && input.controller === data.controller ? firstChange(ran.before, ran.files) : undefined;
}

export const hungWords = ({ line }: Place): string =>
  tr('Your edit of line {line} ran without end. The session is back as it was before it.', { line });

/** "ReferenceError: x is not defined (index.ts:3). Declare it." */
export function placed({ title, file, line, hint }: Problem): string {
  const where = line === undefined ? '' : ` (${file === undefined ? tr('line {line}', { line }) : `${file}:${line}`})`;
  return `${title}${where}${hint === '' ? '' : `. ${hint}`}`;
}

const only = (state: ExerciseState): ExerciseStep => ({ state, effects: [] });

/** What was wrong with the code before is no longer shown. */
function cleared({ problem: _p, culprit: _c, ...rest }: ExerciseState, fields: Partial<ExerciseState> = {}): ExerciseState {
  return { ...rest, ...fields };
}

/** The container's text isn't offered any more. */
function settled({ theirs: _, ...rest }: ExerciseState): ExerciseState {
  return rest;
}

const replaced = (state: ExerciseState, files: Files): ExerciseState => ({ ...state, files, generation: state.generation + 1 });

function tell(state: ExerciseState, message: string, fields: Partial<ExerciseState> = {}): ExerciseStep {
  return { state: cleared(state, { message, ...fields }), effects: [{ type: 'say', text: message }] };
}

function keep(state: ExerciseState, ...effects: readonly ExerciseEffect[]): ExerciseStep {
  return { state, effects: [{ type: 'keep', files: changedFiles(state) }, ...effects] };
}

function changedFiles({ files, data }: ExerciseState): Files {
  return Object.fromEntries(Object.entries(files).filter(([path, text]) => data.start[path] !== text));
}

function run(state: ExerciseState): ExerciseStep {
  if (state.doing.type !== 'nothing') return only(state);
  const { files, ran } = state;
  return {
    state: {
      ...cleared(settled(state), { doing: { type: 'running' }, message: '', log: [] }),
      ran: { files, before: files === ran.files ? ran.before : ran.files, times: ran.times + 1 },
    },
    effects: [{ type: 'cancel-prepare' }, { type: 'run', files }],
  };
}

function above(state: ExerciseState, cells: number): ExerciseStep {
  if (state.doing.type !== 'running') return only(state);
  const doing = { ...state.doing, above: cells };
  if (doing.passed) return only({ ...state, doing });
  return tell(state, trCount(cells, { one: 'The cell above runs first.', other: 'The {count} cells above run first.' }), { doing });
}

function swapped(state: ExerciseState, { t, printed = '', exitCode = 0 }: SwappedIn): ExerciseStep {
  const { doing, ran } = state;
  const isRunning = doing.type === 'running';
  const installed = exitCode === 0 ? tr(installedWords(state.data)) : tr('The last of your commands failed, with exit code {code}. What they printed stands below.', { code: exitCode });
  const log = printed === '' ? state.log : printed.split('\n').map((text) => ({ t, text })).slice(-linesPrinted);
  const words = isRunning && doing.above !== undefined ? `${tr('The cells above ran first.')} ${installed}` : installed;
  const closing = isRunning && doing.passed === true;
  const message = closing ? state.message : words;
  return {
    state: cleared(state, { doing: nothing, runs: 'yours', message, log }),
    effects: [
      { type: 'say', text: message },
      { type: 'prepare-in-pause' },
      { type: 'pass-time', t, run: ran.times, closing },
    ],
  };
}

/** What has passed runs in the cluster at once, where the exercise has run before: the gap closes there, too. */
function checked(state: ExerciseState, event: ExerciseEvent & { type: 'checked' }): ExerciseStep {
  const { chosen: _, ...rest } = state;
  const told = tell(rest, event.words, { doing: nothing, ...(event.chosen !== undefined && { chosen: event.chosen }) });
  const { passed } = event;
  if (passed === undefined || passed !== state.files) return told;
  if (state.runs === 'yours' ? state.ran.files === passed : state.ran.times === 0) return told;
  const begun = run(told.state);
  return {
    state: { ...begun.state, message: event.words, doing: { type: 'running', passed: true } },
    effects: [...told.effects, ...begun.effects],
  };
}

function check(state: ExerciseState): ExerciseStep {
  if (state.doing.type !== 'nothing') return only(state);
  return {
    state: cleared(state, {
      doing: { type: 'checking' },
      message: tr('{part} of {whole} universes', { part: 0, whole: state.data.universes }),
    }),
    effects: [{ type: 'cancel-prepare' }, { type: 'check', files: state.files }],
  };
}

function heard(state: ExerciseState, event: (ExerciseEvent & { type: 'heard' })['event']): ExerciseStep {
  const { controller } = state.data;
  if (event.type === 'swapped') return only({ ...state, runs: event.controllers.includes(controller) ? 'yours' : 'ours' });
  if (event.controller !== controller) return only(state);
  if (event.type === 'problem') return tell(state, placed(event.problem), { problem: event.problem });
  const lines = event.text.split('\n').map((text) => ({ t: event.t, text }));
  return only({ ...state, log: [...state.log, ...lines].slice(-linesLogged) });
}

function savedInside(state: ExerciseState, { path: file, text, before }: SavedInside): ExerciseStep {
  const mine = state.files[file];
  if (mine === undefined || mine === text) return only(state);
  if (text === null) return tell(state, tr('{file} was removed in the container. Run puts it back.', { file }));
  if (mine === before) return take(state, file, text);
  return tell(state, tr('{file} was saved in the container with another text than this one.', { file }), { theirs: { file, text } });
}

/** The container's text stands here from now on. */
function take(state: ExerciseState, file: string, text: string): ExerciseStep {
  const words = tr('{file} stands here as it was saved in the container. Run runs it.', { file });
  const { state: taken, effects } = tell(replaced(settled(state), { ...state.files, [file]: text }), words);
  // Any program in there can save a file: what stood here can be had back.
  const kept: ExerciseEffect = { type: 'keep', files: changedFiles(taken), why: 'before the container saved it' };
  return { state: taken, effects: [...effects, kept] };
}

/** Where two sets of files first differ. */
function firstChange(before: Files, after: Files): Place | undefined {
  for (const [file, text] of Object.entries(after)) {
    if (before[file] === text) continue;
    const was = (before[file] ?? '').split('\n');
    const lines = text.split('\n');
    const first = lines.findIndex((line, index) => line !== was[index]);
    return { file, line: first < 0 ? lines.length : first + 1 };
  }
  return undefined;
}
