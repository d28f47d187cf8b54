import { expect, test } from 'vitest';
import { findingOfFewest } from './calls.ts';

test('the fewest that fail are what is told', async () => {
  const found = await findingOfFewest([1, 2, 3, 4, 5], 'all', async (fewer) => (fewer.includes(2) && fewer.includes(4) ? fewer.join() : undefined));
  expect(found).toBe('2,4');
});

test('code that fails once, and not again, has failed', async () => {
  expect(await findingOfFewest([1, 2, 3], 'what was found first', async () => undefined)).toBe('what was found first');
});
