/** Where a pod stands in the scheduling queue, as a state machine: its place and an event in, its next place out (upstream backend/queue). */

export type QueuePlace =
  /** Tried as soon as its turn comes. */
  | 'active'
  /** Woken, but its back-off isn't over: tried when nothing is active. */
  | 'backoff'
  /** Its last attempt failed without a rejection: tried again when its back-off is over. */
  | 'error-backoff'
  /** Rejected: waits for an event that may help. */
  | 'unschedulable'
  /** A plugin keeps it from being tried at all. */
  | 'gated'
  /** Being scheduled or bound. */
  | 'in-flight'
  /** No longer in the queue. */
  | 'gone';

export type PlaceEvent =
  /** The pod is new. */
  | 'added'
  /** Its own update may help it. */
  | 'improved'
  /** It is tried now. */
  | 'popped'
  /** Plugins rejected it. */
  | 'rejected'
  /** Plugins rejected it, but an event came meanwhile that may help. */
  | 'rejected, helped'
  /** The attempt failed: a refused binding. */
  | 'failed'
  /** Something happened that may help it, or it has waited for very long. */
  | 'woken'
  /** Its back-off is over. */
  | 'ready'
  /** It was deleted, or scheduled by another. */
  | 'removed';

/** What a step reads of the pod. */
export interface PlaceFacts {
  readonly gated: () => boolean;
  /** The back-off since its last attempt is over. */
  readonly backoffOver: () => boolean;
}

/** The next place; the same where the event means nothing. */
export function placeAfter(place: QueuePlace, event: PlaceEvent, facts: PlaceFacts): QueuePlace {
  // One in flight is landed by its cycle, which finds that the queue no longer knows it.
  if (event === 'removed') return place === 'in-flight' ? place : 'gone';
  switch (place) {
    case 'active':
    case 'backoff':
      return event === 'popped' ? 'in-flight' : place;
    case 'error-backoff':
      return event === 'ready' ? admitted(facts) : place;
    case 'unschedulable':
      return event === 'woken' || event === 'improved' ? woken(facts) : place;
    case 'gated':
      return event === 'improved' ? admitted(facts) : place;
    case 'in-flight':
      return afterFlight(event, facts);
    case 'gone':
      return event === 'added' ? admitted(facts) : place;
  }
}

function afterFlight(event: PlaceEvent, facts: PlaceFacts): QueuePlace {
  switch (event) {
    case 'rejected':
      return 'unschedulable';
    case 'rejected, helped':
      return woken(facts);
    case 'failed':
      return 'error-backoff';
    default:
      return 'in-flight';
  }
}

function admitted({ gated }: PlaceFacts): QueuePlace {
  return gated() ? 'gated' : 'active';
}

function woken(facts: PlaceFacts): QueuePlace {
  return facts.gated() || facts.backoffOver() ? admitted(facts) : 'backoff';
}
