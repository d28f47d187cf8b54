/**
 * What a work queue must do, tried by calls alone: drawn scripts are sent to the learner's queue and to the engine's own, and the first
 * call that returns something else is shown, in the fewest calls that show it.
 */
import { engineParts, type Random } from '../../../engine/index.ts';
import type { CallValue } from '../../../session/apart/messages.ts';
import { createSignalingQueue, type SignalingQueue } from '../../../session/learner/parts/signaling-queue.ts';
import type { Case, CaseFinding } from '../types.ts';
import { type Call, callWords, findingOfFewest, playCalls, type RunCalls } from './calls.ts';

/** Scripts of a universe: each crosses the port once. */
const scripts = 24;
/** Keys that wait at once: in a quiet cluster, and after the list of a large one. */
const waitingKeys = [20, 150, 1200];
const longest = 30;
const keys = ['default/a', 'default/a', 'default/b', 'shop/a'];

type Name = 'add' | 'get' | 'done' | 'addAfter' | 'addRateLimited' | 'forget' | 'failures' | 'length' | 'shutDown' | 'hasSignaled';

/** Whatever is called, and nothing later than another: keys come and go. */
const untimed: readonly Name[] = ['add', 'add', 'add', 'get', 'get', 'get', 'done', 'done'];
const counted: readonly Name[] = [...untimed, 'length', 'length'];
const timed: readonly Name[] = [...untimed, 'addAfter', 'addRateLimited', 'addRateLimited', 'forget', 'failures'];

const signaling: readonly Name[] = [...untimed, 'hasSignaled', 'hasSignaled'];

/** What a queue hands out, and when. */
export const workQueueCases: readonly Case[] = [
  { name: 'keys come and go', judge: (run, random) => judgeScripts(run, random, untimed) },
  { name: 'keys are counted', judge: (run, random) => judgeScripts(run, random, counted) },
  { name: 'many keys wait', judge: (run, random) => judgeMany(run, random.pick(waitingKeys)) },
  { name: 'workers wait for keys', judge: (run, random) => judgeScripts(run, random, signaling) },
  { name: 'keys come back after a while', judge: (run, random) => judgeScripts(run, random, timed) },
];

async function judgeScripts(run: RunCalls, random: Random, names: readonly Name[]): Promise<CaseFinding | undefined> {
  for (let count = 0; count < scripts; count += 1) {
    const calls = names === timed && count === 0 ? twoWaits(random) : drawCalls(random, names, count === scripts - 1);
    const found = await differs(run, calls);
    if (found !== undefined) return findingOfFewest(calls, found, (fewer) => differs(run, fewer));
  }
  return undefined;
}

/** The fewest keys of which one is lost are searched by halving. */
async function judgeMany(run: RunCalls, count: number): Promise<CaseFinding | undefined> {
  let found = await differs(run, addMany(count));
  let [most, step] = [count, count];
  while (found !== undefined && step > 1) {
    step = Math.ceil(step / 2);
    const fewer = most > step ? await differs(run, addMany(most - step)) : undefined;
    if (fewer === undefined) continue;
    most -= step;
    found = fewer;
  }
  return found;
}

/** So many keys, and then a worker for each. */
function addMany(count: number): readonly Call[] {
  const adds = Array.from({ length: count }, (_, index): Call => ({ name: 'add', values: [`shop/${index}`], atMs: 0 }));
  return [...adds, ...adds.map((): Call => ({ name: 'get', values: [], atMs: 0 }))];
}

function drawCalls(random: Random, names: readonly Name[], endsInShutDown: boolean): readonly Call[] {
  const calls: Call[] = [];
  let atMs = 0;
  const length = 4 + random.int(longest - 4);
  for (let index = 0; index < length; index += 1) {
    const name = random.pick(names);
    // Between two calls of one instant, or long enough for every wait that is under way to end.
    if (names === timed && random.chance(0.4)) atMs += random.pick([1, 4, 5, 9, 30, 400, 2000]);
    calls.push({ name, values: valuesOf(name, random), atMs });
  }
  const last: readonly Call[] = [
    { name: 'add', values: ['default/z'], atMs },
    ...Array.from({ length: random.pick([0, longest]) }, (): Call => ({ name: 'get', values: [], atMs })),
    { name: 'add', values: ['default/z'], atMs },
    { name: 'shutDown', values: [], atMs },
    { name: 'done', values: ['default/z'], atMs },
    { name: 'add', values: ['default/a'], atMs },
    { name: 'get', values: [], atMs: atMs + 5000 },
    { name: 'length', values: [], atMs: atMs + 5000 },
  ];
  return endsInShutDown ? [...calls, ...last] : calls;
}

/** One key, two waits: the earlier one counts, and the other one is forgotten. */
function twoWaits(random: Random): readonly Call[] {
  const [key = ''] = keys;
  const early = 2 + random.int(20);
  const late = early + random.pick([1, 1, 2, 30]);
  const waits = random.chance(0.5) ? [late, early] : [early, late];
  const get = (atMs: number): Call => ({ name: 'get', values: [], atMs });
  return [
    ...waits.map((ms): Call => ({ name: 'addAfter', values: [key, ms], atMs: 0 })),
    // A call comes before what ends at the same millisecond.
    get(early),
    get(early + 1),
    { name: 'done', values: [key], atMs: early + 1 },
    get(late + 2),
  ];
}

function valuesOf(name: Name, random: Random): readonly CallValue[] {
  if (name === 'get' || name === 'length' || name === 'shutDown') return [];
  if (name === 'addAfter') return [random.pick(keys), random.pick([0, 1, 5, 9, 10, 50, 1000])];
  return [random.pick(keys)];
}

/** A call, and what the engine's own queue returns. */
interface Expected {
  readonly call: Call;
  readonly value: CallValue | undefined;
}

/** Without those that give back what no worker has: what a queue makes of that is its own affair. */
async function expectedOf(calls: readonly Call[]): Promise<readonly Expected[]> {
  const expected: Expected[] = [];
  await play(calls, (queue, call) => {
    if (call.name === 'done' && !queue.status().processing.has(String(call.values[0]))) return;
    expected.push({ call, value: carryOut(queue, call) });
  });
  return expected;
}

/** What a queue holds. */
interface Held {
  readonly queued: readonly string[];
  readonly processing: ReadonlySet<string>;
  readonly waiting: ReadonlySet<string>;
}

/** What the engine's own queue holds when the last of these calls comes. */
async function heldBeforeLast(calls: readonly Call[]): Promise<Held> {
  let held: Held = { queued: [], processing: new Set(), waiting: new Set() };
  let left = calls.length;
  await play(calls, (queue, call) => {
    left -= 1;
    if (left > 0) return void carryOut(queue, call);
    const { queued, processing, waiting } = queue.status();
    held = { queued, processing: new Set(processing), waiting: new Set(waiting.keys()) };
  });
  return held;
}

/** Brings calls to a queue of the engine's own, each at its time. */
const play = (calls: readonly Call[], visit: (queue: SignalingQueue, call: Call) => void): Promise<void> =>
  playCalls((clock) => createSignalingQueue(engineParts.createWorkQueue, clock), calls, visit);

function carryOut(queue: SignalingQueue, { name, values }: Call): CallValue | undefined {
  const method: unknown = Reflect.get(queue, name);
  const value: unknown = typeof method === 'function' ? Reflect.apply(method, queue, [...values]) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** The first call that returns something else. */
async function differs(run: RunCalls, calls: readonly Call[]): Promise<CaseFinding | undefined> {
  const expected = await expectedOf(calls);
  const fair = expected.map(({ call }) => call);
  const { returned, problem } = await run(fair);
  if (problem !== undefined) return { problem, seen: `Calls: ${wordsOf(fair)}.` };
  // To be woken once too often does no harm.
  const at = expected.findIndex(({ call: { name }, value }, index) => value !== returned[index] && !(name === 'hasSignaled' && value === 0));
  const call = fair[at];
  const should = expected[at];
  if (call === undefined || should === undefined) return undefined;
  const upToIt = fair.slice(0, at + 1);
  const called = wordsOf(upToIt);
  if (call.name === 'hasSignaled') return { ...wokeNoWorker, seen: `Calls: ${called}. A key can be handed out by then, and \`onAvailable\` has not been called for it.` };
  const seen = `Calls: ${called}. The last one returned ${shown(returned[at])}, and should have returned ${shown(should.value)}.`;
  return { ...kindOf(call, await heldBeforeLast(upToIt), returned[at], fair.slice(0, at)), seen };
}

const shown = (value: CallValue | undefined): string => (value === undefined ? 'nothing' : `\`${String(value)}\``);

const wordsOf = (calls: readonly Call[]): string =>
  callWords(
    calls.filter((call) => call.name !== 'hasSignaled'),
    (value) => (typeof value === 'string' ? `'${value}'` : String(value)),
  );

const wokeNoWorker: Kind = {
  cause: 'woke no worker for a key',
  glyph: 'stood-still',
  question: 'A worker without work sleeps until `onAvailable` is called. After which of your lines can `get` hand out one key more than before?',
};

type Kind = Pick<Required<CaseFinding & { cause: string; glyph: string; question: string }>, 'cause' | 'question'> & { readonly glyph: 'too-many' | 'stood-still' | 'waiting' | 'restless' };

function kindOf({ name }: Call, held: Held, got: CallValue | undefined, before: readonly Call[]): Kind {
  if (before.some((call) => call.name === 'shutDown'))
    return { cause: 'went on after it was shut down', glyph: 'restless', question: 'Which methods of your queue may still do something after `shutDown`?' };
  if (name === 'failures')
    return { cause: 'miscounted the failures', glyph: 'restless', question: 'What counts a failure, and what sets the count back?' };
  if (name === 'get' && typeof got === 'string') {
    if (held.processing.has(got))
      return { cause: 'gave one key to two workers', glyph: 'too-many', question: 'A worker has this key and hasn’t given it back. Where is it to wait until then?' };
    if (held.waiting.has(got))
      return { cause: 'didn’t wait', glyph: 'waiting', question: 'When was this key to be added, and by which clock?' };
    if (held.queued.includes(got))
      return { cause: 'let a later key go first', glyph: 'waiting', question: 'Which of the keys has waited for longest?' };
    return { cause: 'handed out a key again', glyph: 'too-many', question: 'How often was this key added while it waited, and how often may it be handed out for that?' };
  }
  if (name === 'get') {
    const [expected = ''] = held.queued;
    const given = before.findLastIndex((call) => call.name === 'done' && call.values[0] === expected);
    const added = before.findLastIndex((call) => call.name === 'add' && call.values[0] === expected);
    if (given > added)
      return { cause: 'lost what was added meanwhile', glyph: 'stood-still', question: 'The key was added while a worker had it. What happens to that when the worker gives it back?' };
    return { cause: 'lost a key', glyph: 'stood-still', question: 'What put this key into the queue, and where is it now?' };
  }
  return { cause: 'miscounted the keys', glyph: 'restless', question: 'Which keys would `get` hand out now? Count those, and no others.' };
}
