/** A start without a copy lets the request look at nothing first: where it creates, that saves a read. */
import type { Attempt, Stored, UpdateEvent, UpdateStep, Write } from 'converge/sdk';

export function stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep {
  switch (event.type) {
    case 'start':
      return change(event.cached, false);
    case 'read':
    case 'lost':
      return change(event.current, true);
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
