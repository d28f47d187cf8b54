/** Where in a `check.ts` an error was thrown, or what it called threw. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Check } from '../universes/types.ts';

/** The check, whose errors say where in it they were thrown. */
export function placed(check: Check): Check {
  const scenarios = check.scenarios.map((each) => ({ ...each, play: withPlaces(each.play) }));
  return { ...check, scenarios, ...(check.trials && { trials: check.trials.map((each) => ({ ...each, judge: withPlaces(each.judge) })) }) };
}

const withPlaces =
  <Args extends readonly unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await run(...args);
    } catch (error) {
      // What has a class of its own is told apart by it, and is about the learner's code.
      if (error instanceof Error && plain.some((each) => error.constructor === each)) error.message = withPlace(error);
      throw error;
    }
  };

const plain: readonly unknown[] = [Error, TypeError, RangeError, ReferenceError, SyntaxError];

/** What the error says, after file and line of the innermost place in a check; its message alone where it comes from none. */
export function withPlace({ message, stack = '' }: Error): string {
  const [, file, line] = /\(?(file:\/\/\S*\/check\.ts):(\d+):\d+\)?|$/.exec(stack) ?? [];
  return file === undefined || line === undefined ? message : `${relative(process.cwd(), fileURLToPath(file))}:${line}: ${message}`;
}
