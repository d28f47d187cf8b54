/** What happened, and because of what. Ids rise by one; 0 means "nothing known". The oldest are forgotten. */
export type TraceId = number;

export interface TraceEvent {
  readonly id: TraceId;
  /** Virtual milliseconds. */
  readonly time: number;
  /** Who: `kubectl`, `apiserver`, `controller/replicaset`, `scheduler`, `kubelet/node-1`. */
  readonly component: string;
  readonly type: 'command' | 'request' | 'commit' | 'reconcile' | 'bind' | 'container' | 'fault' | 'error' | 'note';
  /** One line for a person: `POST pods web-7k2xq`, `reconcile default/web`. */
  readonly what: string;
  /** Object concerned, as `plural/namespace/name`, where there is one. */
  readonly object?: string;
  /** Revision it made, for commits. */
  readonly revision?: number;
  readonly cause: TraceId;
  /** Further causes: what else had happened when it began. At most three. */
  readonly also?: readonly TraceId[] | undefined;
  /** The line of learner code, or of a command's text, that caused it. `file` is '' for a cell's own text. */
  readonly source?: { readonly file: string; readonly line: number };
}

export interface Trace {
  /** The event on whose behalf code runs now; timers remember it and restore it. */
  current: TraceId;
  /** Adds an event and returns its id. `cause` defaults to `current`. */
  record(event: Omit<TraceEvent, 'id' | 'time' | 'cause'> & { readonly cause?: TraceId }): TraceId;
  get(id: TraceId): TraceEvent | undefined;
  /** Events after an id, oldest first, as far as they are remembered. */
  since(id: TraceId): readonly TraceEvent[];
  readonly last: TraceId;
}

interface Writable extends Trace {
  last: TraceId;
}

/** Keeps the newest `capacity` events. `now` is the virtual clock in milliseconds. */
export function createTrace(now: () => number, capacity: number): Trace {
  const ring: TraceEvent[] = [];
  const trace: Writable = {
    current: 0,
    last: 0,
    record(event) {
      trace.last += 1;
      const { last } = trace;
      ring[last % capacity] = { ...event, id: last, time: now(), cause: event.cause ?? trace.current };
      return last;
    },
    get(id) {
      const event = ring[id % capacity];
      return event?.id === id ? event : undefined;
    },
    since(id) {
      const events: TraceEvent[] = [];
      for (let at = Math.max(id, trace.last - capacity) + 1; at <= trace.last; at += 1) {
        const event = trace.get(at);
        if (event !== undefined) events.push(event);
      }
      return events;
    },
  };
  return trace;
}
