import { expect, test, vi } from 'vitest';
import type { PlaceChoice } from './place.ts';
import type { RuntimeEvent } from './runtime.ts';
import { createSwitchingRuntime, type SwitchingOptions } from './switching-runtime.ts';
import { createFakeRuntime } from './testing/fake-runtime.ts';

const begin = { version: 1, seed: 1, cluster: {}, files: {}, inputs: [] } as const;
const echo = (text: string) => ({ type: 'command', text }) as const;

function switching(wanted: PlaceChoice, options: Partial<SwitchingOptions> = {}, container = createFakeRuntime('webcontainer')) {
  const worker = createFakeRuntime('worker');
  const remembered: string[] = [];
  const runtime = createSwitchingRuntime({
    worker,
    container: async () => container,
    unsupported: () => undefined,
    wanted,
    remember: (choice) => remembered.push(choice),
    ...options,
  });
  const events: RuntimeEvent[] = [];
  runtime.on((event) => events.push(event));
  /** Until the runtime says that it runs there. */
  const runsIn = (kind: string, container?: string): Promise<void> =>
    new Promise((resolve) => {
      const is = (): boolean => runtime.kind === kind && (container === undefined || runtime.place.container === container);
      if (is()) return resolve();
      const deaf = runtime.on(() => {
        if (!is()) return;
        deaf();
        resolve();
      });
    });
  const texts = async (): Promise<unknown[]> => (await runtime.snapshot()).log.inputs.map((input) => input.type === 'command' && input.text);
  return { runtime, worker, container, events, remembered, runsIn, texts };
}

test('a session begins in the worker and moves, with all that was done', async () => {
  const { runtime, runsIn, texts, worker } = switching('auto');
  await runtime.reset(begin);
  expect(runtime.kind).toBe('worker');
  await runtime.run(echo('one'));
  await runsIn('webcontainer', 'ready');
  await runtime.run(echo('two'));
  expect(await texts()).toEqual(['one', 'two']);
  expect(worker.asked.at(-1)).toBe('stop');
});

test('it stays where the lesson or the reader wants the worker, and where there can be no WebContainer', async () => {
  const wanted = switching('worker');
  await wanted.runtime.reset(begin);
  expect(wanted.container.asked).toEqual([]);
  const cannot = switching('auto', { unsupported: () => 'Not here.' });
  await cannot.runtime.reset(begin);
  expect([cannot.container.asked, cannot.runtime.place.words]).toEqual([[], '']);
  const must = switching('webcontainer', { unsupported: () => 'Not here.' });
  await must.runtime.reset(begin);
  expect(must.runtime.place).toMatchObject({ runs: 'worker', container: 'unsupported', words: 'Not here.' });
});

test('it moves between inputs: what is under way ends first, and what comes meanwhile waits', async () => {
  const { runtime, runsIn, texts, worker } = switching('auto');
  const release = worker.hold();
  await runtime.reset(begin);
  const first = runtime.run(echo('one'));
  await vi.dynamicImportSettled();
  expect(runtime.kind).toBe('worker');
  release();
  const second = runtime.run(echo('two'));
  await first;
  await runsIn('webcontainer', 'ready');
  await second;
  expect(await texts()).toEqual(['one', 'two']);
});

test('time that flowed flows on, at its speed', async () => {
  const { runtime, container, runsIn } = switching('worker');
  await runtime.reset(begin);
  await runtime.control({ type: 'play', speed: 10 });
  runtime.choose('webcontainer');
  await runsIn('webcontainer', 'ready');
  await runtime.snapshot();
  expect(container.asked).toEqual(['start', 'reset', 'play']);
});

test('where the replay comes to another history, the session stays', async () => {
  const other = createFakeRuntime('webcontainer', () => 'different');
  const { runtime, runsIn, texts } = switching('auto', {}, other);
  await runtime.reset(begin);
  await runtime.run(echo('one'));
  await runsIn('worker', 'failed');
  expect(runtime.place.words).toContain('another history');
  expect(await texts()).toEqual(['one']);
});

test('a WebContainer that breaks gives the session back; only what was under way is lost', async () => {
  const { runtime, container, events, runsIn, texts } = switching('auto');
  await runtime.reset(begin);
  await runsIn('webcontainer', 'ready');
  await runtime.run(echo('one'));
  const release = container.hold();
  const lost = runtime.run(echo('lost'));
  await Promise.resolve();
  container.breakDown('Its frame has gone.');
  release();
  await expect(lost).rejects.toThrow('Its frame has gone.');
  await runsIn('worker', 'failed');
  expect(await texts()).toEqual(['one']);
  expect(events).toContainEqual({ type: 'recovered', because: 'Its frame has gone. The session goes on in the worker.' });
});

test('a WebContainer that doesn’t start is said, and can be chosen again', async () => {
  const container = createFakeRuntime('webcontainer');
  let times = 0;
  const failing = { ...container, start: () => (times++ === 0 ? Promise.reject(new Error('It is blocked.')) : container.start()) };
  const { runtime, runsIn, remembered } = switching('auto', { container: async () => failing });
  await runtime.reset(begin);
  await runsIn('worker', 'failed');
  expect(runtime.place.words).toBe('It is blocked.');
  runtime.choose('webcontainer');
  await runsIn('webcontainer', 'ready');
  expect(remembered).toEqual(['webcontainer']);
});

test('the reader goes back to the worker, with all that was done', async () => {
  const { runtime, runsIn, texts, container } = switching('webcontainer');
  await runtime.reset(begin);
  await runsIn('webcontainer', 'ready');
  await runtime.run(echo('one'));
  runtime.choose('worker');
  await runsIn('worker', 'idle');
  expect(await texts()).toEqual(['one']);
  expect(container.asked.at(-1)).toBe('stop');
});

test('choosing it where the page isn’t isolated loads the page anew, or says why that doesn’t help', async () => {
  let asked = 0;
  const { runtime, runsIn } = switching('auto', {
    unsupported: () => 'Not isolated.',
    async isolate() {
      asked += 1;
      return 'This browser refuses.';
    },
  });
  await runtime.reset(begin);
  expect(asked).toBe(0);
  runtime.choose('webcontainer');
  await runsIn('worker', 'unsupported');
  expect([asked, runtime.place.words]).toEqual([1, 'This browser refuses.']);
});
