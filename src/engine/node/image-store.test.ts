import { expect, test } from 'vitest';
import { createKernel } from '../kernel/index.ts';
import { createImageStore } from './image-store.ts';

test('a pull that waited for its turn is caused by what requested it, not by the pull before it', async () => {
  const kernel = createKernel({ seed: 1, settle: async () => {} });
  const { trace } = kernel;
  const busybox = { repository: 'docker.io/library/busybox', sizeBytes: 2_000_000, hasTag: () => true };
  const store = createImageStore(kernel, kernel.random, [busybox], (text) => text, () => undefined);
  const causes: [string, number][] = [];
  for (const [index, pod] of ['first', 'second', 'third'].entries()) {
    trace.current = 10 + index;
    store.pull('busybox:1.36', () => {
      causes.push([pod, trace.current]);
      // As a kubelet does: what follows is because of the container it starts.
      trace.current = 100 + index;
    });
  }
  trace.current = 0;
  await kernel.run({ quiet: true });
  expect(causes).toEqual([['first', 10], ['second', 11], ['third', 12]]);
});
