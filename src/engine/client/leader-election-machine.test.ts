/** A candidacy as a table: state, event -> next state, effects. It was renewed at second 100, and may be again at second 105. */
import { testSteps } from '../kernel/testing/step-table.ts';
import { type Candidate, type CandidateEffect, type CandidateEvent, stepCandidate } from './leader-election-machine.ts';

const attempted = (writtenAtMs: number | undefined, stepsDown: boolean): CandidateEvent => ({ type: 'attempted', writtenAtMs, stepsDown });

testSteps<Candidate, CandidateEvent, CandidateEffect>('a candidate', {
  states: {
    following: { name: 'following' },
    'leading since 100': { name: 'leading', renewedAtMs: 100_000 },
    'leading since 105': { name: 'leading', renewedAtMs: 105_000 },
    stopped: { name: 'stopped' },
  },
  events: {
    'has written at 105': attempted(105_000, false),
    'hears too late of what it wrote at 105': attempted(105_000, true),
    'has written nothing': attempted(undefined, false),
    'has to step down': attempted(undefined, true),
    'checks, and may go on': { type: 'checked', stepsDown: false },
    'checks, and has to step down': { type: 'checked', stepsDown: true },
    stop: { type: 'stop' },
  },
  step: stepCandidate,
  describe: (effect) =>
    effect.type === 'tryLater' ? `tryLater ${effect.jitterFactor === 0 ? 'on time' : 'with jitter'}` : effect.type,
  rows: [
    ['following', 'has written at 105', 'leading since 105', 'startLeading, tryLater on time'],
    ['following', 'hears too late of what it wrote at 105', 'following', 'tryLater with jitter'],
    ['following', 'has written nothing', 'following', 'tryLater with jitter'],
    ['following', 'has to step down', 'following', 'tryLater with jitter'],
    ['following', 'checks, and may go on', 'following', 'checkLater'],
    ['following', 'checks, and has to step down', 'following', 'checkLater'],
    ['following', 'stop', 'stopped', 'cancelAttempt'],

    ['leading since 100', 'has written at 105', 'leading since 105', 'tryLater on time'],
    ['leading since 100', 'hears too late of what it wrote at 105', 'following', 'stopLeading, tryLater with jitter'],
    ['leading since 100', 'has written nothing', 'leading since 100', 'tryLater on time'],
    ['leading since 100', 'has to step down', 'following', 'stopLeading, tryLater with jitter'],
    ['leading since 100', 'checks, and may go on', 'leading since 100', 'checkLater'],
    ['leading since 100', 'checks, and has to step down', 'following', 'stopLeading, checkLater'],
    ['leading since 100', 'stop', 'stopped', 'cancelAttempt, stopLeading'],

    ['leading since 105', 'has written at 105', 'leading since 105', 'tryLater on time'],
    ['leading since 105', 'hears too late of what it wrote at 105', 'following', 'stopLeading, tryLater with jitter'],
    ['leading since 105', 'has written nothing', 'leading since 105', 'tryLater on time'],
    ['leading since 105', 'has to step down', 'following', 'stopLeading, tryLater with jitter'],
    ['leading since 105', 'checks, and may go on', 'leading since 105', 'checkLater'],
    ['leading since 105', 'checks, and has to step down', 'following', 'stopLeading, checkLater'],
    ['leading since 105', 'stop', 'stopped', 'cancelAttempt, stopLeading'],
  ],
});
