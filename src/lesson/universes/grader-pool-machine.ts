/**
 * Which graders there are, which of them wait, and what those do meanwhile: a state machine without I/O; `grader-pool.ts` carries out its
 * effects. Graders are numbered from 1 on, in the order in which they were opened.
 */
import type { FromGrader, GradeJob } from './grader-protocol.ts';

export interface PooledGrader {
  readonly id: number;
  /** `starting`: it hasn't said hello. `rehearsing`: it lives through a universe that isn't graded. */
  readonly activity: 'starting' | 'ready' | 'rehearsing';
  /** Answers it owes: to what was requested of it, and its hello. One that broke owes them for ever. */
  readonly owes: number;
  /** Universes it has lived through, or lives through now. */
  readonly lived: number;
}

export interface GraderPoolState {
  /** All that run, by number. */
  readonly graders: ReadonlyMap<number, PooledGrader>;
  /** Numbers of those that wait; the last one is employed next. */
  readonly idle: readonly number[];
  /** Of what the graders that wait rehearse universes. */
  readonly job: GradeJob | undefined;
  /** Number of the last grader that was opened. */
  readonly last: number;
  /** Universes that each of them rehearses at most. */
  readonly rehearsals: number;
}

export type GraderPoolEvent =
  /** A check of this lesson is near: so many graders are to wait. */
  | { readonly type: 'warmed'; readonly job: GradeJob; readonly graders: number }
  /** A grading takes the grader that `nextGrader` names. */
  | { readonly type: 'employed' }
  /** The grading that has it requests a universe of it. */
  | { readonly type: 'requested'; readonly grader: number }
  /** The grading needs it no more. */
  | { readonly type: 'released'; readonly grader: number }
  | { readonly type: 'heard'; readonly grader: number; readonly message: FromGrader }
  /** There is time for a rehearsal. */
  | { readonly type: 'spare-time' }
  /** Its rehearsal takes too long. */
  | { readonly type: 'overdue'; readonly grader: number }
  | { readonly type: 'closed' };

export type GraderPoolEffect =
  | { readonly do: 'open' | 'stop'; readonly grader: number }
  | { readonly do: 'rehearse'; readonly grader: number; readonly job: GradeJob; readonly seed: number }
  /** Hands a message to the grading that has the grader. `later`: after what called for this. */
  | { readonly do: 'deliver'; readonly grader: number; readonly message: FromGrader; readonly later?: true };

export interface GraderPoolStep {
  readonly state: GraderPoolState;
  readonly effects: readonly GraderPoolEffect[];
}

export const emptyPool = (rehearsals: number): GraderPoolState => ({
  graders: new Map(),
  idle: [],
  job: undefined,
  last: 0,
  rehearsals,
});

/** The grader that is employed next: one that waits, or a new one. */
export const nextGrader = ({ idle, last }: GraderPoolState): number => idle.at(-1) ?? last + 1;

export function stepGraderPool(state: GraderPoolState, event: GraderPoolEvent): GraderPoolStep {
  switch (event.type) {
    case 'warmed':
      return onWarmed({ ...state, job: event.job }, event.graders);
    case 'employed':
      return onEmployed(state);
    case 'requested':
      return { state: change(state, event.grader, ({ owes, lived }) => ({ owes: owes + 1, lived: lived + 1 })), effects: [] };
    case 'released':
      return onReleased(state, event.grader);
    case 'heard':
      return onHeard(state, event.grader, event.message);
    case 'spare-time':
      return rehearse(state);
    case 'overdue':
      return onOverdue(state, event.grader);
    case 'closed': {
      const closed = state.idle.reduce(without, { ...state, job: undefined });
      return { state: closed, effects: state.idle.map((grader) => ({ do: 'stop', grader })) };
    }
  }
}

function change(state: GraderPoolState, id: number, to: (grader: PooledGrader) => Partial<PooledGrader>): GraderPoolState {
  const grader = state.graders.get(id);
  if (grader === undefined) return state;
  return { ...state, graders: new Map(state.graders).set(id, { ...grader, ...to(grader) }) };
}

function without(state: GraderPoolState, id: number): GraderPoolState {
  const graders = new Map([...state.graders].filter(([each]) => each !== id));
  return { ...state, graders, idle: state.idle.filter((each) => each !== id) };
}

function opened(state: GraderPoolState): GraderPoolStep {
  const id = state.last + 1;
  const grader: PooledGrader = { id, activity: 'starting', owes: 1, lived: 0 };
  return {
    state: { ...state, graders: new Map(state.graders).set(id, grader), last: id },
    effects: [{ do: 'open', grader: id }],
  };
}

function onWarmed(state: GraderPoolState, graders: number): GraderPoolStep {
  let next = state;
  const effects: GraderPoolEffect[] = [];
  while (next.idle.length < graders) {
    const step = opened(next);
    next = { ...step.state, idle: [...next.idle, step.state.last] };
    effects.push(...step.effects);
  }
  return { state: next, effects };
}

function onEmployed(state: GraderPoolState): GraderPoolStep {
  const id = state.idle.at(-1);
  if (id === undefined) return opened(state);
  const next = { ...state, idle: state.idle.slice(0, -1) };
  // One that rehearses is heard when that is over: a universe’s time begins when it is requested.
  if (state.graders.get(id)?.activity !== 'ready') return { state: next, effects: [] };
  return { state: next, effects: [{ do: 'deliver', grader: id, message: { type: 'hello' }, later: true }] };
}

/** One that is stopped in the midst of a universe is not used again. */
function onReleased(state: GraderPoolState, id: number): GraderPoolStep {
  const owes = state.graders.get(id)?.owes ?? 0;
  if (owes === 0) return { state: { ...state, idle: [...state.idle, id] }, effects: [] };
  return { state: without(state, id), effects: [{ do: 'stop', grader: id }] };
}

function onHeard(state: GraderPoolState, id: number, message: FromGrader): GraderPoolStep {
  const grader = state.graders.get(id);
  if (grader === undefined || !isExpected(grader, message)) return { state, effects: [] };
  const isBroken = message.type === 'broken' || message.type === 'died';
  // One that breaks while it waits is opened anew when it is needed.
  if (isBroken && state.idle.includes(id)) return { state: without(state, id), effects: [{ do: 'stop', grader: id }] };
  const isReady = message.type === 'hello' || message.type === 'rehearsed';
  const next = change(state, id, ({ activity, owes }) => ({
    activity: isReady ? 'ready' : activity,
    owes: isBroken ? Number.POSITIVE_INFINITY : owes - 1,
  }));
  if (state.idle.includes(id)) return { state: next, effects: [] };
  return {
    state: next,
    effects: [{ do: 'deliver', grader: id, message: message.type === 'rehearsed' ? { type: 'hello' } : message }],
  };
}

/** What no one waits for was said by the code that is graded: it pays no debt. */
function isExpected({ activity }: PooledGrader, { type }: FromGrader): boolean {
  if (type === 'rehearsed') return activity === 'rehearsing';
  return type !== 'hello' || activity === 'starting';
}

/** What the exercise begins with hangs: nothing of it is rehearsed any more. A grading that waits for the grader hears a fresh one. */
function onOverdue(state: GraderPoolState, id: number): GraderPoolStep {
  if (state.graders.get(id)?.activity !== 'rehearsing') return { state, effects: [] };
  const fresh = change({ ...state, job: undefined }, id, () => ({ activity: 'starting', owes: 1, lived: 0 }));
  return {
    state: fresh,
    effects: [
      { do: 'stop', grader: id },
      { do: 'open', grader: id },
    ],
  };
}

/** One at a time: who types has the other cores. The one that has lived least, so that a check that comes early finds none that is cold. */
function rehearse(state: GraderPoolState): GraderPoolStep {
  const { job } = state;
  const waiting = state.idle.flatMap((id) => state.graders.get(id) ?? []);
  const [next] = waiting.filter(({ owes, lived }) => owes === 0 && lived < state.rehearsals).sort((a, b) => a.lived - b.lived);
  if (job === undefined || next === undefined || waiting.some(({ activity }) => activity === 'rehearsing')) return { state, effects: [] };
  const seed = next.lived + 1;
  return {
    state: change(state, next.id, () => ({ activity: 'rehearsing', owes: 1, lived: seed })),
    effects: [{ do: 'rehearse', grader: next.id, job, seed }],
  };
}
