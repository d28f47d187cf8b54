/** A candidacy as a table: state, event -> next state, effects. It was renewed at second 100, and it is second 105 or 110. */
import { testSteps } from '../kernel/testing/step-table.ts';
import { type Candidate, type CandidateEffect, type CandidateEvent, stepCandidate } from './leader-election-machine.ts';

const attempted = (held: boolean, lostTo: boolean, second: number): CandidateEvent => ({
  type: 'attempted',
  held,
  lostTo,
  nowMs: second * 1000,
});

testSteps<Candidate, CandidateEvent, CandidateEffect>('a candidate', {
  states: {
    following: { name: 'following' },
    'leading since 100': { name: 'leading', renewedAtMs: 100_000 },
    'leading since 105': { name: 'leading', renewedAtMs: 105_000 },
    stopped: { name: 'stopped' },
  },
  events: {
    'holds the lease at 105': attempted(true, false, 105),
    'is refused at 105': attempted(false, false, 105),
    'is refused at 110': attempted(false, false, 110),
    'finds another holder at 105': attempted(false, true, 105),
    'checks the deadline at 105': { type: 'deadlineChecked', nowMs: 105_000 },
    'checks the deadline at 110': { type: 'deadlineChecked', nowMs: 110_000 },
    stop: { type: 'stop' },
  },
  step: stepCandidate,
  describe: (effect) =>
    effect.type === 'tryLater' ? `tryLater ${effect.jitterFactor === 0 ? 'on time' : 'with jitter'}` : effect.type,
  rows: [
    ['following', 'holds the lease at 105', 'leading since 105', 'startLeading, tryLater on time'],
    ['following', 'is refused at 105', 'following', 'tryLater with jitter'],
    ['following', 'is refused at 110', 'following', 'tryLater with jitter'],
    ['following', 'finds another holder at 105', 'following', 'tryLater with jitter'],
    ['following', 'checks the deadline at 105', 'following', 'checkLater'],
    ['following', 'checks the deadline at 110', 'following', 'checkLater'],
    ['following', 'stop', 'stopped', 'cancelAttempt'],

    ['leading since 100', 'holds the lease at 105', 'leading since 105', 'tryLater on time'],
    ['leading since 100', 'is refused at 105', 'leading since 100', 'tryLater on time'],
    ['leading since 100', 'is refused at 110', 'following', 'stopLeading, tryLater with jitter'],
    ['leading since 100', 'finds another holder at 105', 'following', 'stopLeading, tryLater with jitter'],
    ['leading since 100', 'checks the deadline at 105', 'leading since 100', 'checkLater'],
    ['leading since 100', 'checks the deadline at 110', 'following', 'stopLeading, checkLater'],
    ['leading since 100', 'stop', 'stopped', 'cancelAttempt, stopLeading'],

    ['leading since 105', 'holds the lease at 105', 'leading since 105', 'tryLater on time'],
    ['leading since 105', 'is refused at 105', 'leading since 105', 'tryLater on time'],
    ['leading since 105', 'is refused at 110', 'leading since 105', 'tryLater on time'],
    ['leading since 105', 'finds another holder at 105', 'following', 'stopLeading, tryLater with jitter'],
    ['leading since 105', 'checks the deadline at 105', 'leading since 105', 'checkLater'],
    ['leading since 105', 'checks the deadline at 110', 'leading since 105', 'checkLater'],
    ['leading since 105', 'stop', 'stopped', 'cancelAttempt, stopLeading'],
  ],
});
