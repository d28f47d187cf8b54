/** The revision is read off the object itself: its resourceVersion is the same number. */
import type { Attempt, Stored, UpdateEvent, UpdateStep } from 'converge/sdk';

export function stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep {
  const next = (seen: Stored | undefined, isFresh: boolean): UpdateStep => ({ attempt: { seen, isFresh }, action: { type: 'change', current: seen } });
  switch (event.type) {
    case 'start':
      if (event.cached !== undefined) return next(event.cached, false);
      return { attempt: { isFresh: false }, action: { type: 'read' } };
    case 'read':
      return next(event.current, true);
    case 'lost':
      return next(event.current, true);
    case 'changed': {
      const version = attempt.seen?.object.metadata.resourceVersion ?? '0';
      return { attempt, action: { type: 'swap', ifRevision: Number(version), write: event.write } };
    }
    case 'unchanged':
    case 'refused':
      if (!attempt.isFresh) return { attempt, action: { type: 'read' } };
      return { attempt, action: { type: 'answer' } };
    default:
      return { attempt, action: { type: 'answer' } };
  }
}
