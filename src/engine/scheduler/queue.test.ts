import { expect, test } from 'vitest';
import { createKernel, type Kernel } from '../kernel/index.ts';
import type { PodInfo } from '../sdk/index.ts';
import { createSchedulingQueue, type SchedulingQueue } from './queue.ts';
import { makeInfo, makeNode } from './testing/objects.ts';

const wakes = { type: 'node-add', node: makeNode('n', {}) } as const;

function setUp(): { kernel: Kernel; queue: SchedulingQueue; names(): string[] } {
  const kernel = createKernel({ seed: 1, settle: async () => {} });
  const queue = createSchedulingQueue({
    clock: kernel.clock,
    gated: ({ pod }) => (pod.spec.schedulingGates ?? []).length > 0,
    hint: (plugin, event) => plugin !== 'Deaf' && event.type !== 'assigned-pod-delete',
    ready: () => {},
    cause: () => 0,
  });
  const names = () => {
    const result: string[] = [];
    for (let pod = queue.pop(); pod !== undefined; pod = queue.pop()) result.push(pod.info.pod.metadata.name);
    return result;
  };
  return { kernel, queue, names };
}

/** Pods in the order they are popped after `script` has run. */
async function check(
  script: (queue: SchedulingQueue, wait: (ms: number) => Promise<unknown>) => Promise<void> | void,
  expected: readonly string[],
): Promise<void> {
  const { kernel, queue, names } = setUp();
  await script(queue, (ms) => kernel.run({ until: kernel.clock.now() + ms }));
  expect(names()).toEqual(expected);
}

const low = makeInfo('low');
const high = makeInfo('high', {}, { priority: 10 });

function pop(queue: SchedulingQueue) {
  const pod = queue.pop();
  if (pod === undefined) throw new Error('nothing to pop');
  return pod;
}

test('priority first, then time', async () => {
  await check(
    async (queue, wait) => {
      queue.add(low, 0);
      await wait(5);
      queue.add(makeInfo('later'), 0);
      queue.add(high, 0);
    },
    ['high', 'low', 'later'],
  );
});

test('a rejected pod waits for an event its plugin cares about', async () => {
  await check((queue) => {
    queue.add(low, 0);
    queue.unschedulable(pop(queue), ['Deaf']);
    queue.wake(wakes);
  }, []);
  await check(
    (queue) => {
      queue.add(low, 0);
      queue.unschedulable(pop(queue), ['Deaf', 'Fit']);
      queue.wake(wakes);
    },
    ['low'],
  );
});

test('an event while a pod is in flight is not missed', async () => {
  await check(
    (queue) => {
      queue.add(low, 0);
      const pod = pop(queue);
      queue.wake(wakes);
      queue.unschedulable(pod, ['Fit']);
    },
    ['low'],
  );
});

test('another pod’s update in flight wakes nobody else', async () => {
  await check((queue) => {
    queue.add(low, 0);
    queue.add(high, 0);
    const first: PodInfo = pop(queue).info;
    const second = pop(queue);
    queue.update(first, true);
    queue.unschedulable(second, ['Fit']);
  }, []);
});

test('after an error a pod comes back when its back-off is over', async () => {
  const script = (ms: number) => async (queue: SchedulingQueue, wait: (ms: number) => Promise<unknown>) => {
    queue.add(low, 0);
    queue.failed(pop(queue));
    await wait(ms);
  };
  await check(script(999), []);
  await check(script(1000), ['low']);
});

test('what nothing wakes is tried again after five minutes', async () => {
  const script = (ms: number) => async (queue: SchedulingQueue, wait: (ms: number) => Promise<unknown>) => {
    queue.add(low, 0);
    queue.unschedulable(pop(queue), ['Deaf']);
    await wait(ms);
  };
  await check(script(300_000), []);
  await check(script(330_000), ['low']);
});

test('a gated pod comes in when its gates are gone, and has used up no attempt', async () => {
  const { queue, names } = setUp();
  queue.add(makeInfo('p', {}, { schedulingGates: [{ name: 'g' }] }), 0);
  queue.wake(wakes);
  expect(names()).toEqual([]);
  queue.update(makeInfo('p'), true);
  const pod = queue.pop();
  expect(pod?.attempts).toBe(1);
});

test('a removed pod is never popped', async () => {
  await check(
    (queue) => {
      queue.add(low, 0);
      queue.add(high, 0);
      queue.remove('high');
    },
    ['low'],
  );
});
