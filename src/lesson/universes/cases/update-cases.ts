/**
 * What an update must do, tried step by step: it is played against a real store, while rivals write, a cache lags behind and etcd
 * doesn’t answer. What breaks a rule is shown in the fewest moves that show it.
 */
import type { Attempt, Json, Random, Stored, UpdateAction, UpdateEvent, UpdateStep } from '../../../engine/index.ts';
import type { Case, CaseFinding } from '../types.ts';
import { type Call, findingOfFewest, type RunCalls } from './calls.ts';
import { counterAt, createPlayedEtcd, type PlayedEtcd } from './played-etcd.ts';
import { createRequest, drawKind, type PlayedRequest, type RequestKind } from './played-request.ts';
import { judgeAction } from './update-judge.ts';
import { wordsOfAction, wordsOfEvent } from './update-words.ts';

/** What happens beside the update: before it begins, and then one before each of its actions is carried out. */
type Move = 'rival puts' | 'rival puts 5' | 'rival deletes' | 'another key' | 'cache follows' | 'compaction' | 'nothing' | 'no answer' | 'done, but no answer' | 'begin';

interface Play {
  readonly kind: RequestKind;
  readonly moves: readonly Move[];
  /** Before each event another update begins: an API server has many under way. */
  readonly beside: boolean;
}

/** Plays of a universe. */
const plays = 24;
/** No update takes as many: each lost swap is a rival's move, and there are fewer. */
const mostSteps = 60;

const quiet: readonly Move[] = ['nothing', 'another key', 'cache follows', 'compaction'];
const rivals: readonly Move[] = ['rival puts', 'rival puts 5', 'rival deletes', 'nothing', 'nothing', 'another key', 'compaction'];

export const updateCases: readonly Case[] = [
  { name: 'one writer', judge: (run, random) => judgePlays(run, random, quiet) },
  { name: 'rivals write', judge: (run, random) => judgePlays(run, random, rivals) },
  { name: 'etcd doesn’t answer', judge: (run, random) => judgePlays(run, random, [...rivals, 'no answer', 'done, but no answer']) },
];

async function judgePlays(run: RunCalls, random: Random, during: readonly Move[]): Promise<CaseFinding | undefined> {
  for (let count = 0; count < plays; count += 1) {
    const drawn = drawPlay(random, during);
    const found = await play(run, drawn);
    if (found === undefined) continue;
    const alone = { ...drawn, beside: false };
    const foundAlone = drawn.beside ? await play(run, alone) : undefined;
    const shown = foundAlone === undefined ? drawn : alone;
    return findingOfFewest(shown.moves, foundAlone ?? found, (moves) => play(run, { ...shown, moves }));
  }
  return undefined;
}

function drawPlay(random: Random, during: readonly Move[]): Play {
  const before = ['rival puts', 'rival puts 5', 'rival deletes', 'cache follows', 'cache follows', 'another key', 'compaction'] as const;
  const draw = (from: readonly Move[], length: number) => Array.from({ length }, () => random.pick(from));
  const first: readonly Move[] = random.chance(0.85) ? ['rival puts', 'cache follows'] : [];
  return { kind: drawKind(random), moves: [...first, ...draw(before, random.int(5)), 'begin', ...draw(during, random.int(7))], beside: random.chance(0.25) };
}

/** An update under way. */
interface Played {
  readonly run: RunCalls;
  readonly etcd: PlayedEtcd;
  readonly request: PlayedRequest;
  readonly coming: Move[];
  readonly beside: boolean;
  readonly words: string[];
  attempt: Attempt;
  base: Stored | undefined;
  isFresh: boolean;
}

async function play(run: RunCalls, { kind, moves, beside }: Play): Promise<CaseFinding | undefined> {
  const etcd = createPlayedEtcd();
  const begin = moves.includes('begin') ? moves.indexOf('begin') : moves.length;
  for (const move of moves.slice(0, begin)) happen(etcd, move);
  const cached = etcd.cached();
  const request = createRequest(kind, etcd.read()?.revision ?? 0);
  const played: Played = { run, etcd, request, coming: moves.slice(begin + 1), beside, words: [], attempt: { isFresh: false }, base: undefined, isFresh: false };
  let event: UpdateEvent = { type: 'start', cached };
  for (let count = 0; count < mostSteps; count += 1) {
    const action = await step(played, event);
    if (action === undefined || 'seen' in action) return action;
    if (action.type === 'answer') return undefined;
    event = carryOut(played, action);
  }
  return undefined;
}

/** One call of the learner's function: what it does next, or what is wrong with that. */
async function step(played: Played, event: UpdateEvent): Promise<UpdateAction | CaseFinding | undefined> {
  const { run, words, base, isFresh } = played;
  words.push(wordsOfEvent(event));
  const values: readonly Json[] = [asJson(played.attempt), asJson(event)];
  const others = played.beside && event.type !== 'start' ? [anotherBegins] : [];
  const { returned, problem } = await run([...others, { name: 'stepUpdate', values, atMs: 0 }]);
  const script = `The request: ${played.request.kind}. What happened: ${words.join(', ')}.${others.length > 0 ? ' Before this event, an update of another object began.' : ''}`;
  if (problem !== undefined) return { problem, seen: script };
  const answer = returned.at(-1);
  if (!isStep(answer)) return undefined;
  const { attempt, action } = answer;
  const wrong = judgeAction({ event, base, isFresh }, action);
  if (wrong !== undefined) return { ...wrong, seen: `${script} Your code returned ${wordsOfAction(action)}.` };
  played.attempt = attempt;
  played.isFresh = event.type === 'read' || event.type === 'lost' || (event.type !== 'start' && isFresh);
  words[words.length - 1] += ` → ${wordsOfAction(action)}`;
  return action;
}

const asJson = (value: Attempt | UpdateEvent): Json => JSON.parse(JSON.stringify(value));

/** The first step of an update of another object, for which it is called as well. */
const anotherBegins: Call = { name: 'stepUpdate', values: [asJson({ isFresh: false }), asJson({ type: 'start', cached: { object: counterAt(1), revision: 1 } })], atMs: 0 };

/** What the session has checked already: see `learner/parts/updates.ts`. */
const isStep = (answer: unknown): answer is UpdateStep => typeof answer === 'object' && answer !== null && 'action' in answer;

/** What comes of an action, after something else has happened. */
function carryOut(played: Played, action: Exclude<UpdateAction, { readonly type: 'answer' }>): UpdateEvent {
  const { etcd, request, coming } = played;
  const move = coming.shift() ?? 'nothing';
  happen(etcd, move);
  if (action.type === 'change') {
    played.base = action.current;
    return request.change(action.current);
  }
  if (move === 'no answer') return { type: 'failed' };
  const swapped = action.type === 'swap' ? etcd.swap(action.ifRevision, action.write) : undefined;
  if (move === 'done, but no answer') return { type: 'failed' };
  if (action.type === 'read') return { type: 'read', current: etcd.read() };
  return swapped?.written === false ? { type: 'lost', write: action.write, current: swapped.current } : { type: 'written' };
}

function happen(etcd: PlayedEtcd, move: Move): void {
  switch (move) {
    case 'rival puts':
      return etcd.put();
    case 'rival puts 5':
      return etcd.put(5);
    case 'rival deletes':
      return etcd.remove();
    case 'another key':
      return etcd.writeOther();
    case 'cache follows':
      return etcd.follow();
    case 'compaction':
      return etcd.compact();
    default:
      return undefined;
  }
}
