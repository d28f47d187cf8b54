import { afterEach, expect, test, vi } from 'vitest';
import { cohortCommand } from './command.ts';

afterEach(() => vi.restoreAllMocks());

test('--help prints the usage; without tables it is a mistake', async () => {
  const [error, log] = [vi.spyOn(console, 'error').mockImplementation(() => {}), vi.spyOn(console, 'log').mockImplementation(() => {})];
  expect(await cohortCommand(['--help'])).toBe(0);
  expect(await cohortCommand([])).toBe(2);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^cohort GRADES … --html FILE /)]]);
  expect(error.mock.calls).toEqual(log.mock.calls);
});
