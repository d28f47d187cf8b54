/** Grading in the page: each grader is a worker in a sandboxed frame of its own, so that a hanging one can be thrown away. */
import { startTimer } from '../../runtimes/timer.ts';
import { type EngineFiles, type FrameOptions, openFrame } from '../../runtimes/worker/frame.ts';
import { isFromGrader } from './grader-schema.ts';
import type { FromGrader, GraderLink, GradingOptions, ToGrader } from './grading.ts';
import { type PooledGrading, createGraderPool } from './grader-pool.ts';

/** Who checks, mends and checks again within this finds the graders still there; then their memory is given back. */
const idleMs = 60_000;

let kept: { readonly engine: EngineFiles; readonly grading: GradingOptions } | undefined;

/** A grader a processor core, at most eight: the page itself has little to do meanwhile. Rejects when the engine can't be fetched. */
export async function frameGrading(engine: EngineFiles): Promise<GradingOptions> {
  const [core, host] = await Promise.all([engine.core(), engine.host()]);
  if (kept?.engine === engine) return kept.grading;
  const grading = untilIdle(
    createGraderPool({
      graders: Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2)),
      open: (listen) => openGrader({ core, host, piece: engine.piece }, listen),
      after: startTimer,
      nowMs: () => performance.now(),
    }),
  );
  kept = { engine, grading };
  return grading;
}

/** Graders that haven’t been used for a while are ended. */
function untilIdle(grading: PooledGrading): GradingOptions {
  let stay = (): void => {};
  function leave(): void {
    stay();
    stay = startTimer(idleMs, grading.close);
  }
  return {
    ...grading,
    warm(job) {
      grading.warm(job);
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

function openGrader(engine: Pick<FrameOptions, 'core' | 'host' | 'piece'>, listen: (message: FromGrader) => void): GraderLink {
  const frame = openFrame({
    ...engine,
    role: 'grader',
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
