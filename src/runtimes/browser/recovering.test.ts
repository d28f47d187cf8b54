// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import { protocolVersion, type ToEngine } from '../protocol.ts';
import type { Runtime, RuntimeEvent } from '../runtime.ts';
import { createRecoveringRuntime } from './recovering.ts';

const log: SessionLog = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] };
const at = { t: 0, revision: 1 };
const done = (input: InputRequest): InputResult => ({
  ...{ input: { ...input, at: 0 }, outputs: [], exitCode: 0, from: at, to: at, end: 'quiet', files: {} },
});

/** A runtime whose engine does what it is asked, and says what it is told to. */
async function open(kind: Runtime['kind']) {
  let say: (message: unknown) => void = () => {};
  const answer = (ask: ToEngine): unknown => {
    if (ask.call === 'restore') return { results: [], now: at, historyHash: 'x' };
    return ask.call === 'run' ? done(ask.with) : null;
  };
  const runtime = createRecoveringRuntime({
    kind,
    unsupported: () => undefined,
    async open(ends) {
      say = ends.receive;
      queueMicrotask(() => say({ type: 'hello', version: protocolVersion }));
      return { post: (ask) => queueMicrotask(() => say({ type: 'reply', id: ask.id, value: answer(ask) })), close() {} };
    },
    ...{ startWithinMs: 5_000, late: 'late', hangAfterMs: 60_000, broken: (because: string) => because },
  });
  const heard: RuntimeEvent[] = [];
  runtime.on((event) => heard.push(event));
  await runtime.reset(log);
  const inputs = (): readonly string[] => runtime.known()?.branches.flatMap((each) => each.log.inputs.map(({ type }) => type)) ?? [];
  return { runtime, heard, inputs, say: (message: unknown) => say(message) };
}

const saved = { path: 'reconcile.ts', text: 'forged', before: 'start' };
const inside = { type: 'event', event: { type: 'inside', result: done({ type: 'edit', path: 'reconcile.ts', text: 'forged' }), saved } };

test('a worker’s word that a file was saved inside is not heard, and gets into no log', async () => {
  const { runtime, heard, inputs, say } = await open('worker');
  say(inside);
  await runtime.run({ type: 'command', text: 'kubectl get pods' });
  expect(heard.filter(({ type }) => type === 'inside')).toEqual([]);
  expect(inputs()).toEqual(['command']);
  runtime.stop();
});

test('a container’s is', async () => {
  const { runtime, heard, inputs, say } = await open('webcontainer');
  say(inside);
  expect(heard.filter(({ type }) => type === 'inside')).toMatchObject([{ saved }]);
  expect(inputs()).toEqual(['edit']);
  runtime.stop();
});
