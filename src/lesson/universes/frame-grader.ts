/** Grading in the page: each grader is a worker in a sandboxed frame of its own, so that a hanging one can be thrown away. */
import { afterMs } from '../../runtimes/after.ts';
import { openFrame } from '../../runtimes/worker/frame.ts';
import type { FromGrader, GraderLink, GradingOptions, ToGrader } from './grading.ts';

/** `source`: the bundled grader’s text. A grader a core, at most eight: the page itself has little to do meanwhile. */
export function frameGrading(source: string): GradingOptions {
  return {
    graders: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)),
    open: (listen) => openGrader(source, listen),
    after: afterMs,
  };
}

function openGrader(source: string, listen: (message: FromGrader) => void): GraderLink {
  const frame = openFrame({
    source,
    receive: (message) => listen(message as FromGrader),
    broken: (because) => listen({ type: 'broken', message: because }),
  });
  return {
    post: (message: ToGrader) => frame.port.postMessage(message),
    stop: () => frame.remove(),
  };
}
