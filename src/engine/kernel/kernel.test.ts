import { expect, test } from 'vitest';
import { createKernel, epochMs } from './index.ts';
import { createRandom } from './random.ts';

function createTestKernel(seed = 1) {
  return createKernel({ seed, settle: () => new Promise((resolve) => setImmediate(resolve)) });
}

test('events run in order of time, then of scheduling', async () => {
  const kernel = createTestKernel();
  const seen: string[] = [];
  kernel.clock.after(5, () => seen.push('late'));
  kernel.clock.after(1, () => seen.push('first'));
  kernel.clock.after(1, () => seen.push('second'));
  expect(await kernel.run({})).toBe('idle');
  expect(seen).toEqual(['first', 'second', 'late']);
  expect(kernel.clock.now()).toBe(epochMs + 5);
});

test('a cancelled event does not run and does not hold up quiet', async () => {
  const kernel = createTestKernel();
  let ran = false;
  kernel.clock.after(5, () => (ran = true)).cancel();
  expect(kernel.quiet()).toBe(true);
  await kernel.run({});
  expect(ran).toBe(false);
});

test('background waits are left when the cluster is quiet', async () => {
  const kernel = createTestKernel();
  let beats = 0;
  const beat = () => {
    beats += 1;
    kernel.clock.after(10_000, beat, { background: true });
  };
  beat();
  kernel.clock.after(25_000, () => {});
  expect(await kernel.run({ quiet: true })).toBe('quiet');
  expect(kernel.clock.now()).toBe(epochMs + 25_000);
  expect(beats).toBe(3);
});

test('run until stops the clock exactly there, before anything due later', async () => {
  const kernel = createTestKernel();
  let ran = false;
  kernel.clock.after(11, () => (ran = true));
  expect(await kernel.run({ until: epochMs + 10 })).toBe('until');
  expect(kernel.clock.now()).toBe(epochMs + 10);
  expect(ran).toBe(false);
});

test('promises settle within the instant that resolved them', async () => {
  const kernel = createTestKernel();
  const seen: string[] = [];
  kernel.clock.after(1, () => {
    kernel.unsettled();
    void (async () => {
      for (let turn = 0; turn < 20; turn += 1) await null;
      seen.push(`settled at ${kernel.clock.now() - epochMs}`);
      kernel.clock.after(0, () => seen.push('same instant'));
      kernel.unsettled();
    })();
  });
  kernel.clock.after(2, () => seen.push('next instant'));
  await kernel.run({});
  expect(seen).toEqual(['settled at 1', 'same instant', 'next instant']);
});

test('a timer runs under the cause that was current when it was set', async () => {
  const kernel = createTestKernel();
  const cause = kernel.trace.record({ component: 'kubectl', type: 'command', what: 'apply' });
  kernel.trace.current = cause;
  let seen = 0;
  kernel.clock.after(1, () => {
    seen = kernel.trace.current;
  });
  kernel.trace.current = 0;
  await kernel.run({});
  expect(seen).toBe(cause);
});

test('the trace forgets the oldest and keeps the rest in order', () => {
  const kernel = createKernel({ seed: 1, settle: async () => {}, traceCapacity: 3 });
  for (let index = 0; index < 5; index += 1) {
    kernel.trace.record({ component: 'a', type: 'note', what: `${index}` });
  }
  expect(kernel.trace.get(1)).toBeUndefined();
  expect(kernel.trace.since(0).map((event) => event.what)).toEqual(['2', '3', '4']);
});

test('streams of chance repeat with the seed and do not disturb each other', () => {
  const draws = (seed: number) => {
    const random = createTestKernel(seed).random.fork('scheduler');
    return [random.int(1000), random.int(1000), random.int(1000)];
  };
  expect(draws(7)).toEqual(draws(7));
  expect(draws(7)).not.toEqual(draws(8));
  const kernel = createTestKernel(7);
  kernel.random.fork('kubelet').int(10);
  const random = kernel.random.fork('scheduler');
  expect([random.int(1000), random.int(1000), random.int(1000)]).toEqual(draws(7));
});

test('only one run at a time', async () => {
  const kernel = createTestKernel();
  kernel.clock.after(1, () => kernel.unsettled());
  const first = kernel.run({});
  await expect(kernel.run({})).rejects.toThrow('already running');
  await first;
});

test('an event that throws ends the run, behind the other events of its instant; the next run goes on', async () => {
  const kernel = createTestKernel();
  const seen: string[] = [];
  kernel.clock.after(1, () => {
    throw new Error('a bug');
  });
  kernel.clock.after(1, () => seen.push('same instant'));
  kernel.clock.after(2, () => seen.push('next instant'));
  await expect(kernel.run({})).rejects.toThrow('a bug');
  expect(seen).toEqual(['same instant']);
  expect(await kernel.run({})).toBe('idle');
  expect(seen).toEqual(['same instant', 'next instant']);
});

test('a wait without end never ends and nobody waits for it; a wait that is no number is refused', async () => {
  const kernel = createTestKernel();
  for (const wait of [Number.POSITIVE_INFINITY, 1e300]) kernel.clock.after(wait, () => {});
  expect(kernel.quiet()).toBe(true);
  expect(await kernel.run({})).toBe('idle');
  expect(kernel.clock.now()).toBe(epochMs);
  expect(() => kernel.clock.after(Number.NaN, () => {})).toThrow('a timer needs a number');
});

test('an instant of many events gives the platform turns in between, in which promises settle', async () => {
  let turns = 0;
  const settle = () => {
    turns += 1;
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  const kernel = createKernel({ seed: 1, settle });
  const seen: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    kernel.clock.after(1, () => {
      if (index === 0) void Promise.resolve().then(() => seen.push('settled'));
      if (index % 33 === 0) seen.push(`event ${index}`);
    });
  }
  await kernel.run({});
  expect([turns, kernel.clock.now() - epochMs]).toEqual([3, 1]);
  expect(seen).toEqual(['event 0', 'settled', 'event 33', 'event 66', 'event 99']);
});

test('a draw says what it can’t draw: of nothing, and an item that is undefined', () => {
  expect(() => createRandom(1).pick([])).toThrow('random.pick needs at least one item');
  expect(() => createRandom(1).pick([undefined])).toThrow('random.pick drew an item that is undefined');
});
