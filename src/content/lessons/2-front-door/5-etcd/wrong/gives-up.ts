/**
 * A rival was faster: the client hears of a conflict, though it named no revision.
 *
 * @cause gave up because of a rival
 */
import type { Attempt, Stored, UpdateEvent, UpdateStep, Write } from 'converge/sdk';

export function stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep {
  switch (event.type) {
    case 'start':
      return event.cached === undefined ? read(attempt) : change(event.cached, false);
    case 'read':
      return change(event.current, true);
    case 'lost':
      return answer(attempt);
    case 'changed':
      return swap(attempt, attempt.seen?.revision ?? 0, event.write);
    case 'unchanged':
    case 'refused':
      return attempt.isFresh ? answer(attempt) : read(attempt);
    case 'written':
    case 'failed':
      return answer(attempt);
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
