import { expect, test } from 'vitest';
import { type Load, loadAt, loadOf, shares } from './load.ts';

const steady: Load = { deployment: 'web', millicores: 200, swing: 0, periodSeconds: 120 };

test('a load swings like a sine, and never below nothing', () => {
  const at = (seconds: number, load: Load = { ...steady, swing: 100 }): number => loadAt(load, seconds * 1000);
  expect([0, 10, 30, 60, 90, 120].map((seconds) => at(seconds))).toEqual([200, 250, 300, 200, 100, 200]);
  for (let second = 0; second < 120; second += 1) expect(Math.abs(at(second) - (200 + 100 * Math.sin((second / 60) * Math.PI)))).toBeLessThan(1);
  expect(at(90, { ...steady, swing: 500 })).toBe(0);
  expect(at(17, steady)).toBe(200);
});

test('all of it is shared out, in whole millicores', () => {
  expect(shares(200, 3)).toEqual([67, 67, 66]);
  expect(shares(5, 1)).toEqual([5]);
  expect(shares(5, 0)).toEqual([]);
});

test('what isn’t a load is left alone', () => {
  expect(loadOf({ deployment: 'web', millicores: '200' })).toEqual(steady);
  expect(loadOf({ 'ca.crt': '…' })).toBeUndefined();
  expect(loadOf({ deployment: 'web' })).toBeUndefined();
  expect(loadOf(undefined)).toBeUndefined();
});
