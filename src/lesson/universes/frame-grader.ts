/** Grading in the page: each grader is a worker in a sandboxed frame of its own, so that a hanging one can be thrown away. */
import { startTimer } from '../../runtimes/timer.ts';
import { openFrame } from '../../runtimes/worker/frame.ts';
import { isFromGrader } from './grader-schema.ts';
import type { FromGrader, GraderLink, GradingOptions, ToGrader } from './grading.ts';
import { type PooledGrading, createGraderPool } from './grader-pool.ts';

/** Who checks, mends and checks again within this finds the graders still there; then their memory is given back. */
const idleMs = 60_000;

let kept: { readonly source: string; readonly grading: GradingOptions } | undefined;

/** `source`: the bundled grader’s text. A grader a core, at most eight: the page itself has little to do meanwhile. */
export function frameGrading(source: string): GradingOptions {
  if (kept?.source === source) return kept.grading;
  const grading = untilIdle(
    createGraderPool({
      graders: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)),
      open: (listen) => openGrader(source, listen),
      after: startTimer,
      nowMs: () => performance.now(),
    }),
  );
  kept = { source, grading };
  return grading;
}

/** Graders that nobody has used for a while are ended. */
function untilIdle(grading: PooledGrading): GradingOptions {
  let stay = (): void => {};
  function leave(): void {
    stay();
    stay = startTimer(idleMs, grading.close);
  }
  return {
    ...grading,
    warm(lesson) {
      grading.warm(lesson);
      leave();
    },
    open(listen) {
      stay();
      const link = grading.open(listen);
      return {
        post: link.post,
        stop() {
          link.stop();
          leave();
        },
      };
    },
  };
}

function openGrader(source: string, listen: (message: FromGrader) => void): GraderLink {
  const frame = openFrame({
    source,
    receive: (message) => {
      if (isFromGrader(message)) listen(message);
    },
    broken: (because) => listen({ type: 'broken', message: because }),
  });
  return {
    post: (message: ToGrader) => frame.port.postMessage(message),
    stop: () => frame.remove(),
  };
}
