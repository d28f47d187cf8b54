/**
 * No answer has come: it reads, and makes the change once more.
 *
 * @cause tried again without knowing
 */
import type { Attempt, Stored, UpdateEvent, UpdateStep, Write } from 'converge/sdk';

export function stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep {
  switch (event.type) {
    case 'start':
      return event.cached === undefined ? read(attempt) : change(event.cached, false);
    case 'read':
    case 'lost':
      return change(event.current, true);
    case 'changed':
      return swap(attempt, attempt.seen?.revision ?? 0, event.write);
    case 'unchanged':
    case 'refused':
      return attempt.isFresh ? answer(attempt) : read(attempt);
    case 'written':
      return answer(attempt);
    case 'failed':
      return read(attempt);
  }
}

function read(attempt: Attempt): UpdateStep {
  return { attempt, action: { type: 'read' } };
}

function change(seen: Stored | undefined, isFresh: boolean): UpdateStep {
  return { attempt: { seen, isFresh }, action: { type: 'change', current: seen } };
}

function swap(attempt: Attempt, ifRevision: number, write: Write): UpdateStep {
  return { attempt, action: { type: 'swap', ifRevision, write } };
}

function answer(attempt: Attempt): UpdateStep {
  return { attempt, action: { type: 'answer' } };
}
