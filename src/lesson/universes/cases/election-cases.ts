/**
 * What a lease rule must do, tried in small elections: two or three candidates with clocks of their own, of which one sleeps, restarts or
 * isn’t answered. What breaks a rule is shown in the fewest moves that show it.
 */
import type { Candidacy, Json, LeaseDecision, Random } from '../../../engine/index.ts';
import type { Case, CaseFinding } from '../types.ts';
import { type Call, findingOfFewest, type RunCalls } from './calls.ts';
import { draws, type ElectionPlay } from './election-draws.ts';
import { type Judged, judgeAct, judgeAttempt, mistakeOfSlip, mistakeOfTwo, mixedUp } from './election-judge.ts';
import { inSeconds, wordsOfAct, wordsOfAlone, wordsOfRecord, wordsOfSetups, wordsOfTry } from './election-words.ts';
import { clockOf, createElection, type Election, isDecision, type Move, type PlayedCandidate, type Slip } from './played-election.ts';

/** Plays of a case in a universe. */
const plays = 6;

export const electionCases: readonly Case[] = draws.map(({ name, draw }) => ({ name, judge: (run, random) => judgePlays(run, random, draw) }));

/** A play that ends badly says more than one in which a slip had no consequence yet. */
async function judgePlays(run: RunCalls, random: Random, draw: (random: Random) => ElectionPlay): Promise<CaseFinding | undefined> {
  let slipped: { readonly drawn: ElectionPlay; readonly slip: CaseFinding } | undefined;
  for (let count = 0; count < plays; count += 1) {
    const drawn = draw(random);
    const { found, slip } = await play(run, drawn);
    if (found !== undefined) return shrink(run, drawn, found, (ended) => ended.found);
    if (slip !== undefined) slipped ??= { drawn, slip };
  }
  return slipped && shrink(run, slipped.drawn, slipped.slip, ({ found, slip }) => found ?? slip);
}

/** The finding of the fewest moves. */
const shrink = (run: RunCalls, drawn: ElectionPlay, found: CaseFinding, findingOf: (ended: Ended) => CaseFinding | undefined): Promise<CaseFinding> =>
  findingOfFewest(drawn.moves, found, async (moves) => findingOf(await play(run, { ...drawn, moves })));

/** How a play has ended: with what is wrong, or with the first slip that nothing has come of. */
interface Ended {
  readonly found: CaseFinding | undefined;
  readonly slip: CaseFinding | undefined;
}

/** What is to happen at a moment: a move, or something that arrives. Undefined: nothing is wrong. */
interface Due {
  readonly atMs: number;
  readonly happen: () => Promise<CaseFinding | undefined> | CaseFinding | undefined;
}

/** An election under way. */
interface Played {
  readonly run: RunCalls;
  readonly play: ElectionPlay;
  readonly election: Election;
  readonly due: Due[];
  readonly words: string[];
  slip: CaseFinding | undefined;
}

async function play(run: RunCalls, drawn: ElectionPlay): Promise<Ended> {
  const played: Played = { run, play: drawn, election: createElection(drawn.setups, drawn.beganMs), due: [], words: [], slip: undefined };
  for (const move of drawn.moves) plan(played, move.atMs, () => carryOut(played, move));
  for (let next = played.due.shift(); next !== undefined; next = played.due.shift()) {
    const found = await next.happen();
    if (found !== undefined) return { found, slip: undefined };
  }
  return { found: undefined, slip: played.slip };
}

/** In order of time; what was planned first comes first. */
function plan({ due }: Played, atMs: number, happen: Due['happen']): void {
  const at = due.findIndex((each) => each.atMs > atMs);
  due.splice(at < 0 ? due.length : at, 0, { atMs, happen });
}

function carryOut(played: Played, move: Move): Promise<CaseFinding | undefined> | undefined {
  const candidate = played.election.candidates.get(move.who);
  if (candidate === undefined || candidate.busyUntilMs > move.atMs) return undefined;
  switch (move.do) {
    case 'tries':
      return tries(played, candidate, move);
    case 'acts':
      return acts(played, candidate, move);
    case 'releases':
      if (candidate.renewedAtMs === undefined || candidate.actsUntilMs > move.atMs) return undefined;
      played.election.release(candidate);
      return note(played, move.atMs, `\`${candidate.name}\` ends and releases the Lease`);
    case 'is replaced':
      played.election.handOver(move.by);
      return note(played, move.atMs, `an administrator writes \`${move.by}\` into the Lease`);
    case 'restarts':
      Object.assign(candidate, { seen: undefined, seenRevision: 0, seenAtMs: clockOf(candidate, move.atMs), renewedAtMs: undefined });
      return note(played, move.atMs, `\`${candidate.name}\` restarts`);
  }
}

async function tries(played: Played, candidate: PlayedCandidate, { atMs, delayMs, fate }: Extract<Move, { do: 'tries' }>): Promise<CaseFinding | undefined> {
  const { election } = played;
  election.read(candidate, atMs);
  const candidacy = election.candidacy(candidate, atMs);
  const asked = await decide(played, candidacy, atMs, wordsOfTry, (decision) => judgeAttempt(candidacy, decision));
  if (asked === undefined || 'seen' in asked) return asked;
  const { decision, slip } = asked;
  if (decision.do === 'stepDown') candidate.renewedAtMs = undefined;
  if (decision.do !== 'write') return undefined;
  const { record } = decision;
  const revision = candidate.seenRevision;
  candidate.busyUntilMs = atMs + delayMs;
  plan(played, atMs + delayMs, () => {
    const isStored = fate !== 'refused' && election.write(candidate, record, revision, slip);
    if (!isStored || fate === 'unanswered') return note(played, atMs + delayMs, `the write of \`${candidate.name}\` is ${isStored ? 'stored, and not answered' : 'refused'}`);
    election.read(candidate, atMs + delayMs);
    const isNew = candidate.renewedAtMs === undefined;
    candidate.renewedAtMs = clockOf(candidate, atMs);
    return isNew ? acts(played, candidate, { atMs: atMs + delayMs, delayMs }) : undefined;
  });
  return undefined;
}

/** A leader does something, if the rule lets it: that arrives a little later. */
async function acts(played: Played, candidate: PlayedCandidate, { atMs, delayMs }: { readonly atMs: number; readonly delayMs: number }): Promise<CaseFinding | undefined> {
  const { election } = played;
  const { renewedAtMs, term } = candidate;
  if (renewedAtMs === undefined) return undefined;
  const candidacy = election.candidacy(candidate, atMs);
  const asked = await decide(played, candidacy, atMs, wordsOfAct, (decision) => judgeAct(candidacy, renewedAtMs, decision));
  if (asked === undefined || 'seen' in asked) return asked;
  if (asked.decision.do === 'stepDown') {
    candidate.renewedAtMs = undefined;
    return undefined;
  }
  candidate.actsUntilMs = Math.max(candidate.actsUntilMs, atMs + delayMs);
  plan(played, atMs + delayMs, () => {
    const two = election.act(candidate, term, atMs + delayMs, asked.slip);
    const wrong = two && mistakeOfTwo(two);
    if (two === undefined || wrong === undefined) return undefined;
    const { older, newer } = two;
    const seen = `Something that \`${older.who}\` sent as the leader arrives at ${inSeconds(older.atMs)}. By then \`${newer.who}\` leads: what it sent arrived at ${inSeconds(newer.atMs)}.`;
    return { ...wrong, seen: `${seen} ${story(played)}` };
  });
  return undefined;
}

/** Asks the learner's rule. */
async function decide(
  played: Played,
  candidacy: Candidacy,
  atMs: number,
  words: (candidacy: Candidacy, decision: string) => string,
  judge: (decision: LeaseDecision) => Judged,
): Promise<CaseFinding | { readonly decision: LeaseDecision; readonly slip: Slip | undefined } | undefined> {
  const { returned, problem } = await played.run([callFor(candidacy)]);
  const [decision] = returned;
  note(played, atMs, words(candidacy, isDecision(decision) ? decision.do : '?'));
  if (problem !== undefined) return { problem, seen: story(played) };
  if (!isDecision(decision)) return undefined;
  const judged = judge(decision);
  const isWrong = 'mistake' in judged || judged.slip !== undefined;
  const alone = isWrong ? await decideAlone(played.run, candidacy) : undefined;
  if (alone !== undefined && JSON.stringify(alone) !== JSON.stringify(decision)) return { ...mixedUp, seen: `${story(played)} ${wordsOfAlone(alone, decision)}` };
  if ('mistake' in judged) return { ...judged.mistake, seen: story(played) + wordsOfRecord(candidacy, decision) };
  const slip = mistakeOfSlip(judged.slip);
  if (slip !== undefined) played.slip ??= { ...slip, seen: story(played) };
  return { decision, slip: judged.slip };
}

/** What the rule decides for a candidate that starts, sees the Lease appear, and then knows this: a rule that remembers nothing decides as before. */
async function decideAlone(run: RunCalls, candidacy: Candidacy): Promise<LeaseDecision | undefined> {
  const { identity, seenAtMs, leaseDurationSeconds, renewDeadlineMs } = candidacy;
  const started = { identity, nowMs: seenAtMs, seenAtMs, leaseDurationSeconds, renewDeadlineMs };
  const { returned } = await run([started, { ...candidacy, nowMs: seenAtMs }, candidacy].map(callFor));
  const decision = returned.at(-1);
  return isDecision(decision) ? decision : undefined;
}

function callFor(candidacy: Candidacy): Call {
  const value: Json = JSON.parse(JSON.stringify(candidacy));
  return { name: 'decideLease', values: [value], atMs: 0 };
}

function note({ words }: Played, atMs: number, what: string): undefined {
  words.push(`${inSeconds(atMs)}: ${what}`);
}

const story = ({ words, play: { setups } }: Played): string => `${wordsOfSetups(setups)}What happened: ${words.join('; ')}.`;
