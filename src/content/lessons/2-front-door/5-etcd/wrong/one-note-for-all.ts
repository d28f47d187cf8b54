/**
 * Notes in a variable of the module what belongs to one update.
 * @cause went on after the end
 */
import type {
  Attempt, Stored, UpdateEvent, UpdateStep, Write,
} from 'converge/sdk';

let fresh = false;

/** What an update does next. */
export function stepUpdate(
  attempt: Attempt,
  event: UpdateEvent,
): UpdateStep {
  switch (event.type) {
    case 'start':
      fresh = false;
      return event.cached === undefined ? read(attempt) : change(event.cached, false);
    case 'changed':
      return swap(attempt, attempt.seen?.revision ?? 0, event.write);
    case 'read':
      fresh = true;
      return change(event.current, true);
    case 'lost':
      fresh = true;
      return change(event.current, true);
    case 'refused':
      return fresh ? answer(attempt) : read(attempt);
    case 'unchanged':
      return fresh ? answer(attempt) : read(attempt);
    case 'failed':
      return answer(attempt);
    default:
      return answer(attempt);
  }
}

function read(attempt: Attempt): UpdateStep {
  return { attempt, action: { type: 'read' } };
}

function change(
  seen: Stored | undefined,
  isFresh: boolean,
): UpdateStep {
  return {
    attempt: { seen, isFresh },
    action: { type: 'change', current: seen },
  };
}

function swap(
  attempt: Attempt,
  ifRevision: number,
  write: Write,
): UpdateStep {
  return {
    attempt,
    action: { type: 'swap', ifRevision, write },
  };
}

function answer(attempt: Attempt): UpdateStep {
  return { attempt, action: { type: 'answer' } };
}
