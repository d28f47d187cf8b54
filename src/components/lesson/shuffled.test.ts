import { expect, test } from 'vitest';
import { type Shuffled, shuffledPlaces } from './shuffled.ts';

const question: Shuffled = { answers: [{ right: true }, {}, {}] };
/** Where the right answers are shown. */
const shown = (seed: number, questions: readonly Shuffled[]): number[] => shuffledPlaces(seed, questions).map((order) => order.indexOf(0));

test('every answer stands there once, in the same order at every visit', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const questions = [question, question];
    const orders = shuffledPlaces(seed, questions);
    expect(orders.map((order) => [...order].sort())).toEqual([[0, 1, 2], [0, 1, 2]]);
    expect(shuffledPlaces(seed, questions)).toEqual(orders);
  }
});

test('no place is the right one more often than chance has it', () => {
  const counts = [0, 0, 0];
  for (let seed = 0; seed < 3_000; seed += 1) for (const at of shown(seed, [question])) counts[at] = (counts[at] ?? 0) + 1;
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(100);
});

test('the right answers of a quiz never all stand in the same place', () => {
  for (let seed = 0; seed < 300; seed += 1) expect(new Set(shown(seed, [question, question, question])).size).toBeGreaterThan(1);
});
