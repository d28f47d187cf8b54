/** A work queue whose signals can be asked for: of code that runs apart, only what calls return crosses the port. */
import type { EngineParts, WorkQueue, WorkQueueOptions } from '../../../engine/index.ts';

export interface SignalingQueue extends WorkQueue {
  /** Whether it has called `onAvailable` since this was last called: 1 or 0. */
  hasSignaled(): number;
}

export function createSignalingQueue(createWorkQueue: EngineParts['createWorkQueue'], clock: WorkQueueOptions['clock']): SignalingQueue {
  let isSignaled = false;
  const queue = createWorkQueue({
    clock,
    onAvailable() {
      isSignaled = true;
    },
  });
  return {
    ...queue,
    hasSignaled() {
      const was = Number(isSignaled);
      isSignaled = false;
      return was;
    },
  };
}
