import type {
  Attempt, Stored, UpdateEvent, UpdateStep, Write,
} from 'converge/sdk';

/** What an update does next. */
export function stepUpdate(
  attempt: Attempt,
  event: UpdateEvent,
): UpdateStep {
  switch (event.type) {
    case 'start':
      return event.cached === undefined
        ? read(attempt)
        : change(event.cached, false);
    case 'changed':
      // Which revision must etcd still have?
      return swap(attempt, 0, event.write);
    // read, lost: `event.current` is what etcd has now.

    // refused, unchanged: how old was the object?

    default:
      return answer(attempt);
  }
}

/** Reads the object from etcd: `read` follows. */
function read(attempt: Attempt): UpdateStep {
  return { attempt, action: { type: 'read' } };
}

/** Lets the request change this object: `changed`, `unchanged`
 * or `refused` follows. Absent: there is no object. */
function change(
  seen: Stored | undefined,
  isFresh: boolean,
): UpdateStep {
  return {
    attempt: { seen, isFresh },
    action: { type: 'change', current: seen },
  };
}

/** Writes if the key has this revision (0: there is no such
 * key): `written` or `lost` follows. */
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

/** Ends the update with what has just happened. */
function answer(attempt: Attempt): UpdateStep {
  return { attempt, action: { type: 'answer' } };
}
