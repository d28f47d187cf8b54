import { expect, test } from 'vitest';
import { createFakeRuntime } from '../../runtimes/testing/fake-runtime.ts';
import { emptyLog } from '../../session/session.ts';
import type { InputRequest } from '../../session/types.ts';
import { createLiveSession, largestText } from './live-session.ts';

const long = 'x'.repeat(largestText + 1);

test.each<[InputRequest, string]>([
  [{ type: 'edit', path: 'order.ts', text: long }, 'order.ts has 2.1 million characters, and the session takes at most 2 million'],
  [{ type: 'script', source: long }, 'This has 2.1 million characters'],
])('what is too long for a session never reaches it: it would be lost with the answer', async (input, words) => {
  const runtime = createFakeRuntime('worker');
  const session = createLiveSession(runtime, () => emptyLog(1));
  await session.begin();
  const before = runtime.asked.length;
  await expect(session.run(input)).rejects.toThrow(words);
  expect(runtime.asked).toHaveLength(before);
});

test('a command goes to the universe that is shown; a cell goes back to the session that was left', async () => {
  const runtime = createFakeRuntime('worker');
  let cameBack = 0;
  const session = createLiveSession(runtime, () => emptyLog(1), () => (cameBack += 1));
  await session.run({ type: 'command', text: 'kubectl get nodes' });
  await session.show(emptyLog(7));
  await session.runShown({ type: 'command', text: 'kubectl get pods' });
  expect([session.place, cameBack]).toEqual(['elsewhere', 0]);
  const shown = await runtime.snapshot();
  expect([shown.log.seed, shown.log.inputs.length]).toEqual([7, 1]);
  await session.run({ type: 'command', text: 'kubectl get services' });
  expect([session.place, cameBack]).toEqual(['lesson', 1]);
  const own = (await runtime.snapshot()).log;
  expect(own.inputs.map((input) => 'text' in input && input.text)).toEqual(['kubectl get nodes', 'kubectl get services']);
});
