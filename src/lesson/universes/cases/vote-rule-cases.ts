/** The laws of a vote in Raft (paper §5.2 and §5.4.1): each is tried with members and candidates that are drawn. */
import { type Arbitrary, constantFrom, nat, tuple } from 'fast-check';
import type { VoteRequest, Voter } from 'converge/sdk';
import type { Json } from '../../../engine/index.ts';
import type { Mistake } from '../finding.ts';
import type { Case } from '../types.ts';
import { type Law, lawCase } from './laws.ts';

interface Drawn {
  readonly voter: Voter;
  readonly request: VoteRequest;
}

const member: Arbitrary<'a' | 'b' | 'c'> = constantFrom('a', 'b', 'c');

/** Where a log ends; its last term is none that its owner hasn't heard of. */
const logUpTo = (term: number): Arbitrary<{ readonly lastTerm: number; readonly lastIndex: number }> =>
  tuple(nat(term), nat(5)).map(([lastTerm, more]) => ({ lastTerm, lastIndex: lastTerm === 0 ? 0 : more + 1 }));

/** An encounter in a cluster that has just begun. A candidate's log ends before the term in which it wants to lead. */
const young: Arbitrary<Drawn> = tuple(nat(4), nat(4), member).chain(([term, more, candidate]) =>
  tuple(logUpTo(term), logUpTo(more), constantFrom(undefined, 'a', 'b', 'c')).map(([mine, theirs, votedFor]) => ({
    voter: { term, ...(votedFor === undefined ? {} : { votedFor }), ...mine },
    request: { candidate, term: more + 1, ...theirs },
  })),
);

/** Anything that can be in a cluster. After years the numbers are so many times larger; what is newer or longer stays so. */
const encounter: Arbitrary<Drawn> = tuple(young, constantFrom(1, 7), constantFrom(1, 7, 1e6, 1e9)).map(([{ voter, request }, terms, entries]) => {
  const aged = <T extends Voter | VoteRequest>(one: T): T => ({ ...one, term: one.term * terms, lastTerm: one.lastTerm * terms, lastIndex: one.lastIndex * entries });
  return { voter: aged(voter), request: aged(request) };
});

/** How far the candidate's log is ahead: negative where it is behind. */
function lead({ voter, request }: Drawn): number {
  return request.lastTerm === voter.lastTerm ? request.lastIndex - voter.lastIndex : request.lastTerm - voter.lastTerm;
}

/** Both logs are empty, and none of the two can be behind. */
const refusedWithoutLogs = ({ voter, request }: Drawn): string | undefined =>
  voter.lastIndex === 0 && request.lastIndex === 0 ? `The logs are equal, and the ${request.term === voter.term ? 'terms are, too. This member has voted for no one in this term' : 'term is a new one. No one has this member’s vote in it'}. Which of your conditions refuses it?` : undefined;

const inSameTerm = ({ voter, request }: Drawn): boolean => request.term === voter.term;
const isFree = ({ voter, request }: Drawn): boolean => request.term >= voter.term && voter.votedFor === undefined;

function law(name: string, speaksOf: (drawn: Drawn) => boolean, grants: boolean, mistake: Mistake, question?: (drawn: Drawn) => string | undefined): Case {
  const whole: Law<Drawn> = {
    name,
    draws: encounter.filter(speaksOf),
    call: ({ voter, request }) => ({ name: 'grantsVote', values: [asJson(voter), asJson(request)] }),
    judge: (drawn, returned) => (returned === grants ? undefined : { ...mistake, question: question?.(drawn) ?? mistake.question }),
    words: (drawn, returned) => `${wordsOf(drawn)} Your rule ${wordOf(returned)}; expected: it ${wordOf(grants)}.`,
  };
  return lawCase(whole);
}

const asJson = (value: Voter | VoteRequest): Json => JSON.parse(JSON.stringify(value));

const wordOf = (returned: unknown): string => (returned === true ? 'grants the vote' : returned === false ? 'refuses it' : 'returned neither true nor false');

const endOf = ({ lastTerm, lastIndex }: Voter | VoteRequest): string => (lastIndex === 0 ? 'its log is empty' : `its log ends with entry ${lastIndex} of term ${lastTerm}`);

function wordsOf({ voter, request }: Drawn): string {
  const vote = voter.votedFor === undefined ? 'has not voted' : `voted for \`${voter.votedFor}\``;
  return `The voter is in term ${voter.term}, in which it ${vote}; ${endOf(voter)}. \`${request.candidate}\` wants to lead in term ${request.term}; ${endOf(request)}.`;
}

export const voteRuleCases: readonly Case[] = [
  law('a term that is over gets no votes', ({ voter, request }) => request.term < voter.term, false, {
    cause: 'voted in a term that is over',
    glyph: 'too-many',
    question: 'A newer term has begun. What could a leader of the old one still do with this vote?',
  }),
  law('one vote in a term', (drawn) => inSameTerm(drawn) && drawn.voter.votedFor !== undefined && drawn.voter.votedFor !== drawn.request.candidate, false, {
    cause: 'voted twice in one term',
    glyph: 'too-many',
    question: 'Two candidates ask in the same term. How many leaders can there be if this member votes for both?',
  }),
  law('a log that is behind gets no vote', (drawn) => drawn.request.term >= drawn.voter.term && lead(drawn) < 0, false, {
    cause: 'voted for a log that is behind',
    glyph: 'too-few',
    question: 'Which of the two logs has more of what may have been stored by a majority? First compare the terms of the last entries, then the lengths.',
  }),
  law('a log as complete as the own gets a free vote', (drawn) => isFree(drawn) && lead(drawn) >= 0, true, {
    cause: 'refused a log that is complete',
    glyph: 'stood-still',
    question: 'Does the candidate lack any entry that this member has? Compare the terms of the last entries first.',
  }, refusedWithoutLogs),
  law('a new term is a new vote', (drawn) => drawn.request.term > drawn.voter.term && drawn.voter.votedFor !== undefined && lead(drawn) >= 0, true, {
    cause: 'kept an old vote for a new term',
    glyph: 'stood-still',
    question: 'In which term was that vote given? How will there ever be a leader again if it counts for ever?',
  }),
  law('who has the vote may ask again', (drawn) => inSameTerm(drawn) && drawn.voter.votedFor === drawn.request.candidate && lead(drawn) >= 0, true, {
    cause: 'took its vote back',
    glyph: 'stood-still',
    question: 'The answer to the first request was lost, and the same candidate asks once more. What has this member promised?',
  }),
];
