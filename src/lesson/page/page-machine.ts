/** A lesson's page as a state machine: what the learner, the runtime and other tabs do in, the new state and what is to be done out. */
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import type { CellFence } from '../cells/fence.ts';
import type { Step } from '../machine.ts';
import {
  changedInputs,
  createNotebook,
  type NotebookEffect,
  type NotebookEvent,
  type NotebookState,
  stepNotebook,
} from '../notebook.ts';
import { playgroundCells } from '../progress/playground-setup.ts';
import { answered, predicted, settled } from '../progress/tasks.ts';
import { emptyWork, hasTexts, keepWork, type LessonWork, withoutReports, type WorkState } from '../progress/work.ts';
import type { LessonPageData } from './data.ts';
import type { PageState } from './page-state.ts';
import { runtimeDisplay } from './runtime-display.ts';

export interface PageMachineState extends PageState {
  readonly data: LessonPageData;
  /** Of the lesson as it now is; see `lessonHash`. */
  readonly hash: string;
  /** What was done before the kept work and the kept session were back: they would be written over, or would write over it. */
  readonly waiting: readonly PageEvent[];
}

export type PageEvent =
  | { readonly type: 'notebook'; readonly event: NotebookEvent }
  | { readonly type: 'runtime'; readonly event: RuntimeEvent }
  /** What was kept of the lesson's work. */
  | { readonly type: 'read'; readonly found: WorkState }
  /** The kept session is back, or there is none. `because`: why it could not be. */
  | { readonly type: 'restored'; readonly because?: string }
  | { readonly type: 'predict'; readonly id: string; readonly choice: string }
  /** The cell that decides has run. */
  | { readonly type: 'settle'; readonly id: string }
  | { readonly type: 'answer'; readonly question: string; readonly answer: number; readonly right: boolean }
  /** `why`: what is written over becomes an earlier version. */
  | { readonly type: 'keep'; readonly change: Partial<LessonWork>; readonly why?: string | undefined }
  /** Work from elsewhere takes its place: another tab's, or an earlier version. */
  | { readonly type: 'take'; readonly work: LessonWork }
  /** What to do with work from before the lesson changed. */
  | { readonly type: 'decide'; readonly choice: 'keep' | 'reset' }
  /** The session now stands in another branch, with the notebook that belongs to it. */
  | { readonly type: 'moved'; readonly notebook: NotebookState }
  /** The panel shows a universe. `canComeBack`: the learner's own session waits as it was left. */
  | { readonly type: 'elsewhere'; readonly shown: NonNullable<PageState['elsewhere']>; readonly canComeBack: boolean }
  /** The learner's own session is shown again. */
  | { readonly type: 'came-back' }
  | { readonly type: 'notice' | 'trouble'; readonly line: string | undefined }
  /** Of consequence to nothing but what is shown. */
  | { readonly type: 'shown'; readonly change: Partial<PageState> }
  | { readonly type: 'edit-cell'; readonly cell: string | undefined; readonly line: number | undefined };

export type PageEffect =
  | Exclude<NotebookEffect, { type: 'say' }>
  | { readonly type: 'keep-work'; readonly work: LessonWork; readonly why?: string | undefined }
  /** The kept session is brought back, if there is one: `restored`. */
  | { readonly type: 'restore-session' }
  /** The exercise's files are others now. */
  | { readonly type: 'open-exercise' };

export type PageStep = Step<PageMachineState, PageEffect>;

export function createPage(data: LessonPageData, hash: string, runtime: string): PageMachineState {
  return {
    data,
    hash,
    waiting: [],
    phase: 'reading',
    notebook: createNotebook(data.cells),
    runtime: { state: runtime },
    work: emptyWork(hash),
    said: '',
  };
}

/** The cells of this work, as they stand. */
export const cellsOf = ({ data, work }: PageMachineState): readonly CellFence[] => playgroundCells(data.cells, work);

export function stepPage(state: PageMachineState, event: PageEvent): PageStep {
  if (hasToWait(state, event)) return only({ ...state, waiting: [...state.waiting, event] });
  switch (event.type) {
    case 'notebook':
      return notebook(state, event.event);
    case 'runtime':
      return only(heard(state, event.event));
    case 'read':
      return read(state, event.found);
    case 'restored':
      return restored(state, event.because);
    case 'predict':
      return keep(state, predicted(state.work, event.id, event.choice));
    case 'settle':
      return keep(state, settled(state.work, event.id));
    case 'answer':
      return keep(state, answered(state.work, event.question, event.answer, event.right));
    case 'keep':
      return keep(state, event.change, event.why);
    case 'take':
      return take(state, event.work);
    case 'decide':
      return decide(state, event.choice);
    case 'moved':
      return only({ ...state, notebook: event.notebook });
    case 'elsewhere': {
      const shown = withLine({ ...state, elsewhere: event.shown }, 'notice', undefined);
      if (event.canComeBack) return only(shown);
      const begun = stepNotebook(state.notebook, { type: 'restart' }).state;
      return only({ ...shown, notebook: { ...begun, restarting: false } });
    }
    case 'came-back':
      return only(withoutUniverse(state));
    case 'notice':
    case 'trouble':
      return only(withLine(state, event.type, event.line));
    case 'shown':
      return only({ ...state, ...event.change });
    case 'edit-cell': {
      const { editing: _, ...rest } = state;
      const { cell, line } = event;
      return only(cell === undefined ? rest : { ...rest, editing: { cell, ...(line !== undefined && { line }) } });
    }
  }
}

const only = (state: PageMachineState): PageStep => ({ state, effects: [] });
const then = ({ state, effects }: PageStep, step: (state: PageMachineState) => PageStep): PageStep => {
  const after = step(state);
  return { state: after.state, effects: [...effects, ...after.effects] };
};

/** A cell that ran before the kept session is back would begin another, or be taken for one of its own. */
function hasToWait({ phase }: PageState, event: PageEvent): boolean {
  if (event.type === 'predict' || event.type === 'answer') return phase === 'reading';
  return event.type === 'notebook' && event.event.type.startsWith('run') && phase !== 'ready';
}

/** What waited is done, or waits on. */
function doWaiting(step: PageStep): PageStep {
  const { waiting } = step.state;
  const begin: PageStep = { ...step, state: { ...step.state, waiting: [] } };
  return waiting.reduce((before, event) => then(before, (state) => stepPage(state, event)), begin);
}

function withoutUniverse({ elsewhere: _, ...rest }: PageMachineState): PageMachineState {
  return rest;
}

function withLine(state: PageMachineState, name: 'notice' | 'trouble', line: string | undefined): PageMachineState {
  const { [name]: _, ...rest } = state;
  return line === undefined ? rest : { ...rest, [name]: line };
}

function notebook(state: PageMachineState, event: NotebookEvent): PageStep {
  const { state: next, effects } = stepNotebook(state.notebook, event);
  const stepped = only({ ...state, notebook: next });
  const kept = event.type === 'edit' ? keep(stepped.state, { inputs: changedInputs(next) }) : stepped;
  return effects.reduce((before, effect) => then(before, (now) => ofNotebook(now, effect)), kept);
}

function ofNotebook(state: PageMachineState, effect: NotebookEffect): PageStep {
  switch (effect.type) {
    case 'run':
      return { state: withLine(state, 'notice', undefined), effects: [effect] };
    case 'interrupt':
      return { state, effects: [effect] };
    case 'restart':
      return { state: withLine({ ...withoutUniverse(state), swapped: [], savedInside: {} }, 'notice', undefined), effects: [effect] };
    case 'say':
      return only({ ...state, said: effect.text, ...(effect.seen && { notice: effect.text }) });
  }
}

function heard(state: PageMachineState, event: RuntimeEvent): PageMachineState {
  switch (event.type) {
    case 'view':
      return { ...state, view: event.view };
    case 'swapped':
      return { ...state, swapped: event.controllers };
    case 'inside':
      if (event.saved === undefined) return state;
      return { ...state, savedInside: { ...state.savedInside, [event.saved.path]: event.saved } };
    default: {
      const change = runtimeDisplay(event);
      return change === undefined ? state : { ...state, ...change };
    }
  }
}

function read(state: PageMachineState, found: WorkState): PageStep {
  const phase = 'restoring';
  const { hash } = state;
  let next: PageMachineState = { ...state, phase, work: found.work };
  if (found.type === 'outdated') {
    // Its texts and its report belong to another lesson: they wait for the learner's choice.
    const { files: _f, inputs: _i, ...rest } = withoutReports(found.work);
    next = { ...state, phase, outdated: found.work, work: { ...emptyWork(hash), ...rest, lessonHash: hash } };
  } else next = { ...next, notebook: createNotebook(cellsOf(next), found.work.inputs) };
  return doWaiting({ state: next, effects: [{ type: 'open-exercise' }, { type: 'restore-session' }] });
}

function restored(state: PageMachineState, because: string | undefined): PageStep {
  const ready: PageMachineState = { ...state, phase: 'ready' };
  return doWaiting(only(because === undefined ? ready : { ...ready, notice: because }));
}

function keep(state: PageMachineState, change: Partial<LessonWork>, why?: string): PageStep {
  const work = { ...state.work, ...change };
  const changed = { ...state, work };
  const arranged = change.bench === undefined ? only(changed) : arrange(changed);
  // Earlier work that the learner hasn't chosen about gives way to a text alone, and becomes a version then. The choice stays open.
  const isUndecided = state.outdated !== undefined && !hasTexts(state.work);
  if (isUndecided && !hasTexts(work)) return arranged;
  const because = isUndecided ? 'as it was before the lesson changed' : why;
  return { state: arranged.state, effects: [...arranged.effects, { type: 'keep-work', work, why: because }] };
}

function arrange(state: PageMachineState): PageStep {
  return notebook(state, { type: 'cells', cells: createNotebook(cellsOf(state), state.work.inputs).cells });
}

function take(state: PageMachineState, work: LessonWork): PageStep {
  const arranged = arrange({ ...state, work });
  let { notebook: next } = arranged.state;
  for (const { id, input, original } of next.cells) {
    const text = work.inputs[id] ?? original;
    if (text !== input) next = stepNotebook(next, { type: 'edit', id, input: text }).state;
  }
  // The editor begins anew: only where its text is another.
  const isSame = JSON.stringify(work.files) === JSON.stringify(state.work.files);
  const effects: readonly PageEffect[] = isSame ? [] : [{ type: 'open-exercise' }];
  return { state: { ...arranged.state, notebook: next }, effects: [...arranged.effects, ...effects] };
}

function decide(state: PageMachineState, choice: 'keep' | 'reset'): PageStep {
  const { outdated, ...rest } = state;
  if (outdated === undefined) return only(state);
  // With what was answered since the page was opened.
  const kept: LessonWork = { ...keepWork(state.work, state.hash), files: outdated.files, inputs: outdated.inputs };
  const work = choice === 'keep' ? kept : emptyWork(state.hash);
  return {
    state: { ...rest, work, notebook: createNotebook(state.data.cells, work.inputs) },
    effects: [{ type: 'keep-work', work, why: choice === 'keep' ? 'before the earlier text came back' : 'before starting over' }, { type: 'open-exercise' }],
  };
}
