/**
 * Hands universes out to graders and gathers their verdicts: a state machine without I/O; `grading.ts` carries out its effects. Graders are
 * numbered from 1 on. What no one waits for was said by the code that is graded, in its grader's name, and changes nothing.
 */
import type { FromGrader, GradeEnd } from './grader-protocol.ts';
import { died, hung, hungCause, isLost } from './lost-verdicts.ts';
import type { Failed, Verdict } from './types.ts';

export interface GradingState {
  /** So many are graded, unless it is finished before. */
  readonly universes: number;
  /** In the order in which they came. */
  readonly verdicts: readonly Verdict[];
  /** Seeds that are still to be given to a grader, in this order. */
  readonly waiting: readonly number[];
  /** Universes that hung once: the machine may have been busy with something else. They are lived through again, with more time. */
  readonly doubted: readonly number[];
  /** By number of a grader that works: the seeds it was given, in the order in which it answers. None work when the grading is over. */
  readonly graders: ReadonlyMap<number, readonly number[]>;
  readonly lastGrader: number;
  /** Universes that have hung or died. */
  readonly lost: number;
}

export type GradingEvent =
  | { readonly type: 'began'; readonly graders: number }
  | { readonly type: 'heard'; readonly grader: number; readonly message: FromGrader }
  /** The universe that the grader lives through takes longer than `limitMs`. */
  | { readonly type: 'hung'; readonly grader: number; readonly limitMs: number }
  /** No further universe is to begin. */
  | { readonly type: 'finished' }
  | { readonly type: 'stopped' };

export type GradingEffect =
  | { readonly do: 'open' | 'close'; readonly grader: number }
  | { readonly do: 'request'; readonly grader: number; readonly seed: number }
  /** Watches over the universe that the grader lives through now, `again` when it hung once. */
  | { readonly do: 'watch'; readonly grader: number; readonly again: boolean }
  | { readonly do: 'progress'; readonly verdicts: readonly Verdict[] }
  | { readonly do: 'end'; readonly end: GradeEnd };

export interface GradingStep {
  readonly state: GradingState;
  readonly effects: readonly GradingEffect[];
}

/** After so many universes have hung or died, the others aren't tried. */
const lossesAllowed = 2;

/** A grader that has answered once is given the next universe while it lives through one: it never waits for the page. */
const givenAhead = 2;

/** @param seeds In the order in which they are graded. */
export const beginGrading = (seeds: readonly number[]): GradingState => ({
  universes: seeds.length,
  verdicts: [],
  waiting: seeds,
  doubted: [],
  graders: new Map(),
  lastGrader: 0,
  lost: 0,
});

export function stepGrading(state: GradingState, event: GradingEvent): GradingStep {
  switch (event.type) {
    case 'began': {
      const graders = Array.from({ length: Math.min(event.graders, state.universes) }, (_none, index) => index);
      return graders.reduce((step) => then(step, open), only(state));
    }
    case 'heard':
      return onHeard(state, event.grader, event.message);
    case 'hung': {
      const [seed] = state.graders.get(event.grader) ?? [];
      if (seed === undefined) return only(state);
      return deservesDoubt(state, seed) ? tryAgain(state, event.grader, seed) : lose(state, event.grader, hung(seed, event.limitMs));
    }
    case 'finished':
      return onFinished(state);
    case 'stopped':
      return end(state, { type: 'stopped', verdicts: state.verdicts });
  }
}

/** Universes under way come to their end, so that their graders can be used again. */
function onFinished(state: GradingState): GradingStep {
  if (state.graders.size === 0) return only(state);
  const underWay = [...state.graders.values()].reduce((count, seeds) => count + seeds.length, 0);
  const next = { ...state, universes: state.verdicts.length + underWay, waiting: [] };
  return underWay === 0 ? end(next, { type: 'done', verdicts: next.verdicts }) : only(next);
}

const only = (state: GradingState): GradingStep => ({ state, effects: [] });

function then(step: GradingStep, further: (state: GradingState) => GradingStep): GradingStep {
  const next = further(step.state);
  return { state: next.state, effects: [...step.effects, ...next.effects] };
}

function open(state: GradingState): GradingStep {
  const grader = state.lastGrader + 1;
  return { state: { ...withSeeds(state, grader, []), lastGrader: grader }, effects: [{ do: 'open', grader }] };
}

function close(state: GradingState, grader: number): GradingStep {
  const graders = new Map([...state.graders].filter(([each]) => each !== grader));
  return { state: { ...state, graders }, effects: [{ do: 'close', grader }] };
}

function end(state: GradingState, how: GradeEnd): GradingStep {
  const closed = [...state.graders.keys()].reduce((step, grader) => then(step, (each) => close(each, grader)), only(state));
  return { state: closed.state, effects: [...closed.effects, { do: 'end', end: how }] };
}

const withSeeds = (state: GradingState, grader: number, seeds: readonly number[]): GradingState => ({
  ...state,
  graders: new Map(state.graders).set(grader, seeds),
});

function onHeard(state: GradingState, grader: number, message: FromGrader): GradingStep {
  const seeds = state.graders.get(grader);
  if (seeds === undefined) return only(state);
  const [seed] = seeds;
  switch (message.type) {
    case 'hello':
      return seed === undefined ? give(state, grader, 1) : only(state);
    case 'verdict':
      return message.verdict.seed === seed ? onVerdict(withSeeds(state, grader, seeds.slice(1)), grader, message.verdict) : only(state);
    case 'died':
      return seed === undefined ? end(state, { type: 'broken', message: message.because }) : lose(state, grader, died(seed, message.because));
    case 'unfit':
    case 'broken':
      return end(state, message);
    case 'rehearsed':
      return only(state);
  }
}

/** Once a universe has been lost for good, there is little doubt about the next. */
const deservesDoubt = (state: GradingState, seed: number): boolean => state.lost === 0 && !state.doubted.includes(seed);

/** The universe, and what its grader was given ahead, is for a fresh grader. */
function tryAgain(state: GradingState, grader: number, seed: number): GradingStep {
  const seeds = state.graders.get(grader) ?? [];
  const doubting = { ...state, doubted: [...state.doubted, seed], waiting: [...seeds, ...state.waiting] };
  return then(close(doubting, grader), open);
}

function onVerdict(state: GradingState, grader: number, verdict: Verdict): GradingStep {
  if (!verdict.ok && verdict.cause === hungCause && deservesDoubt(state, verdict.seed)) {
    const { doubted, waiting } = state;
    const again = { ...state, doubted: [...doubted, verdict.seed], waiting: [verdict.seed, ...waiting] };
    return give(again, grader, givenAhead);
  }
  const lost = state.lost + (isLost(verdict) ? 1 : 0);
  const step = take({ ...state, lost }, verdict);
  if (lost >= lossesAllowed && step.state.graders.size > 0)
    return then(step, (next) => end(next, { type: 'done', verdicts: next.verdicts }));
  return step.state.graders.has(grader) ? then(step, (next) => give(next, grader, givenAhead)) : step;
}

/** The last verdict ends the grading. */
function take(state: GradingState, verdict: Verdict): GradingStep {
  const verdicts = [...state.verdicts, verdict];
  const step: GradingStep = { state: { ...state, verdicts }, effects: [{ do: 'progress', verdicts }] };
  return verdicts.length === state.universes ? then(step, (next) => end(next, { type: 'done', verdicts })) : step;
}

/** Gives the grader seeds until it has so many; closes it when there are none. */
function give(state: GradingState, grader: number, ahead: number): GradingStep {
  const [seed, ...waiting] = state.waiting;
  const seeds = state.graders.get(grader) ?? [];
  if (seed === undefined || seeds.length >= ahead)
    return seeds[0] === undefined ? close(state, grader) : { state, effects: [{ do: 'watch', grader, again: state.doubted.includes(seeds[0]) }] };
  const given: GradingStep = {
    state: withSeeds({ ...state, waiting }, grader, [...seeds, seed]),
    effects: [{ do: 'request', grader, seed }],
  };
  return then(given, (next) => give(next, grader, ahead));
}

/** The grader is gone, and with it a universe; another grader takes the rest. */
function lose(state: GradingState, grader: number, verdict: Failed): GradingStep {
  const unlived = state.graders.get(grader)?.slice(1) ?? [];
  const lost = state.lost + 1;
  const closed = close({ ...state, waiting: [...unlived, ...state.waiting], lost }, grader);
  const isLast = state.verdicts.length + 1 === state.universes;
  const taken = then(closed, (next) => take(next, verdict));
  if (isLast) return taken;
  if (lost >= lossesAllowed) return then(taken, (next) => end(next, { type: 'done', verdicts: next.verdicts }));
  return taken.state.waiting.length > 0 ? then(taken, open) : taken;
}
