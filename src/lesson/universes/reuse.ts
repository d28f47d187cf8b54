/** Graders that outlive one grading: what they have loaded, and what has become fast in them, serves the next one as well. */
import type { FromGrader, GraderLink, GradingOptions } from './grading.ts';

export interface ReusedGrading extends GradingOptions {
  /** Ends those that wait. */
  close(): void;
}

/** One grader, and who listens to it now. */
interface Kept {
  readonly link: GraderLink;
  listen(message: FromGrader): void;
  /** Nobody knows what it does: it hasn't said hello, lives through a universe, or broke. */
  busy: boolean;
}

/** The same graders for one grading after another. One that is stopped in the midst of a universe is not used again. */
export function reused(grading: GradingOptions): ReusedGrading {
  const idle: Kept[] = [];

  function open(listen: (message: FromGrader) => void): Kept {
    const link = grading.open((message) => {
      kept.busy = message.type !== 'hello' && message.type !== 'verdict' && message.type !== 'unfit';
      kept.listen(message);
    });
    const kept: Kept = { link, listen, busy: true };
    return kept;
  }

  return {
    ...grading,
    open(listen) {
      const waiting = idle.pop();
      const kept = waiting ?? open(listen);
      let left = false;
      kept.listen = (message) => {
        if (!left) listen(message);
      };
      // It has said hello already; whoever opens it expects that later than this call.
      if (waiting !== undefined) queueMicrotask(() => kept.listen({ type: 'hello' }));
      return {
        post(message) {
          kept.busy = true;
          kept.link.post(message);
        },
        stop() {
          if (left) return;
          left = true;
          if (kept.busy) kept.link.stop();
          else idle.push(kept);
        },
      };
    },
    close() {
      for (const { link } of idle.splice(0)) link.stop();
    },
  };
}
