/** The laws of a commit in Raft (paper §5.3 and §5.4.2): each is tried with leaders that are drawn. */
import { type Arbitrary, array, constantFrom, nat, tuple } from 'fast-check';
import type { LeaderView } from 'converge/sdk';
import type { CallValue } from '../../../session/apart/messages.ts';
import type { Problem } from '../../../session/types.ts';
import type { Mistake } from '../finding.ts';
import type { Case } from '../types.ts';
import { lawCase } from './laws.ts';

/** Of one to seven voters some are behind what is committed, as after an election; terms grow along a log. */
const young: Arbitrary<LeaderView> = tuple(nat(3), nat(4), array(nat(2), { maxLength: 6 }), array(nat(10), { minLength: 1, maxLength: 7 })).map(([more, committed, ages, ahead]) => {
  const term = more + 1;
  const matchIndexes = ahead.map((entries) => Math.max(0, committed + Math.min(entries - 4, ages.length)));
  const stored = Math.max(0, Math.max(...matchIndexes) - committed);
  const terms = ages.map((age) => Math.max(1, term - age)).sort((a, b) => a - b);
  return { term, committed, uncommittedTerms: terms.slice(0, stored), matchIndexes };
});

/** After years indexes have more digits, also within one log. */
const leader: Arbitrary<LeaderView> = tuple(young, constantFrom(0, 6, 96, 999_996)).map(([view, before]) => ({
  ...view,
  committed: view.committed + before,
  matchIndexes: view.matchIndexes.map((index) => index + before),
}));

/** The last entry that more than half have. */
function onMajority({ matchIndexes }: LeaderView): number {
  const reached = matchIndexes.filter((index) => copiesOf(index, matchIndexes) > matchIndexes.length / 2);
  return Math.max(...reached);
}

const copiesOf = (entry: number, matchIndexes: readonly number[]): number => matchIndexes.filter((index) => index >= entry).length;

const termOf = (entry: number, { committed, uncommittedTerms }: LeaderView): number | undefined => uncommittedTerms[entry - committed - 1];

/** How far it may commit, which is how far it should. */
const isSafe = (view: LeaderView): boolean => termOf(onMajority(view), view) === view.term;
const expectedOf = (view: LeaderView): number => (isSafe(view) ? onMajority(view) : view.committed);

const isIndex = (returned: unknown): returned is number => Number.isSafeInteger(returned);

const tookBack: Mistake = {
  cause: 'took back what was committed',
  glyph: 'too-few',
  question: 'Clients have their answers for every entry up to `committed`. What is your rule’s result where most voters are behind it, as after an election?',
};
const tooEarly: Mistake = {
  cause: 'committed without a majority',
  glyph: 'too-many',
  question: 'How many voters have stored the last entry that your rule commits, and is that more than half of them?',
};

interface CommitLaw {
  readonly name: string;
  readonly speaksOf: (view: LeaderView) => boolean;
  readonly isBroken: (view: LeaderView, returned: CallValue | undefined) => boolean;
  readonly mistake: Mistake;
  readonly question?: (view: LeaderView, returned: CallValue | undefined) => string | undefined;
}

const law = ({ name, speaksOf, isBroken, mistake, question }: CommitLaw): Case =>
  lawCase({
    name,
    draws: leader.filter(speaksOf),
    call: (view) => ({ name: 'commitIndex', values: [{ ...view }] }),
    judge: (view, returned) => (isBroken(view, returned) ? { ...mistake, question: question?.(view, returned) ?? mistake.question } : undefined),
    refused,
    words: (view, returned) => `${wordsOf(view)} By your rule it commits ${isIndex(returned) ? upTo(returned) : 'no entry'}; expected: ${upTo(expectedOf(view))}.`,
  });

/** The guard of a running cluster lets no index through that is outside of what a leader can commit. */
function refused(view: LeaderView, { title }: Problem): (Mistake & { readonly seen: string }) | undefined {
  const found = title.includes('is committed already') ? tookBack : title.includes('no voter has stored') ? tooEarly : undefined;
  return found && { ...found, seen: `${wordsOf(view)} ${title.replace(/^\w+: commitIndex/, 'Your rule')}; expected: ${upTo(expectedOf(view))}.` };
}

function wordsOf({ term, committed, uncommittedTerms, matchIndexes }: LeaderView): string {
  const behind = uncommittedTerms.map((each, at) => `entry ${committed + 1 + at} of term ${each}`);
  const log = behind.length === 0 ? 'no voter has stored more' : `the next ${behind.length === 1 ? 'is' : 'are'} ${listed(behind)}`;
  const voters = matchIndexes.length === 1 ? `The only voter has stored up to entry ${matchIndexes.join()}` : `Its ${matchIndexes.length} voters have stored up to entries ${listed(matchIndexes.map(String))}`;
  return `The leader leads in term ${term}. It has committed ${upTo(committed)}; ${log}. ${voters}.`;
}

const upTo = (entry: number): string => (entry === 0 ? 'nothing' : `up to entry ${entry}`);

const listed = (words: readonly string[]): string => (words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`);

export const commitRuleCases: readonly Case[] = [
  law({
    name: 'what is committed stays committed',
    speaksOf: () => true,
    isBroken: ({ committed }, returned) => !isIndex(returned) || returned < committed,
    mistake: tookBack,
  }),
  law({
    name: 'nothing is committed without a majority',
    speaksOf: () => true,
    isBroken: (view, returned) => isIndex(returned) && returned > Math.max(view.committed, onMajority(view)),
    mistake: tooEarly,
    question: ({ matchIndexes }, returned) => (copiesOf(Number(returned), matchIndexes) === matchIndexes.length / 2 ? `${matchIndexes.length / 2} of ${matchIndexes.length} voters have stored the last entry that your rule commits. How many of ${matchIndexes.length} are more than half?` : undefined),
  }),
  law({
    name: 'copies of an entry of an earlier term don’t count',
    speaksOf: (view) => onMajority(view) > view.committed && !isSafe(view),
    isBroken: (view, returned) => isIndex(returned) && returned > view.committed && returned <= onMajority(view),
    mistake: {
      cause: 'counted copies of an earlier term',
      glyph: 'too-many',
      question: 'The entry is of an earlier term than the leader’s. Could a member with an entry of a newer term still win an election, and overwrite it?',
    },
  }),
  law({
    name: 'an entry of the leader’s term on a majority is committed',
    speaksOf: (view) => isSafe(view) && view.uncommittedTerms[0] === view.term,
    isBroken: (view, returned) => isIndex(returned) && returned < expectedOf(view),
    mistake: {
      cause: 'waited longer than for a majority',
      glyph: 'stood-still',
      question: 'More than half have stored an entry of the leader’s own term. What does your rule still wait for?',
    },
    question: (view, returned) => (returned === view.committed ? undefined : 'Your rule commits some entries. Have more than half stored the next one, too, and is it of the leader’s own term?'),
  }),
  law({
    name: 'earlier entries are committed along with one of the leader’s term',
    speaksOf: (view) => isSafe(view) && view.uncommittedTerms[0] !== view.term,
    isBroken: (view, returned) => isIndex(returned) && returned < expectedOf(view),
    mistake: {
      cause: 'left entries of earlier terms behind',
      glyph: 'stood-still',
      question: 'An entry of the leader’s own term is on a majority, and entries of earlier terms stand before it. Whoever has the last one has the others, too: which are safe now?',
    },
  }),
];
