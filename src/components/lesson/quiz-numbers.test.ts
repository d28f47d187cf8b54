import { expect, test } from 'vitest';
import { questionsBefore } from './quiz-numbers.ts';

test('a second quiz on a page goes on counting, and another page begins anew', () => {
  const [page, other] = [{}, {}];
  expect([questionsBefore(page, 3), questionsBefore(page, 2), questionsBefore(page, 1), questionsBefore(other, 2)]).toEqual([0, 3, 5, 0]);
});
