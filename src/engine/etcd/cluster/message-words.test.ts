import { expect, test } from 'vitest';
import type { Message } from '../../raft/index.ts';
import { createMessageLog, messageWords } from './message-words.ts';

const between = { from: 'a', to: 'b', term: 3 } as const;
const entry = (index: number) => ({ index, term: 3, kind: 'empty', bytes: 0 }) as const;
const append = (...entries: readonly ReturnType<typeof entry>[]): Message => ({
  ...between,
  type: 'append',
  prevIndex: 0,
  prevTerm: 0,
  entries,
  commit: 7,
});

test('appends name their entries', () => {
  expect(messageWords(append(entry(8)))).toBe('append entry 8');
  expect(messageWords(append(entry(8), entry(9), entry(10)))).toBe('append entries 8–10');
  expect(messageWords(append())).toBe('committed up to 7');
});

test('the log keeps the newest and leaves heartbeats out', () => {
  let now = 0;
  const log = createMessageLog(() => now, 3);
  for (now = 1; now <= 10; now += 1) {
    log.note('etcd-0', 'etcd-1', append(entry(now)));
    log.note('etcd-0', 'etcd-1', { ...between, type: 'heartbeat', commit: 0, round: 0 });
  }
  expect(log.last().map(({ time, words }) => `${time} ${words}`)).toEqual([
    '8 append entry 8',
    '9 append entry 9',
    '10 append entry 10',
  ]);
});
