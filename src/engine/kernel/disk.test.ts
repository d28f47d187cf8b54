import { expect, test } from 'vitest';
import { createDisk, createKernel } from './index.ts';

function start() {
  const kernel = createKernel({ seed: 1, settle: () => new Promise((resolve) => setImmediate(resolve)) });
  const { clock } = kernel;
  const disk = createDisk<readonly string[]>({ clock, random: kernel.random.fork('disk'), latencyMs: 2, empty: [] });
  const began = clock.now();
  const done: string[] = [];
  return {
    disk,
    done,
    write: (text: string, sync = true) =>
      disk.write(
        (content) => [...content, text],
        () => done.push(`${text} +${clock.now() - began}`),
        sync,
      ),
    run: (ms: number) => kernel.run({ until: clock.now() + ms }),
  };
}

test('writes of one instant share a sync, and are durable in order', async () => {
  const { disk, write, done, run } = start();
  write('a');
  write('b');
  await run(1);
  expect(disk.content()).toEqual([]);
  write('c');
  write('d', false);
  await run(5);
  expect(done).toEqual(['a +2', 'b +2', 'c +3', 'd +3']);
  expect(disk.content()).toEqual(['a', 'b', 'c', 'd']);
});

test('a crash loses what was not synced; a torn one may leave the first of it, never the last', async () => {
  const { disk, write, done, run } = start();
  write('kept');
  await run(2);
  write('lost');
  disk.crash();
  await run(10);
  expect(disk.content()).toEqual(['kept']);
  expect(done).toEqual(['kept +2']);
  disk.addFault({ type: 'torn' });
  const left = new Set<number>();
  for (let time = 0; time < 30; time += 1) {
    disk.replace([]);
    for (const text of ['1', '2', '3']) write(text);
    disk.crash();
    expect(['1', '2', '3'].slice(0, disk.content().length)).toEqual(disk.content());
    left.add(disk.content().length);
  }
  expect([...left].sort()).toEqual([0, 1, 2]);
});

test('a full disk fails its writes until there is room, a lost one has nothing left, a slow one takes its time', async () => {
  const { disk, write, done, run } = start();
  const failed: string[] = [];
  disk.failed = (reason) => failed.push(reason);
  const heal = disk.addFault({ type: 'full' });
  write('a');
  await run(5);
  heal();
  write('b');
  await run(5);
  const healSlow = disk.addFault({ type: 'slow', latencyMs: 500 });
  write('c');
  await run(500);
  healSlow();
  expect(done).toEqual(['b +7', 'c +510']);
  disk.addFault({ type: 'lost' });
  expect(disk.content()).toEqual([]);
  expect(failed).toEqual(['full', 'lost']);
});
