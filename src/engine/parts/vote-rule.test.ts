import { expect, test } from 'vitest';
import { grantsVote, type VoteRequest, type Voter } from './vote-rule.ts';

const voter: Voter = { term: 3, lastTerm: 2, lastIndex: 5 };
const request: VoteRequest = { candidate: 'b', term: 4, lastTerm: 2, lastIndex: 5 };

test.each<[string, boolean, Partial<Voter>, Partial<VoteRequest>]>([
  ['a new term and an equal log', true, {}, {}],
  ['an old term', false, {}, { term: 2 }],
  ['the own term, and nobody has the vote', true, {}, { term: 3 }],
  ['the vote is another’s in this term', false, { votedFor: 'c' }, { term: 3 }],
  ['the vote is the candidate’s already', true, { votedFor: 'b' }, { term: 3 }],
  ['the vote was another’s in an earlier term', true, { votedFor: 'c' }, {}],
  ['a longer log', true, {}, { lastIndex: 6 }],
  ['a shorter log', false, {}, { lastIndex: 4 }],
  ['a shorter log with a newer end', true, {}, { lastTerm: 3, lastIndex: 1 }],
  ['a longer log with an older end', false, {}, { lastTerm: 1, lastIndex: 9 }],
  ['a log behind, though the vote is the candidate’s', false, { votedFor: 'b' }, { term: 3, lastIndex: 4 }],
])('%s: %s', (_what, granted, mine, theirs) => {
  expect(grantsVote({ ...voter, ...mine }, { ...request, ...theirs })).toBe(granted);
});
