/** Grading in Node: each grader is a thread, so that one that hangs can be ended. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { startTimer } from '../../runtimes/timer.ts';
import type { FromGrader, GraderLink, GradingOptions, ToGrader } from '../universes/grading.ts';

export function threadGrading(graders = Math.max(1, Math.min(8, availableParallelism()))): GradingOptions {
  return {
    graders,
    open: openThread,
    after: startTimer,
    nowMs: () => performance.now(),
  };
}

function openThread(listen: (message: FromGrader) => void): GraderLink {
  const worker = new Worker(new URL('./grader-thread.ts', import.meta.url));
  worker.on('message', (message: FromGrader) => listen(message));
  worker.on('error', (error) =>
    listen({ type: 'broken', message: error instanceof Error ? error.message : String(error) }),
  );
  return {
    post: (message: ToGrader) => worker.postMessage(message),
    stop: () => void worker.terminate(),
  };
}
