import { expect, test } from 'vitest';
import { countRight, holding, weakest } from './known.ts';

const tasks = { 'checkpoint-1': 2, 'checkpoint-4': 0 };
const answer = (first: number, last = first, right = true) => ({ first, last, right });

test('the first answer counts, also where a later one was right', () => {
  expect(countRight(tasks, { 'checkpoint-1': answer(1, 2), 'checkpoint-4': answer(0) })).toEqual({ answered: 2, right: 1, all: 2 });
  expect(countRight(tasks, { 'checkpoint-2': answer(2) })).toEqual({ answered: 0, right: 0, all: 2 });
});

test('of a diagnosis the last try counts', () => {
  expect(countRight({ 'diagnosis-loop': 'found' }, { 'diagnosis-loop': answer(0, 1) })).toEqual({ answered: 1, right: 1, all: 1 });
  expect(countRight({ 'diagnosis-loop': 'found' }, { 'diagnosis-loop': answer(0, 0, false) })).toEqual({ answered: 1, right: 0, all: 1 });
});

test('an idea is held, partly held, lost, or open while answers are missing', () => {
  const of = (answered: number, right: number) => holding({ answered, right, all: 2 });
  expect([of(2, 2), of(2, 1), of(1, 1), of(2, 0), of(1, 0), of(0, 0)]).toEqual(['held', 'partly', 'partly', 'lost', 'open', 'open']);
});

test('the weakest idea has a wrong answer and the smallest share of right ones', () => {
  expect(weakest([{ answered: 1, right: 1, all: 3 }, { answered: 0, right: 0, all: 2 }])).toBeUndefined();
  expect(weakest([{ answered: 3, right: 2, all: 3 }, { answered: 2, right: 1, all: 2 }, { answered: 2, right: 1, all: 2 }])).toBe(1);
});
