/**
 * What comes from etcd is taken for an old copy as well.
 *
 * @cause went on after the end
 */
import type { Attempt, Stored, UpdateEvent, UpdateStep, Write } from 'converge/sdk';

export function stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep {
  switch (event.type) {
    case 'start':
      return event.cached === undefined ? read(attempt) : change(event.cached, false);
    case 'read':
    case 'lost':
      return change(event.current, false);
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
