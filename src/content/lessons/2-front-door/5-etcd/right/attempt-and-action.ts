/** What is known and what is done next, each by a function of its own. */
import type { Attempt, UpdateAction, UpdateEvent, UpdateStep } from 'converge/sdk';

export function stepUpdate(before: Attempt, event: UpdateEvent): UpdateStep {
  const attempt = learn(before, event);
  return { attempt, action: decide(attempt, event) };
}

function learn(attempt: Attempt, event: UpdateEvent): Attempt {
  switch (event.type) {
    case 'start':
      return { seen: event.cached, isFresh: false };
    case 'read':
    case 'lost':
      return { seen: event.current, isFresh: true };
    default:
      return attempt;
  }
}

function decide({ seen, isFresh }: Attempt, event: UpdateEvent): UpdateAction {
  switch (event.type) {
    case 'start':
      return seen === undefined ? { type: 'read' } : { type: 'change', current: seen };
    case 'read':
    case 'lost':
      return { type: 'change', current: seen };
    case 'changed':
      return { type: 'swap', ifRevision: seen?.revision ?? 0, write: event.write };
    case 'refused':
    case 'unchanged':
      return isFresh ? { type: 'answer' } : { type: 'read' };
    default:
      return { type: 'answer' };
  }
}
