/**
 * How an API server changes an object that others may change as well: by compare-and-swap. It reads a copy, makes the change, and
 * writes only if etcd still has the revision that the copy had. Where a rival was faster it begins anew from the rival's object.
 * Reading, changing and writing are the storage's. (upstream: storage/etcd3/store.go, GuaranteedUpdate)
 */
import type { Attempt, Stored, UpdateEvent, UpdateStep } from 'converge/sdk';

/** One step of an update. It begins with `{ isFresh: false }` and `start`. */
export function stepUpdate(attempt: Attempt, event: UpdateEvent): UpdateStep {
  switch (event.type) {
    case 'start':
      return event.cached === undefined ? { attempt, action: { type: 'read' } } : change(event.cached, false);
    case 'read':
    case 'lost':
      return change(event.current, true);
    case 'changed':
      return { attempt, action: { type: 'swap', ifRevision: attempt.seen?.revision ?? 0, write: event.write } };
    case 'unchanged':
    case 'refused':
      // An old copy decides nothing: the newest may say something else.
      return { attempt, action: { type: attempt.isFresh ? 'answer' : 'read' } };
    case 'written':
    case 'failed':
      return { attempt, action: { type: 'answer' } };
  }
}

/** The request changes this object, and from now on the write depends on its revision. */
function change(seen: Stored | undefined, isFresh: boolean): UpdateStep {
  return { attempt: { seen, isFresh }, action: { type: 'change', current: seen } };
}
