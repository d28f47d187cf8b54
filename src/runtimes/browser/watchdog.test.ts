import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** When the watchdog reports silence, for an engine that never answers: after so many milliseconds, or not at all in a minute. */
function silentAfter(limitMs: (nowMs: number) => number): number | undefined {
  const startedMs = performance.now();
  let reportedMs: number | undefined;
  const stop = startWatchdog({
    limitMs: () => limitMs(performance.now() - startedMs),
    ping: () => new Promise(() => {}),
    silent: () => (reportedMs = performance.now() - startedMs),
  });
  vi.advanceTimersByTime(60_000);
  stop();
  return reportedMs;
}

test('an engine that never answers is reported when the limit is over', () => {
  expect(silentAfter(() => 2_000)).toBe(2_000);
  expect(silentAfter(() => 90_000)).toBe(undefined);
});

test('silence from before the limit became shorter doesn’t count', () => {
  expect(silentAfter((nowMs) => (nowMs < 5_000 ? 10_000 : 2_000))).toBe(7_000);
});

test('a limit that becomes longer holds at once', () => {
  expect(silentAfter((nowMs) => (nowMs < 1_000 ? 2_000 : 10_000))).toBe(10_000);
});

test('an engine that answers is never reported', async () => {
  let isSilent = false;
  const stop = startWatchdog({
    limitMs: () => 1_000,
    ping: async () => undefined,
    silent: () => (isSilent = true),
  });
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
  expect(isSilent).toBe(false);
});
