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
}

/** One request as it ended: who did what, and how it was answered (upstream: audit.k8s.io/v1 Event at stage ResponseComplete). */
export interface AuditEvent {
  /** What the answer's Audit-Id header says. */
  readonly auditId: string;
  /** Virtual milliseconds at which it came, and at which its answer began. */
  readonly receivedMs: number;
  readonly answeredMs: number;
  readonly verb: string;
  /** The path, without its query. */
  readonly path: string;
  /** Object concerned, as `plural/namespace/name` with its subresource, where there is one. */
  readonly object?: string;
  /** '' when nobody could be made out. */
  readonly user: string;
  readonly groups: readonly string[];
  readonly impersonatedUser?: string;
  readonly userAgent: string;
  /** HTTP status of the answer. */
  readonly code: number;
  readonly annotations: Readonly<Record<string, string>>;
  /** Trace event of the request, or what caused it. */
  readonly cause: TraceId;
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
  /** Remembers how a request ended, beside the events: they are about what happened, this about who asked. */
  audit(event: AuditEvent): void;
  /** Requests that have been answered, oldest first, as far as they are remembered. */
  audits(): readonly AuditEvent[];
}

/** So many answered requests are remembered. */
const auditCapacity = 2000;

/** Keeps the newest `capacity` events. `now` is the virtual clock in milliseconds. */
export function createTrace(now: () => number, capacity: number): Trace {
  const ring: TraceEvent[] = [];
  let last = 0;
  const audited: AuditEvent[] = [];
  let audits = 0;
  const trace: Trace = {
    current: 0,
    record(event) {
      last += 1;
      ring[last % capacity] = { ...event, id: last, time: now(), cause: event.cause ?? trace.current };
      return last;
    },
    get(id) {
      const event = ring[id % capacity];
      return event?.id === id ? event : undefined;
    },
    since(id) {
      const events: TraceEvent[] = [];
      for (let at = Math.max(id + 1, last - capacity + 1, 1); at <= last; at += 1) {
        const event = ring[at % capacity];
        if (event !== undefined) events.push(event);
      }
      return events;
    },
    audit(event) {
      audited[audits % auditCapacity] = event;
      audits += 1;
    },
    audits() {
      const first = audits % auditCapacity;
      return audits < auditCapacity ? [...audited] : [...audited.slice(first), ...audited.slice(0, first)];
    },
    get last() {
      return last;
    },
  };
  return trace;
}
