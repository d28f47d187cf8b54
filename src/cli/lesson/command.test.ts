import { afterEach, expect, test, vi } from 'vitest';
import { lessonCommand } from './command.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  [['--help'], /^lesson new <number>-<name> /],
  [['check', '--help'], /^lesson check \[name\] /m],
  [['check', '1-thermostats', '--help'], /^lesson check \[name\] /m],
  [['mutate', '--help'], /^lesson mutate <lesson> /],
  [['reports', '--help'], /^lesson reports <lesson> /],
])('%j prints the usage, and that is no mistake', async (argv, usage) => {
  const [error, log] = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log').mockImplementation(() => {})];
  expect(await lessonCommand(argv)).toBe(0);
  expect(log.mock.calls).toEqual([[expect.stringMatching(usage)]]);
  expect(error).not.toHaveBeenCalled();
});

/** The exit code, and the first line of what was said about a mistake. */
async function run(...argv: readonly string[]): Promise<readonly [number, string]> {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const code = await lessonCommand(argv);
  return [code, String(error.mock.calls[0]?.[0] ?? '').split('\n')[0] ?? ''];
}

test.each([
  [['check', '1-thermostats', '--universe', '5'], /^lesson check: Unknown option '--universe'/],
  [['universe', '1-thermostats', '--seed', 'x'], /^lesson universe: --seed takes a whole number from 1, not x$/],
  [['universe'], /^lesson universe: it takes the name of a lesson$/],
  [['new', '31-one', 'two'], /^lesson new: it takes one name, and two is a second one$/],
])('%j is refused, and said', async (argv, said) => {
  const [code, line] = await run(...argv);
  expect([code, line]).toEqual([2, expect.stringMatching(said)]);
});

test('an answer that stands elsewhere is tried in the place of the exercise’s file', async () => {
  const folder = 'src/content/lessons/1-one-idea/1-thermostats';
  const tried = (file: string) => run('universe', '1-thermostats', '--seed', '3', '--file', `${folder}/${file}`);
  expect(await tried('solution/thermostat.ts')).toEqual([0, '']);
  expect(await tried('wrong/only-heats.ts')).toEqual([1, '']);
  expect(await tried('no.ts')).toEqual([2, `lesson universe: --file: there is no ${folder}/no.ts`]);
});
