import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKernel } from '../kernel/index.ts';
import { createWorkQueue } from './work-queue.ts';

function createTestQueue() {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  return { kernel, queue: createWorkQueue({ clock: kernel.clock }) };
}

type Action = { readonly do: 'add' | 'get' | 'done'; readonly key: string };
const keys = ['a', 'b', 'c'];
const action: fc.Arbitrary<Action> = fc.record({
  do: fc.constantFrom('add', 'get', 'done'),
  key: fc.constantFrom(...keys),
});

test('whatever happens: one worker a key, one pass for many adds, and no add is lost', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const { queue } = createTestQueue();
      /** Keys with an add that no later pass has answered yet. */
      const unanswered = new Set<string>();
      const out = new Set<string>();
      const take = () => {
        const key = queue.get();
        if (key === undefined) return;
        expect(out.has(key)).toBe(false);
        expect(unanswered.has(key)).toBe(true);
        unanswered.delete(key);
        out.add(key);
      };
      for (const { do: what, key } of actions) {
        if (what === 'add') {
          queue.add(key);
          unanswered.add(key);
        } else if (what === 'get') take();
        else if (out.delete(key)) queue.done(key);
        expect(queue.length()).toBe([...unanswered].filter((each) => !out.has(each)).length);
      }
      for (const key of out) queue.done(key);
      out.clear();
      while (queue.length() > 0) take();
      expect([...unanswered]).toEqual([]);
    }),
  );
});

test('an add during processing gives exactly one more pass', () => {
  const { queue } = createTestQueue();
  queue.add('a');
  expect(queue.get()).toBe('a');
  queue.add('a');
  queue.add('a');
  expect(queue.get()).toBeUndefined();
  queue.done('a');
  expect(queue.get()).toBe('a');
  queue.done('a');
  expect(queue.get()).toBeUndefined();
});

test('waits double from 5 ms to 1000 s, and begin anew when forgotten', async () => {
  const { kernel, queue } = createTestQueue();
  const waits: number[] = [];
  for (let failure = 0; failure < 20; failure += 1) {
    const before = kernel.clock.now();
    queue.addRateLimited('a');
    await kernel.run({ while: () => queue.length() === 0 });
    waits.push(kernel.clock.now() - before);
    queue.done(queue.get() ?? '');
  }
  expect(waits.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
  expect(waits[17]).toBe(655_360);
  expect(waits[18]).toBe(1_000_000);
  expect(queue.failures('a')).toBe(20);
  queue.forget('a');
  queue.addRateLimited('a');
  const before = kernel.clock.now();
  await kernel.run({ while: () => queue.length() === 0 });
  expect(kernel.clock.now() - before).toBe(5);
});

test('of two waits the earlier counts', async () => {
  const { kernel, queue } = createTestQueue();
  queue.addAfter('a', 500);
  queue.addAfter('a', 100);
  queue.addAfter('a', 300);
  const before = kernel.clock.now();
  await kernel.run({ while: () => queue.length() === 0 });
  expect(kernel.clock.now() - before).toBe(100);
  queue.done(queue.get() ?? '');
  await kernel.run({});
  expect(queue.length()).toBe(0);
});

test('a long wait does not keep the cluster from being quiet, a short one does', () => {
  const { kernel, queue } = createTestQueue();
  queue.addAfter('long', 10_000);
  expect(kernel.quiet()).toBe(true);
  queue.addAfter('short', 9_999);
  expect(kernel.quiet()).toBe(false);
  queue.shutDown();
  expect(kernel.quiet()).toBe(true);
});

test('after 100 failures at once, ten keys a second may try again', () => {
  const { kernel, queue } = createTestQueue();
  for (let index = 0; index < 130; index += 1) queue.addRateLimited(`key-${index}`);
  return kernel.run({ until: kernel.clock.now() + 1000 }).then(() => expect(queue.length()).toBe(110));
});
