/** What is kept of answered requests, beside the trace: that is about what happened, this about the users. */
import type { Trace, TraceId } from '../../kernel/index.ts';

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
  /** '' when the user couldn't be determined. */
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

/** So many answered requests are remembered. */
const capacity = 2000;

/** API servers of one cluster have one trace, and one log. */
const logs = new WeakMap<Trace, AuditEvent[]>();

/** Remembers how a request ended. */
export function logAudit(trace: Trace, event: AuditEvent): void {
  const log = logs.get(trace) ?? [];
  logs.set(trace, log);
  if (log.push(event) > capacity) log.shift();
}

/** Requests that have been answered, oldest first, as far as they are remembered. */
export function auditsOf(trace: Trace): readonly AuditEvent[] {
  return logs.get(trace) ?? [];
}
