/** Graders that outlive one grading: what they have loaded, and what has become fast in them, serves the next one as well. */
import type { FromGrader, GraderLink, GradingOptions } from './grading.ts';

export interface PooledGrading extends GradingOptions {
  warm(lesson: string): void;
  /** Ends those that wait. */
  close(): void;
}

/** One grader, and who listens to it now. */
interface Kept {
  readonly link: GraderLink;
  listen(message: FromGrader): void;
  ready: boolean;
  /** Answers it owes: to what it was asked, and its hello. One that broke owes them for ever. */
  owes: number;
  /** Universes it has lived through, or lives through now. */
  lived: number;
  rehearsing: boolean;
}

/** So many are rehearsed by all graders together. One that has lived through sixty takes less than half the time for the next. */
const rehearsals = 120;

/** The same graders for one grading after another. One that is stopped in the midst of a universe is not used again. */
export function createGraderPool(grading: GradingOptions): PooledGrading {
  const idle: Kept[] = [];
  const share = Math.ceil(rehearsals / grading.graders);
  /** Of which lesson the graders that wait rehearse universes. */
  let lesson: string | undefined;

  function open(): Kept {
    const link = grading.open((message) => hear(kept, message));
    const kept: Kept = { link, listen: () => {}, ready: false, owes: 1, lived: 0, rehearsing: false };
    return kept;
  }

  function hear(kept: Kept, message: FromGrader): void {
    const { type } = message;
    // What nobody waits for was said by the code that is graded: it pays no debt.
    if (type === 'rehearsed' ? !kept.rehearsing : type === 'hello' && kept.ready) return;
    kept.owes = type === 'broken' || type === 'died' ? Number.POSITIVE_INFINITY : kept.owes - 1;
    if (type === 'hello') kept.ready = true;
    if (type === 'rehearsed') kept.rehearsing = false;
    // One that breaks while it waits is opened anew when it is needed.
    if (idle.includes(kept) && kept.owes === Number.POSITIVE_INFINITY) idle.splice(idle.indexOf(kept), 1)[0]?.link.stop();
    else kept.listen(type === 'rehearsed' ? { type: 'hello' } : message);
    rehearse();
  }

  /** One at a time: who types has the other cores. */
  function rehearse(): void {
    if (lesson === undefined || idle.some(({ rehearsing }) => rehearsing)) return;
    const next = idle.find(({ owes, lived }) => owes === 0 && lived < share);
    if (next === undefined) return;
    next.lived += 1;
    next.owes += 1;
    next.rehearsing = true;
    next.link.post({ type: 'rehearse', lesson, seed: next.lived });
  }

  return {
    ...grading,
    open(listen) {
      const kept = idle.pop() ?? open();
      let left = false;
      kept.listen = (message) => {
        if (!left) listen(message);
      };
      // It has said hello already; of one that rehearses it is heard behind that, for a universe’s time begins when it is asked for.
      if (kept.ready && !kept.rehearsing) queueMicrotask(() => kept.listen({ type: 'hello' }));
      return {
        post(message) {
          kept.owes += 1;
          kept.lived += 1;
          kept.link.post(message);
        },
        stop() {
          if (left) return;
          left = true;
          if (kept.owes > 0) kept.link.stop();
          else idle.push(kept);
        },
      };
    },
    warm(next) {
      lesson = next;
      while (idle.length < grading.graders) idle.push(open());
      rehearse();
    },
    close() {
      lesson = undefined;
      for (const { link } of idle.splice(0)) link.stop();
    },
  };
}
