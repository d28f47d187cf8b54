/** A sample of the hostile commands, in a container and in the terminal; `scripts/bench/hostile-patterns.ts` runs all and shows their cost. */
import { expect, test } from 'vitest';
import { runInTerminal } from '../shell/testing/terminal.ts';
import { startContainer } from './testing/container.ts';
import { hostileCommands } from './testing/hostile.ts';

const limitMs = 60_000;
/** Expressions and patterns come first; every ninth of them, so that each tool has its turn. */
const sample = hostileCommands().filter((_, index) => index < 190 && index % 9 === 0);

test('there are 200 hostile commands', () => expect(hostileCommands().length).toBeGreaterThanOrEqual(200));

test.each(sample)('%s ends', { timeout: 20_000 }, async (command) => {
  const { kernel, began, container } = await startContainer(command);
  await kernel.run({ until: began + limitMs, while: () => container.ended === undefined });
  expect(container.ended?.code).toBeGreaterThanOrEqual(0);
  const { tookMs } = await runInTerminal(command, limitMs);
  expect(tookMs).toBeLessThan(limitMs);
});
