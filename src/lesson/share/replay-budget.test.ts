import { expect, test } from 'vitest';
import type { Input } from '../../session/types.ts';
import type { SharedSession } from './link.ts';
import { duration, mostReplayInputs, mostReplayMs, withinBudget } from './replay-budget.ts';

const hour = 3_600_000;
const shared = (inputs: readonly Input[]): SharedSession => ({
  lesson: 'l',
  lessonHash: 'h',
  files: {},
  cells: {},
  free: [],
  at: { t: 1, revision: 1 },
  log: { version: 1, seed: 1, cluster: {}, files: {}, inputs },
});
const command = (at: number): Input => ({ type: 'command', text: 'kubectl get pods', at });
const advance = (at: number, to: number): Input => ({ type: 'advance', at, to });

test('a lesson’s usual session is replayed whole, without a word', () => {
  const usual = shared([command(0), advance(0, 60_000)]);
  expect(withinBudget(usual)).toEqual({ shared: usual });
});

test('what takes a while is said beforehand', () => {
  const long = shared([command(0), advance(0, 5 * hour)]);
  expect(withinBudget(long)).toEqual({ shared: long, words: expect.stringContaining('2 inputs in 5 hours of the cluster’s time. That can take a minute; you can stop it.') });
});

test('years are cut to a day, thousands of inputs to two, and it is said', () => {
  const years = withinBudget(shared([command(0), advance(0, 3 * 365 * 24 * hour), command(3 * 365 * 24 * hour)]));
  expect(years.shared.log.inputs).toEqual([command(0), advance(0, mostReplayMs)]);
  expect(years.shared.at).toBeUndefined();
  expect(years.words).toMatch(/3 inputs in 3 years of the cluster’s time: more than a page replays. Of it, the first 24 hours/);
  const many = withinBudget(shared(Array.from({ length: 9_000 }, (_none, at) => command(at))));
  expect(many.shared.log.inputs.length).toBe(mostReplayInputs);
  expect(many.words).toContain('9,000 inputs');
  // An action that would begin beyond isn't replayed.
  expect(withinBudget(shared([command(30 * hour)])).shared.log.inputs).toEqual([]);
});

test('durations are in the unit that one would say', () => {
  expect([60_000, 90 * 60_000, 5 * hour, 24 * hour, 72 * hour, 1e12].map(duration)).toEqual(['1 minute', '90 minutes', '5 hours', '24 hours', '3 days', '32 years']);
});
