/** What a change of leader means to member `a`, as a table: state, event -> next state, effects. */
import { expect, test } from 'vitest';
import { testSteps } from '../../kernel/testing/step-table.ts';
import {
  type Leadership,
  type LeadershipEffect,
  type LeadershipEvent,
  startLeadership,
  stepLeadership,
  timeoutFailure,
} from './leadership.ts';

const known = (id: string, transferTo?: string): Leadership => ({
  self: 'a',
  leader: { type: 'known', id, sinceMs: 5000 },
  transferTo,
});

const states: Readonly<Record<string, Leadership>> = {
  unknown: startLeadership('a'),
  lost: { self: 'a', leader: { type: 'lost', lastSinceMs: 5000 }, transferTo: undefined },
  'a leads': known('a'),
  'a leads, to b': known('a', 'b'),
  'b leads': known('b'),
};
const stepped = (leader?: string): LeadershipEvent => ({ type: 'stepped', leader, nowMs: 5000 });

testSteps<Leadership, LeadershipEvent, LeadershipEffect>('leadership', {
  states,
  events: {
    'no leader': stepped(),
    'leader a': stepped('a'),
    'leader b': stepped('b'),
    'transfer to b': { type: 'transferRequested', target: 'b' },
    'transfer times out': { type: 'transferTimedOut' },
  },
  step: stepLeadership,
  describe: (effect) => (effect.type === 'answerTransfer' ? `answer ${effect.failure?.error ?? 'ok'}` : effect.type),
  rows: [
    ['unknown', 'leader a', 'a leads', 'promoteLeases, disarmCancelStreams, resendToLeader'],
    ['unknown', 'leader b', 'b leads', 'disarmCancelStreams, resendToLeader'],
    ['unknown', 'transfer to b', transferring('unknown'), 'transfer'],
    ['unknown', 'transfer times out', 'unknown', 'answer timeout'],

    ['lost', 'leader a', 'a leads', 'promoteLeases, disarmCancelStreams, failReads, resendToLeader'],
    ['lost', 'leader b', 'b leads', 'disarmCancelStreams, failReads, resendToLeader'],
    ['lost', 'transfer to b', transferring('lost'), 'transfer'],
    ['lost', 'transfer times out', 'lost', 'answer timeout'],

    ['a leads', 'no leader', 'lost', 'demoteLeases, armCancelStreams'],
    ['a leads', 'leader b', 'b leads', 'demoteLeases, disarmCancelStreams, failReads, resendToLeader'],
    ['a leads', 'transfer to b', 'a leads, to b', 'transfer'],
    ['a leads', 'transfer times out', 'a leads', 'answer timeout'],

    ['a leads, to b', 'no leader', transferring('lost'), 'demoteLeases, armCancelStreams'],
    ['a leads, to b', 'leader b', 'b leads', 'answer ok, demoteLeases, disarmCancelStreams, failReads, resendToLeader'],
    ['a leads, to b', 'transfer to b', 'a leads, to b', 'transfer'],
    ['a leads, to b', 'transfer times out', 'a leads', 'answer timeout'],

    ['b leads', 'no leader', 'lost', 'armCancelStreams'],
    ['b leads', 'leader a', 'a leads', 'promoteLeases, disarmCancelStreams, failReads, resendToLeader'],
    ['b leads', 'transfer to b', transferring('b leads'), 'transfer'],
    ['b leads', 'transfer times out', 'b leads', 'answer timeout'],
  ],
});

/** The state with a transfer to b under way, as the table shows states that have no name. */
function transferring(name: string): string {
  return JSON.stringify({ ...states[name], transferTo: 'b' });
}

test.each([
  ['unknown', 4000, 'timeout'],
  ['a leads', 2000, 'timeout'],
  ['a leads', 4000, 'timeoutLeaderFailed'],
  ['lost', 4000, 'timeoutLeaderFailed'],
  ['a leads', 6000, 'timeout'],
])('%s: a request that waits since %d ms fails with %s', (state, since, error) => {
  const leadership = states[state];
  expect(leadership && timeoutFailure(leadership, since).error).toBe(error);
});
