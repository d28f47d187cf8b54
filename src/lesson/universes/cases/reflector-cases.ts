/**
 * What a reflector's rules must do, tried step by step: an API server is played to them, with everything that can end a list or a watch,
 * and after each step what they ask for and what their store holds is judged. Any order of requests that loses nothing is right.
 */
import type { Json, Random, ReflectorEffect, ReflectorEvent, ReflectorStep } from '../../../engine/index.ts';
import type { Case, CaseFinding } from '../types.ts';
import { type Call, findingOfFewest, type RunCalls } from './calls.ts';
import { createPlayedServer, type Held, heldOf, type PlayedServer } from './played-server.ts';
import { type Judged, judgeRequests } from './reflector-requests.ts';
import { wordsOfEvent, wordsOfStep } from './reflector-words.ts';

/** What is played next. Moves that mean nothing at that moment are left out. */
export type Move =
  | { readonly type: 'change' | 'delete'; readonly name: string }
  | { readonly type: 'deliver' | 'bookmark' | 'answer' | 'fail' | 'end' | 'endEarly' | 'expire' | 'overdue' | 'over' | 'stop' }
  | { readonly type: 'refuse'; readonly code: number };

/** Plays of a universe. */
const plays = 20;
const names = ['a', 'b', 'c'];
/** Requests that a play may end with, until everything has been delivered. */
const mostFurtherSteps = 24;

/** Everything that can end a watch. */
const ends: readonly Move['type'][] = ['end', 'endEarly', 'expire', 'overdue', 'refuse'];

/** What a reflector asks for, and what its store has. */
export const reflectorCases: readonly Case[] = [
  { name: 'objects come and go', judge: (run, random) => judgePlays(run, random, ['deliver', 'deliver', 'bookmark', 'end']) },
  { name: 'lists and watches fail', judge: (run, random) => judgePlays(run, random, ['deliver', 'bookmark', 'fail', ...ends, ...ends]) },
  { name: 'the server is busy for long', judge: (run, random) => judgePlay(run, busyForLong(random)) },
];

async function judgePlays(run: RunCalls, random: Random, troubles: readonly Move['type'][]): Promise<CaseFinding | undefined> {
  for (let count = 0; count < plays; count += 1) {
    const found = await judgePlay(run, drawMoves(random, troubles, count === plays - 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function judgePlay(run: RunCalls, moves: readonly Move[]): Promise<CaseFinding | undefined> {
  const found = await play(run, moves);
  return found && findingOfFewest(moves, found, (fewer) => play(run, fewer));
}

function drawMoves(random: Random, troubles: readonly Move['type'][], stops: boolean): readonly Move[] {
  const moves: Move[] = [];
  const length = 6 + random.int(14);
  for (let index = 0; index < length; index += 1) {
    const type = random.pick([...troubles, 'change', 'change', 'delete', 'answer', 'answer', 'over'] as const);
    if (type === 'change' || type === 'delete') moves.push({ type, name: random.pick(names) });
    else if (type === 'refuse') moves.push({ type, code: random.pick([429, 503, 500, 403]) });
    else moves.push({ type });
  }
  return stops ? [...moves, { type: 'stop' }] : moves;
}

/** Refuses one watch after another, with a change between some of them. */
function busyForLong(random: Random): readonly Move[] {
  const tries = Array.from({ length: 4 + random.int(12) }, (): readonly Move[] => {
    const between: readonly Move[] = random.chance(0.3) ? [{ type: 'change', name: random.pick(names) }, { type: 'deliver' }] : [];
    return [{ type: 'refuse', code: random.pick([429, 503]) }, { type: 'over' }, ...between];
  });
  return [{ type: 'answer' }, ...tries.flat(), { type: 'end' }];
}

/** One play from the start on: what the rules have asked for, and what the store of the learner's reflector has. */
interface Play {
  readonly server: PlayedServer;
  readonly run: RunCalls;
  state: Json;
  held: Map<string, string>;
  /** What the store must have: as the server had it at `revision`. */
  expected: Held;
  judged: Judged;
  readonly words: string[];
}

async function play(run: RunCalls, moves: readonly Move[]): Promise<CaseFinding | undefined> {
  const server = createPlayedServer();
  server.change('a', false);
  server.change('b', false);
  const judged: Judged = { revision: '', expired: undefined, mustWait: false, mayList: true, isWaiting: false };
  const started: Play = { server, run, state: { name: 'new' }, held: new Map(), expected: new Map(), judged, words: [] };
  const atStart = await step(started, { type: 'start', from: '' });
  if (atStart !== undefined) return atStart;
  for (const move of moves) {
    const event = eventOf(started, move);
    const found = event && (await step(started, event));
    if (found !== undefined) return found;
    if (move.type === 'stop') return undefined;
  }
  return goOn(started);
}

/** Nothing goes wrong any more. */
async function goOn(played: Play): Promise<CaseFinding | undefined> {
  for (let count = 0; count < mostFurtherSteps; count += 1) {
    const event = eventOf(played, { type: 'over' }) ?? eventOf(played, { type: 'answer' }) ?? eventOf(played, { type: 'deliver' });
    if (event === undefined) return undefined;
    const found = await step(played, event);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What this move is to the reflector now. */
function eventOf({ server, judged: { open, isWaiting } }: Play, move: Move): ReflectorEvent | undefined {
  if (move.type === 'change' || move.type === 'delete') {
    server.change(move.name, move.type === 'delete');
    return undefined;
  }
  if (move.type === 'stop') return { type: 'stop' };
  if (move.type === 'over') return isWaiting ? { type: 'backOffOver' } : undefined;
  if (open?.type === 'list') {
    if (move.type === 'answer') return { type: 'listed', revision: server.revision, items: server.list() };
    if (move.type === 'fail') return { type: 'listFailed', expired: false };
    return move.type === 'expire' ? { type: 'listFailed', expired: true } : undefined;
  }
  return open?.type === 'watch' ? watchEventOf(server, open.revision, move) : undefined;
}

function watchEventOf(server: PlayedServer, from: string, move: Move): ReflectorEvent | undefined {
  switch (move.type) {
    case 'deliver':
      return server.next(from);
    case 'bookmark':
      // Only where the watch has caught up: a bookmark promises that nothing came before it.
      if (server.next(from) !== undefined) return undefined;
      server.pass();
      return { type: 'BOOKMARK', object: { metadata: { resourceVersion: server.revision } } };
    case 'end':
      return { type: 'watchEnded', early: false };
    case 'endEarly':
      return { type: 'watchEnded', early: true };
    case 'expire':
      return { type: 'watchFailed', expired: true, code: 410 };
    case 'refuse':
      return { type: 'watchFailed', expired: false, code: move.code };
    case 'overdue':
      return { type: 'watchOverdue' };
    default:
      return undefined;
  }
}

/** One call of the learner's function, and everything that must be so after it. */
async function step(played: Play, event: ReflectorEvent): Promise<CaseFinding | undefined> {
  const { run, words, judged, state } = played;
  words.push(wordsOfEvent(event));
  const sent = JSON.parse(JSON.stringify(event));
  const call = { name: 'stepReflector', values: [state, sent], atMs: 0 };
  const { returned, problem } = await run([call, ofAnother, call]);
  const script = `Events: ${words.join(', ')}.`;
  if (problem !== undefined) return { problem, seen: script };
  const [answer, , again] = returned;
  if (!isStep(answer) || !isStep(again)) return undefined;
  played.state = JSON.parse(JSON.stringify(answer.state));
  const said = `${script} Your code returned ${wordsOfStep(answer)}.`;
  if (JSON.stringify(answer) !== JSON.stringify(again)) return { ...remembered, seen: `${said} Then another reflector listed. Now it returned, for the same state and event, ${wordsOfStep(again)}.` };
  played.expected = expectedAfter(played.expected, event);
  for (const effect of answer.effects) store(played.held, effect);
  const found = judgeRequests(judged, event, answer.effects) ?? judgeStore(played, event) ?? judgeRemoved(played, answer.effects);
  return found && { ...found, seen: `${said} ${found.seen}` };
}

/** What the session has checked already: see `learner/parts/reflector.ts`. */
const isStep = (answer: unknown): answer is ReflectorStep => typeof answer === 'object' && answer !== null && 'effects' in answer;

function expectedAfter(held: Held, event: ReflectorEvent): Held {
  if (event.type === 'listed') return heldOf(event.items);
  const next = new Map(held);
  if (event.type === 'ADDED' || event.type === 'MODIFIED') next.set(event.object.metadata.name ?? '', event.object.metadata.resourceVersion);
  if (event.type === 'DELETED') next.delete(event.object.metadata.name ?? '');
  return next;
}

function store(held: Map<string, string>, effect: ReflectorEffect): void {
  if (effect.type === 'put') held.set(effect.object.metadata.name ?? '', effect.object.metadata.resourceVersion);
  if (effect.type === 'remove') held.delete(effect.object.metadata.name ?? '');
  if (effect.type !== 'replace') return;
  held.clear();
  for (const [name, revision] of heldOf(effect.items)) held.set(name, revision);
}

/** A controller has a reflector for each kind: a step of another one. */
const ofAnother = {
  name: 'stepReflector',
  values: [{ name: 'listing', revision: '0' }, { type: 'listed', revision: '107', items: [{ metadata: { resourceVersion: '107', name: 'other' } }] }],
  atMs: 0,
} satisfies Call;

const remembered: Omit<Required<Extract<CaseFinding, { cause: string }>>, 'seen'> = {
  cause: 'remembered something beside its state',
  glyph: 'restless',
  question: 'A controller has one reflector for each kind, and all call your function. What does it remember outside the state that it is given?',
};

/** Taken out and put back, an object looks deleted to whoever follows the store. */
function judgeRemoved({ expected }: Play, effects: readonly ReflectorEffect[]): Required<Extract<CaseFinding, { cause: string }>> | undefined {
  const names = effects.flatMap((effect) => (effect.type === 'remove' ? [effect.object.metadata.name ?? ''] : []));
  const there = names.find((name) => expected.has(name));
  if (there === undefined) return undefined;
  return { cause: 'took out what is still there', glyph: 'too-few', question: 'A controller is told of each effect on its cache. What must it think when an object is removed, and has that happened?', seen: `\`${there}\` is still there, and was removed from the store.` };
}

function judgeStore({ held, expected }: Play, event: ReflectorEvent): Required<Extract<CaseFinding, { cause: string }>> | undefined {
  if (held.has('') && event.type === 'BOOKMARK')
    return { cause: 'took a bookmark for an object', glyph: 'too-many', question: 'What does a bookmark say, and what does it not say?', seen: 'The store has an object without a name now.' };
  const extra = [...held.keys()].find((name) => !expected.has(name));
  if (extra !== undefined)
    return { cause: 'kept what was deleted', glyph: 'too-many', question: 'How does the store learn that an object is gone: from a watch, and from a list?', seen: `The store still has \`${extra}\`, which is gone.` };
  const missing = [...expected].find(([name, revision]) => held.get(name) !== revision);
  if (missing === undefined) return undefined;
  const [name, revision] = missing;
  const has = held.get(name);
  return { cause: 'missed a change', glyph: 'stood-still', question: 'Which event brought this object, and what did your code do with it?', seen: `The store has ${has === undefined ? `no \`${name}\`` : `\`${name}\` at ${has}`}, and the server has sent it at ${revision}.` };
}
