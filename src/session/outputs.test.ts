import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { isAnswerTo, isProtocolMessage } from '../runtimes/protocol-schema.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';
import type { SessionEvent } from './types.ts';

async function open() {
  const events: SessionEvent[] = [];
  const { session } = await openSession(emptyLog(1), sessionParts(nodePlatform()), (event) => events.push(event));
  onTestFinished(() => session.close());
  return { session, events };
}

test.each([
  ['one text', "print('x'.repeat(5e6))"],
  ['many lines', "for (let n = 0; n < 60_000; n += 1) print('x'.repeat(80))"],
  ['many pieces', 'for (let n = 0; n < 120_000; n += 1) { print([{ n }]); if (n % 2) print(1); }'],
])('a cell that prints more than a page can show says so, and what it threw then: %s', async (_name, code) => {
  const { session, events } = await open();
  const result = await session.run({ type: 'script', source: `${code};\nthrow new Error('at the end');` });
  expect(isAnswerTo('run', result)).toBe(true);
  expect(events.every((event) => isProtocolMessage({ type: 'event', event }))).toBe(true);
  const words = result.outputs.flatMap((output) => (output.type === 'stderr' ? [output.text] : []));
  expect(words).toEqual(['\n(more is printed than a page can show: the rest is left out)\n']);
  expect(result.outputs.at(-1)).toMatchObject({ type: 'error', title: 'Error: at the end' });
});

test('a terminal shows the end of what is longer than it keeps', async () => {
  const { session, events } = await open();
  const long = 'X=0123456789; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do X=$X$X; done; echo ${X}end';
  await session.run({ type: 'terminal', terminal: 't', do: 'line', text: long });
  expect(events.every((event) => isProtocolMessage({ type: 'event', event }))).toBe(true);
  const { pieces } = session.inspectors.terminal({ terminal: 't' });
  expect(pieces.at(-1)?.text).toMatch(/^\(5\d{6} characters are left out\)\n\d+end\n$/);
});
