/** What of a learner's work waits to be written, and what is known of the storage: a state machine without I/O; `autosave.ts` carries out its effects. */
import type { LessonWork } from './work.ts';

/** Work that is to be kept; `why`: what is written over becomes an earlier version. */
export interface Change {
  readonly work: LessonWork;
  readonly why: string | undefined;
}

/** What a page that went away had not written yet, and what it had begun with. */
export interface UnloadBackup {
  readonly work: LessonWork;
  readonly base: LessonWork;
}

export interface AutosaveState {
  /** As it was last seen in the storage. */
  readonly base: LessonWork;
  /** To be written next. */
  readonly waiting: Change | undefined;
  /** On its way into the storage. */
  readonly writing: Change | undefined;
  readonly timer: 'off' | 'running';
}

export type AutosaveEvent =
  /** What was stored when the page began. */
  | { readonly type: 'opened'; readonly work: LessonWork }
  | { readonly type: 'changed'; readonly change: Change }
  /** It is time to write: the timer has run out, or the page requests it. */
  | { readonly type: 'due' }
  /** The write before is over: what waits is written now. */
  | { readonly type: 'write-began' }
  /** `work`: what is stored, together with what other tabs have written. `merge`: puts further work together with it. */
  | { readonly type: 'written'; readonly work: LessonWork; merge(base: LessonWork, theirs: LessonWork, mine: LessonWork): LessonWork }
  | { readonly type: 'refused' }
  | { readonly type: 'write-ended' }
  /** Other tabs have stored this. */
  | { readonly type: 'others-read'; readonly work: LessonWork }
  /** The page goes away. */
  | { readonly type: 'left' };

export type AutosaveEffect =
  | { readonly do: 'start-timer' | 'stop-timer' }
  /** Writes what waits, after the writes before: two at once would take each other for another tab. */
  | { readonly do: 'write' }
  | { readonly do: 'publish'; readonly work: LessonWork }
  /** Keeps this where it survives the page, before the page is gone. */
  | { readonly do: 'back-up'; readonly backup: UnloadBackup }
  | { readonly do: 'forget-backup' };

export interface AutosaveStep {
  readonly state: AutosaveState;
  readonly effects: readonly AutosaveEffect[];
}

export const beginAutosave = (base: LessonWork): AutosaveState => ({ base, waiting: undefined, writing: undefined, timer: 'off' });

export function stepAutosave(state: AutosaveState, event: AutosaveEvent): AutosaveStep {
  switch (event.type) {
    case 'opened':
      return { state: { ...state, base: event.work }, effects: [] };
    case 'changed':
      return onChanged(state, event.change);
    case 'due':
      return onDue(state);
    case 'write-began':
      return { state: { ...state, writing: state.waiting, waiting: undefined }, effects: [] };
    case 'written':
      return onWritten(state, event);
    case 'refused':
      // It goes with the next change, or with the page.
      return { state: { ...state, waiting: withLater(state.writing, state.waiting) }, effects: [] };
    case 'write-ended':
      return { state: { ...state, writing: undefined }, effects: state.waiting === undefined ? [{ do: 'forget-backup' }] : [] };
    case 'others-read':
      return onOthersRead(state, event.work);
    case 'left': {
      const work = (state.waiting ?? state.writing)?.work;
      const step = onDue(state);
      const backUp: readonly AutosaveEffect[] = work === undefined ? [] : [{ do: 'back-up', backup: { work, base: state.base } }];
      return { state: step.state, effects: [...backUp, ...step.effects] };
    }
  }
}

function onChanged(state: AutosaveState, { work, why }: Change): AutosaveStep {
  const next: AutosaveState = { ...state, waiting: { work, why: state.waiting?.why ?? why }, timer: 'running' };
  return { state: next, effects: state.timer === 'off' ? [{ do: 'start-timer' }] : [] };
}

function onDue(state: AutosaveState): AutosaveStep {
  const stop: readonly AutosaveEffect[] = state.timer === 'running' ? [{ do: 'stop-timer' }] : [];
  return { state: { ...state, timer: 'off' }, effects: [...stop, { do: 'write' }] };
}

/** A change that could not be written, with what came after it. */
function withLater(change: Change | undefined, later: Change | undefined): Change | undefined {
  return change === undefined || later === undefined ? (later ?? change) : { work: later.work, why: later.why ?? change.why };
}

function onWritten(state: AutosaveState, { work, merge }: Extract<AutosaveEvent, { readonly type: 'written' }>): AutosaveStep {
  const { writing, waiting } = state;
  const next = { ...state, base: work };
  if (writing === undefined || work === writing.work) return { state: next, effects: [] };
  if (waiting === undefined) return { state: next, effects: [{ do: 'publish', work }] };
  // What was changed while this was written doesn't know yet what came in.
  const together = merge(writing.work, work, waiting.work);
  return { state: { ...next, waiting: { ...waiting, work: together } }, effects: [{ do: 'publish', work: together }] };
}

function onOthersRead(state: AutosaveState, work: LessonWork): AutosaveStep {
  // What waits is merged when it is written.
  const isBusy = state.waiting !== undefined || state.writing !== undefined;
  if (isBusy || isSame(work, state.base)) return { state, effects: [] };
  return { state: { ...state, base: work }, effects: [{ do: 'publish', work }] };
}

const isSame = (a: LessonWork, b: LessonWork): boolean => JSON.stringify(a) === JSON.stringify(b);
