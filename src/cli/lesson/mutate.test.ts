import { afterEach, expect, test, vi } from 'vitest';
import { mutate } from './mutate.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  { argv: [], says: 'name a lesson: 1-thermostats' },
  { argv: ['13-nowhere'], says: 'there is no lesson 13-nowhere: there are 1-thermostats' },
  { argv: ['1-thermostats', '12-replicaset'], says: 'one lesson at a time: 12-replicaset is one too many' },
  { argv: ['1-thermostats', '--count', '0'], says: '--count takes a whole number from 1 on, such as --count 25, not 0' },
  { argv: ['1-thermostats', '--seed', 'x'], says: '--seed takes a whole number from 0 on' },
  { argv: ['1-thermostats', '--sed', '1'], says: "Unknown option '--sed'" },
])('$argv: $says', async ({ argv, says }) => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await mutate(argv)).toBe(2);
  expect(error.mock.calls.flat().join('\n')).toContain(says);
  expect(error.mock.calls.flat().join('\n')).toContain('lesson mutate <lesson> [--only OPERATOR]');
});

test('an operator that only one of a lesson’s exercises has: the other one is named, and the first is tried', { timeout: 120_000 }, async () => {
  const [log, error] = [vi.spyOn(console, 'log').mockImplementation(() => {}), vi.spyOn(console, 'error').mockImplementation(() => {})];
  // Its second exercise is a policy, of YAML.
  expect(await mutate(['8-gatekeepers', '--only', 'swap-statements', '--count', '1', '--universes', '1'])).toBeLessThan(2);
  expect(log.mock.calls.flat().join('\n')).toContain('8-gatekeepers, mutants of the solution');
  expect(error.mock.calls.flat().join('\n')).toMatch(/^8-gatekeepers\/policy: no mutant is made by swap-statements: here there are /);
});
