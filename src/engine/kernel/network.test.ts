import { expect, test } from 'vitest';
import { createKernel, epochMs, type LinkFault } from './index.ts';

/** Sends messages 1..n over one pipe under a fault; returns `message@ms` as they arrive, and when the loss was noticed. */
async function check(fault: LinkFault | undefined, messages: number, healAfterMs?: number) {
  const kernel = createKernel({ seed: 3, settle: async () => {} });
  const { clock, network } = kernel;
  const arrived: string[] = [];
  const heal = fault && network.addFault(fault);
  const pipe = network.pipe('controller/replicaset', 'apiserver', () => arrived.push(`lost@${clock.now() - epochMs}`));
  for (let message = 1; message <= messages; message += 1) {
    pipe.send(() => arrived.push(`${message}@${clock.now() - epochMs}`), { repeatable: true });
  }
  if (healAfterMs !== undefined) clock.after(healAfterMs, () => heal?.());
  await kernel.run({});
  return arrived;
}

const link = { from: 'controller/*', to: 'apiserver' };

test('a message takes the latency of the link', async () => {
  expect(await check(undefined, 2)).toEqual(['1@1', '2@1']);
});

test('delays keep the order of a pipe', async () => {
  const arrived = await check({ ...link, delayMs: 100, jitterMs: 50 }, 4);
  expect(arrived.map((entry) => entry.split('@')[0])).toEqual(['1', '2', '3', '4']);
});

test('faults of other links do not matter', async () => {
  expect(await check({ from: 'kubelet/*', to: 'apiserver', delayMs: 100 }, 1)).toEqual(['1@1']);
});

test('a doubled message arrives twice in a row', async () => {
  expect(await check({ ...link, duplicate: 1 }, 2)).toEqual(['1@1', '1@1', '2@1', '2@1']);
});

test('a cut loses the message and everything behind it, and is noticed once', async () => {
  expect(await check({ ...link, cut: 1 }, 3)).toEqual(['lost@1']);
});

test('a partition is noticed only after a time-out', async () => {
  expect(await check({ ...link, partition: true }, 2)).toEqual(['lost@10000']);
});

test('held messages arrive in order once the fault is healed', async () => {
  expect(await check({ ...link, hold: true }, 3, 500)).toEqual(['1@501', '2@501', '3@501']);
});

test('a message outside any connection may be lost, doubled or overtaken, and whoever sent it hears of a loss', async () => {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const { network, clock } = kernel;
  const heal = network.addFault({ from: 'a', to: 'b', drop: 0.2, duplicate: 0.2, jitterMs: 50 });
  const arrived: number[] = [];
  let lost = 0;
  const lose = (): void => {
    lost += 1;
  };
  for (let at = 0; at < 200; at += 1) {
    network.post('a', 'b', () => arrived.push(at), { background: true, lost: lose });
  }
  expect(kernel.quiet()).toBe(true);
  await kernel.run({ until: clock.now() + 100 });
  expect(lost).toBeGreaterThan(10);
  expect(new Set(arrived).size).toBe(200 - lost);
  expect(arrived.length).toBeGreaterThan(200 - lost);
  expect(arrived).not.toEqual([...arrived].sort((x, y) => x - y));
  heal();
  const before = lost;
  network.addFault({ from: 'a', to: '*', partition: true });
  network.post('a', 'b', () => arrived.push(-1), { lost: lose });
  await kernel.run({ until: clock.now() + 100 });
  expect([lost - before, arrived.includes(-1)]).toEqual([1, false]);
});
