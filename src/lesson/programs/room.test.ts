import { expect, test } from 'vitest';
import { type Climate, climateOf, secondLater } from './room.ts';

const cosy: Climate = { actual: 21, outside: 5, heater: false, windowOpen: false };

function after(climate: Climate, seconds: number): number {
  let { actual } = climate;
  for (let second = 0; second < seconds; second += 1) actual = secondLater({ ...climate, actual });
  return actual;
}

test('a room cools down to what it is outside, and a heater holds it', () => {
  expect(after(cosy, 10)).toBeCloseTo(19.2, 1);
  expect(after(cosy, 2000)).toBeCloseTo(5);
  expect(after({ ...cosy, heater: true }, 20)).toBeGreaterThan(24);
});

test('with the window open the heater isn’t enough', () => {
  expect(after({ ...cosy, heater: true, windowOpen: true }, 20)).toBeLessThan(17);
});

test('what isn’t a room has no climate', () => {
  expect(climateOf({ actual: '20.5', heater: 'on', window: 'shut', outside: '7' })).toEqual({
    actual: 20.5,
    outside: 7,
    heater: true,
    windowOpen: false,
  });
  expect(climateOf({ 'ca.crt': '…' })).toBeUndefined();
  expect(climateOf(undefined)).toBeUndefined();
});
