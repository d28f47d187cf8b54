// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { InputRequest, InputResult, SessionLog } from '../../session/types.ts';
import { protocolVersion, type ToEngine } from '../protocol.ts';
import type { Runtime, RuntimeEvent } from '../runtime.ts';
import { createRecoveringRuntime } from './recovering-runtime.ts';

const log: SessionLog = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] };
const at = { t: 0, revision: 1 };
const done = (input: InputRequest): InputResult => ({
  input: { ...input, at: 0 },
  outputs: [],
  exitCode: 0,
  from: at,
  to: at,
  end: 'quiet',
  files: {},
});

/** Answers at once, unless told otherwise. */
const atOnce = (_call: string, answer: () => void): void => queueMicrotask(answer);

/** A runtime whose engine does what it is asked, and says what it is told to. */
function create(kind: Runtime['kind'], when = atOnce, loadMs = 0) {
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
      const hello = (): void => say({ type: 'hello', version: protocolVersion });
      if (loadMs === 0) queueMicrotask(hello);
      else setTimeout(hello, loadMs);
      return { post: (ask) => when(ask.call, () => say({ type: 'reply', id: ask.id, value: answer(ask) })), close() {} };
    },
    startWithinMs: 5_000,
    late: 'late',
    hangAfterMs: 2_000,
    broken: (because: string) => because,
  });
  const heard: RuntimeEvent[] = [];
  runtime.on((event) => heard.push(event));
  const inputs = (): readonly string[] => runtime.known()?.branches.flatMap((each) => each.log.inputs.map(({ type }) => type)) ?? [];
  return { runtime, heard, inputs, say: (message: unknown) => say(message) };
}

async function open(kind: Runtime['kind']) {
  const created = create(kind);
  await created.runtime.reset(log);
  return created;
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

const swap = { type: 'swap', controller: 'replicaset', entry: 'reconcile.ts', at: 0 } as const;

test.each([
  ['nothing but our own code runs', [], 0, false],
  ['the reader’s code runs', [swap], 0, true],
  ['the reader’s code runs, on a machine so busy that the engine took a second to load', [swap], 1_000, false],
] as const)('silence of three seconds, when %s', async (_when, inputs, loadMs, ends) => {
  vi.useFakeTimers();
  try {
    let held: (() => void)[] | undefined;
    const { runtime, heard } = create('worker', (_call, answer) => {
      if (held === undefined) queueMicrotask(answer);
      else held.push(answer);
    }, loadMs);
    const ready = runtime.reset({ ...log, inputs });
    await vi.advanceTimersByTimeAsync(loadMs);
    await ready;
    await runtime.run(inputs[0] ?? { type: 'command', text: 'kubectl get pods' });
    held = [];
    await vi.advanceTimersByTimeAsync(3_000);
    for (const answer of held) answer();
    held = undefined;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard.some(({ type }) => type === 'recovered')).toBe(ends);
    runtime.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('a replay that takes its time isn’t ended, as long as the engine gives the thread back; one that doesn’t is', async () => {
  vi.useFakeTimers();
  try {
    let finish = (): void => {};
    let silent = false;
    const { runtime, heard } = create('worker', (call, answer) => {
      if (call === 'restore') finish = answer;
      else if (!silent) queueMicrotask(answer);
    });
    const long: SessionLog = { ...log, inputs: [swap, { type: 'advance', at: 0, to: 1e9 }] };
    const replayed = runtime.reset(long);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(heard.filter(({ type }) => type === 'recovered')).toEqual([]);
    expect(runtime.known()?.branches[0]?.log).toEqual(long);
    finish();
    await replayed;
    silent = true;
    const again = runtime.reset(long).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await again).toBeInstanceOf(Error);
    runtime.stop();
  } finally {
    vi.useRealTimers();
  }
});
