/** What a store of expectations must do, tried by calls alone: drawn scripts of writes and watch events, and a question after each. */
import { engineParts, type Random } from '../../../engine/index.ts';
import type { CallValue } from '../../../session/apart/messages.ts';
import { isRecord } from '../../../session/record.ts';
import { type Mistake, mistake } from '../finding.ts';
import type { Case } from '../types.ts';
import type { Call } from './calls.ts';
import { judgeScripts, type ScriptedPart } from './scripts.ts';

/** Scripts of a universe: each crosses the port once. */
const scripts = 16;
const keys = ['default/web', 'default/web', 'shop/web'];
const uids = ['a', 'b', 'c'];
const minute = 60_000;
/** No sum of them is five minutes: what is answered then is everybody’s own affair. */
const longWaits = [0, 1000, minute + 3, 4 * minute + 7, 5 * minute + 1];

/** As the watch shows a Pod; the store needs its uid alone. */
const podOf = (uid: string): CallValue => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: `web-${uid}`, namespace: 'default', uid } });

export const expectationCases: readonly Case[] = [
  { name: 'what was created is shown', judge: (run, random) => judgeScripts(run, part, draw(random, ['creations', 'creationObserved', 'creationObserved'])) },
  { name: 'what was deleted is shown, twice', judge: (run, random) => judgeScripts(run, part, draw(random, ['deletions', 'deletionObserved', 'deletionObserved'])) },
  {
    name: 'some of it was refused',
    judge: (run, random) => judgeScripts(run, part, draw(random, ['creations', 'deletions', 'creationsFailed', 'deletionsFailed', 'creationObserved', 'deletionObserved'])),
  },
  {
    name: 'one pass creates and deletes',
    judge: (run, random) => judgeScripts(run, part, draw(random, ['both', 'both', 'creationObserved', 'deletionObserved', 'creationObserved', 'deletionObserved'])),
  },
  {
    name: 'an event never comes, or the owner is gone',
    judge: (run, random) => judgeScripts(run, part, draw(random, ['creations', 'deletions', 'creationObserved', 'deletionObserved', 'forget'], longWaits)),
  },
];

type Name = 'creations' | 'both' | 'deletions' | 'creationsFailed' | 'deletionsFailed' | 'creationObserved' | 'deletionObserved' | 'forget';

/** After each call the store is asked about both keys, for no owner's events count for another. */
function* draw(random: Random, names: readonly Name[], waits: readonly number[] = [0, 0, 20]): Generator<readonly Call[]> {
  for (let count = 0; count < scripts; count += 1) {
    const calls: Call[] = [];
    let atMs = 0;
    const length = 3 + random.int(10);
    for (let index = 0; index < length; index += 1) {
      atMs += random.pick(waits);
      // Whatever comes is of no use before something is expected.
      const name = index === 0 ? (names[0] ?? 'creations') : random.pick(names);
      calls.push({ ...callOf(name, random), atMs });
      for (const key of new Set(keys)) calls.push({ name: 'satisfied', values: [key], atMs });
    }
    yield calls;
  }
}

function callOf(name: Name, random: Random): Omit<Call, 'atMs'> {
  const key = random.pick(keys);
  const some = (): CallValue => uids.slice(0, random.int(uids.length + 1)).map(podOf);
  switch (name) {
    case 'creations':
      return { name, values: [key, random.int(4)] };
    case 'both':
      return { name: 'creations', values: [key, random.int(3), some()] };
    case 'creationsFailed':
      return { name, values: [key, random.int(3)] };
    case 'deletions':
    case 'deletionsFailed':
      return { name, values: [key, some()] };
    case 'deletionObserved':
      return { name, values: [key, random.pick(uids)] };
    default:
      return { name, values: [key] };
  }
}

const part: ScriptedPart = {
  make: (clock) => engineParts.createExpectations(clock),
  words: valueWords,
  // What the other methods return is their own affair.
  isRight: ({ name }, returned, expected) => name !== 'satisfied' || Boolean(returned) === expected,
  mistake: (calls, _returned, expected) => (expected === true ? waitedTooLong(calls) : trustedTooEarly(calls)),
};

function valueWords(value: CallValue): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(valueWords).join(', ')}]`;
  const uid = isRecord(value) && isRecord(value['metadata']) ? value['metadata']['uid'] : undefined;
  return typeof uid === 'string' ? `Pod ${uid}` : JSON.stringify(value);
}

/** The calls about the key that was asked about last. */
function aboutKey(calls: readonly Call[]): readonly Call[] {
  const key = calls.at(-1)?.values[0];
  return calls.filter(({ name, values }) => name !== 'satisfied' && values[0] === key);
}

const expecting = (calls: readonly Call[]): Call | undefined => aboutKey(calls).findLast(({ name }) => name === 'creations' || name === 'deletions');

function waitedTooLong(calls: readonly Call[]): Mistake {
  const own = aboutKey(calls);
  const since = expecting(calls);
  const atMs = calls.at(-1)?.atMs ?? 0;
  if (since === undefined)
    return mistake('waited for what nobody expects', 'Nothing was noted under this key. What does your store answer for a key that it doesn’t know?', 'waiting');
  if (own.at(-1)?.name === 'forget') return mistake('remembered an owner that is gone', 'The owner is gone. What of it may your store still hold?', 'waiting');
  if (atMs - since.atMs > 5 * minute)
    return mistake('waited for an event for ever', 'An event can be lost. From which moment on does your store wait no longer, and since when does it count?', 'waiting');
  if (own.some(({ name }) => name === 'creationsFailed' || name === 'deletionsFailed'))
    return mistake('kept expecting what was refused', 'What was refused will never be shown. Which line takes it back, and from which number or list?', 'waiting');
  if (own.filter(({ name }) => name === 'creations' || name === 'deletions').length > 1)
    return mistake('expected what an earlier pass had noted', 'A pass that asks first has seen all that was expected before, or five minutes have passed. What does its own note add to, and what does it take the place of?', 'waiting');
  return mistake('waited for what the watch had shown', 'The watch has shown it. Which line of yours counts that, and under which key?', 'waiting');
}

function trustedTooEarly(calls: readonly Call[]): Mistake {
  const own = aboutKey(calls);
  const since = own.lastIndexOf(expecting(calls) ?? own[0] ?? { name: '', values: [], atMs: 0 });
  const after = own.slice(since + 1);
  const shown = after.filter(({ name }) => name === 'deletionObserved').map(({ values }) => String(values[1]));
  if (new Set(shown).size < shown.length)
    return mistake('counted one deletion twice', 'One deletion is shown twice: as a `deletionTimestamp`, and as gone. How does your store tell that both are one?');
  if (own.slice(0, since).some(({ name }) => name === 'creations' || name === 'deletions'))
    return mistake('mixed two passes up', 'A new pass has written something new. What of the pass before still counts?');
  return mistake('trusted its cache too early', 'What is still to be shown for this key? List it, and compare it with what your store has left.');
}
