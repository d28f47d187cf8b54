import { expect, test } from 'vitest';
import { linearize, type Operation, type RegisterCall, register, staleKey } from './linearizability.ts';

type Op = Operation<RegisterCall, string | undefined>;

const write = (value: string, called: number, returned = Number.POSITIVE_INFINITY): Op => ({
  call: { type: 'write', key: 'k', value },
  called,
  returned,
});
const read = (answer: string | undefined, called: number, returned: number): Op => ({
  call: { type: 'read', key: 'k' },
  called,
  returned,
  answer,
});

test('a read after a write sees it', () => {
  expect(staleKey([write('a', 1, 2), read('a', 3, 4)])).toBeUndefined();
  expect(staleKey([write('a', 1, 2), read(undefined, 3, 4)])).toBe('k');
});

test('a read during a write may see either, but not back again', () => {
  expect(staleKey([write('a', 1, 9), read(undefined, 2, 3), read('a', 4, 5)])).toBeUndefined();
  expect(staleKey([write('a', 1, 9), read('a', 2, 3), read(undefined, 4, 5)])).toBe('k');
});

test('a write of unknown end may happen much later, or never', () => {
  expect(staleKey([write('a', 1, 2), write('b', 3), read('a', 4, 5), read('b', 6, 7)])).toBeUndefined();
  expect(staleKey([write('a', 1, 2), write('b', 3), read('a', 6, 7)])).toBeUndefined();
  expect(staleKey([write('a', 1, 2), write('b', 3), read('b', 4, 5), read('a', 6, 7)])).toBe('k');
});

test('two readers must agree on the order of writes', () => {
  const writes = [write('a', 1, 10), write('b', 2, 11)];
  expect(
    linearize(register, [...writes, read('a', 12, 13)])?.map(({ call }) =>
      call.type === 'write' ? call.value : 'read',
    ),
  ).toEqual(['b', 'a', 'read']);
  expect(staleKey([...writes, read('a', 12, 13), read('b', 14, 15)])).toBe('k');
});

test('ten operations at once are decided quickly', () => {
  const writes = Array.from({ length: 10 }, (_, at) => write(`v${at}`, at, 1000));
  expect(staleKey([...writes, read('v0', 1001, 1002)])).toBeUndefined();
});
