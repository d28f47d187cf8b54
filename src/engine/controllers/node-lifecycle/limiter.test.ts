/** When the next node of a zone may be emptied. */
import { expect, test } from 'vitest';
import { afterOne, type Limiter, limiterOf } from './limiter.ts';

const normalMs = 10_000;
const slowMs = 100_000;

test.each<[string, Limiter | undefined, number, number]>([
  ['the first one at once', undefined, normalMs, 50_000],
  ['the next one an interval later', afterOne({ intervalMs: normalMs, nextMs: 0 }, 48_000), normalMs, 58_000],
  ['none where none is to be', { intervalMs: normalMs, nextMs: 0 }, Infinity, Infinity],
  ['after that, an interval later', { intervalMs: Infinity, nextMs: Infinity }, normalMs, 60_000],
  ['with another interval, which begins anew for those that wait', { intervalMs: normalMs, nextMs: 58_000 }, slowMs, 150_000],
  ['with another interval, at once for those that don’t', { intervalMs: slowMs, nextMs: 50_000 }, normalMs, 50_000],
])('%s', (_name, before, intervalMs, expectedMs) => {
  expect(limiterOf(before, intervalMs, 50_000)).toEqual({ intervalMs, nextMs: expectedMs });
});
