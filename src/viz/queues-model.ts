/** What each loop has before it: its queue, what it expects to see, how far its caches have come. Known only for now. Plain JSON. */
import { seconds } from './format.ts';
import { tr, trCount } from './words.ts';

export interface QueuesView {
  readonly timeMs: number;
  /** etcd's. */
  readonly revision: number;
  readonly loops: readonly LoopQueueView[];
  readonly scheduler?: SchedulerQueueView;
}

export interface LoopQueueView {
  /** "replicaset" */
  readonly name: string;
  /** Down, it has no memory. */
  readonly up: boolean;
  /** The learner's code runs here. */
  readonly yours: boolean;
  /** Of each list, the first ones; `more` is how many there are beyond. */
  readonly waiting: Keys<string>;
  readonly processing: Keys<{ readonly key: string; readonly again: boolean }>;
  readonly delayed: Keys<DelayedKey>;
  /** Those that aren't met yet. */
  readonly expected: Keys<ExpectedView>;
  readonly caches: readonly CacheView[];
}

export interface Keys<T> {
  readonly first: readonly T[];
  readonly more: number;
}

export interface DelayedKey {
  readonly key: string;
  /** When it is added to the queue. */
  readonly atMs: number;
  /** In a row. 0: the loop itself asked to look again then. */
  readonly failures: number;
}

export interface ExpectedView {
  readonly key: string;
  readonly creations: number;
  readonly deletions: number;
  readonly sinceMs: number;
}

export interface CacheView {
  readonly kind: string;
  readonly objects: number;
  /** Revision up to which it is known; 0 before the first list. */
  readonly revision: number;
  /** Changes of this kind that etcd has and the cache hasn't. */
  readonly behind: number;
  /** A watch is open. */
  readonly alive: boolean;
}

export interface SchedulerQueueView {
  readonly up: boolean;
  readonly active: Keys<WaitingPod>;
  readonly backoff: Keys<WaitingPod>;
  readonly unschedulable: Keys<WaitingPod>;
  readonly gated: Keys<WaitingPod>;
  /** Being tried or bound. */
  readonly inFlight: Keys<WaitingPod>;
  readonly caches: readonly CacheView[];
}

export interface WaitingPod {
  readonly uid: string;
  readonly key: string;
  readonly attempts: number;
  readonly sinceMs: number;
  /** When its back-off ends. */
  readonly readyMs?: number;
  readonly rejectedBy: readonly string[];
}

/** So many of a list are sent. */
const keysListed = 12;

export function keysOf<T>(all: Iterable<T>): Keys<T> {
  const list = [...all];
  return { first: list.slice(0, keysListed), more: Math.max(0, list.length - keysListed) };
}

export const keyCount = ({ first, more }: Keys<unknown>): number => first.length + more;

/** Something waits, is in a pass, or is expected. */
export function isBusy({ waiting, processing, delayed, expected }: LoopQueueView): boolean {
  return [waiting, processing, delayed, expected].some((keys) => keyCount(keys) > 0);
}

export const isBehind = ({ behind, alive }: CacheView): boolean => behind > 0 || !alive;

/** "2 wait, 1 is in a pass, 1 comes back, 1 expectation" or "nothing to do" */
export function loopWords({ up, waiting, processing, delayed, expected }: LoopQueueView): string {
  if (!up) return tr('is down: its queue and its caches are gone');
  const parts = [
    keyCount(waiting) > 0 && trCount(keyCount(waiting), { one: '{count} waits', other: '{count} wait' }),
    keyCount(processing) > 0 && trCount(keyCount(processing), { one: '{count} is in a pass', other: '{count} are in a pass' }),
    keyCount(delayed) > 0 && trCount(keyCount(delayed), { one: '{count} comes back later', other: '{count} come back later' }),
    keyCount(expected) > 0 && trCount(keyCount(expected), { one: '{count} expectation', other: '{count} expectations' }),
  ].filter(Boolean);
  return parts.length === 0 ? tr('nothing to do') : parts.join(', ');
}

/** "in 0.160 s, after 5 failures" */
export function delayedWords({ atMs, failures }: DelayedKey, timeMs: number): string {
  const time = seconds(Math.max(0, atMs - timeMs));
  if (failures === 0) return tr('in {time}, requeued by its own request', { time });
  return trCount(failures, { one: 'in {time}, after {count} failure', other: 'in {time}, after {count} failures' }, { time });
}

/** "2 creations, 1 deletion, for 0.005 s" */
export function expectedWords({ creations, deletions, sinceMs }: ExpectedView, timeMs: number): string {
  const what = [
    creations > 0 && trCount(creations, { one: '{count} creation', other: '{count} creations' }),
    deletions > 0 && trCount(deletions, { one: '{count} deletion', other: '{count} deletions' }),
  ];
  return tr('{what}, for {time}', { what: what.filter(Boolean).join(', '), time: seconds(timeMs - sinceMs) });
}

/** "up to date", "3 changes behind", "no watch" */
export function cacheWords({ behind, alive, revision }: CacheView): string {
  if (revision === 0) return tr('not filled yet');
  const late = behind === 0 ? tr('up to date') : trCount(behind, { one: '{count} change behind', other: '{count} changes behind' });
  return alive ? late : tr('{state}, no watch open', { state: late });
}

/** "tried 3 times, again in 2.000 s; rejected by NodeResourcesFit" */
export function waitingWords({ attempts, readyMs, rejectedBy, sinceMs }: WaitingPod, timeMs: number): string {
  return [
    attempts === 0 ? tr('not tried yet') : trCount(attempts, { one: 'tried once', other: 'tried {count} times' }),
    readyMs === undefined ? tr('since {time}', { time: seconds(sinceMs) }) : tr('again in {time}', { time: seconds(Math.max(0, readyMs - timeMs)) }),
    rejectedBy.length === 0 ? '' : tr('rejected by {plugins}', { plugins: rejectedBy.join(', ') }),
  ]
    .filter(Boolean)
    .join(', ');
}
