/** Graders that outlive one grading: what they have loaded, and what has become fast in them, serves the next one as well. */
import type { FromGrader, GraderLink, GradingOptions } from './grading.ts';

export interface ReusedGrading extends GradingOptions {
  warm(): void;
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

  function open(): Kept {
    const link = grading.open((message) => {
      kept.busy = message.type !== 'hello' && message.type !== 'verdict' && message.type !== 'unfit';
      // One that breaks while it waits is opened anew when it is needed.
      if (idle.includes(kept) && kept.busy) idle.splice(idle.indexOf(kept), 1);
      else kept.listen(message);
    });
    const kept: Kept = { link, listen: () => {}, busy: true };
    return kept;
  }

  return {
    ...grading,
    open(listen) {
      const kept = idle.pop() ?? open();
      let left = false;
      kept.listen = (message) => {
        if (!left) listen(message);
      };
      // If it has said hello already: whoever opens it expects that later than this call.
      if (!kept.busy) queueMicrotask(() => kept.listen({ type: 'hello' }));
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
    warm() {
      while (idle.length < grading.graders) idle.push(open());
    },
    close() {
      for (const { link } of idle.splice(0)) link.stop();
    },
  };
}
