/** One condition after another, and the answer is what is left. */
import type { Attempt, UpdateEvent, UpdateStep } from 'converge/sdk';

export function stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep {
  if (event.type === 'start' && event.cached) {
    return { attempt: { seen: event.cached, isFresh: false }, action: { type: 'change', current: event.cached } };
  }
  if (event.type === 'read' || event.type === 'lost') {
    return { attempt: { seen: event.current, isFresh: true }, action: { type: 'change', current: event.current } };
  }
  if (event.type === 'changed') {
    const ifRevision = attempt.seen ? attempt.seen.revision : 0;
    return { attempt, action: { type: 'swap', ifRevision, write: event.write } };
  }
  const isOld = event.type === 'start' || ((event.type === 'refused' || event.type === 'unchanged') && !attempt.isFresh);
  return { attempt, action: { type: isOld ? 'read' : 'answer' } };
}
