/** What is kept of answered requests, beside the trace: that is about what happened, this about the users. */
import type { RequestInfo, ResourceInfo } from '../../apiserver/request-info.ts';
import type { Trace, TraceId } from '../../kernel/index.ts';
import type { User } from '../../meta/index.ts';

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

/** An answered request as it is kept: what the log says of it is put together when somebody reads it. */
export interface AuditEntry
  extends Pick<AuditEvent, 'auditId' | 'receivedMs' | 'answeredMs' | 'userAgent' | 'code' | 'cause'> {
  readonly info: RequestInfo;
  readonly user: User | undefined;
  readonly impersonatedUser: User | undefined;
  readonly decision: string;
  readonly reason: string;
  /** Besides the decision's. */
  readonly annotations: ReadonlyMap<string, string> | undefined;
}

interface AuditLog {
  /** The entry of a number stands at its remainder by the capacity. */
  readonly ring: AuditEntry[];
  count: number;
}

/** API servers of one cluster have one trace, and one log. */
const logs = new WeakMap<Trace, AuditLog>();

/** Remembers how a request ended. */
export function logAudit(trace: Trace, entry: AuditEntry): void {
  let log = logs.get(trace);
  if (log === undefined) {
    log = { ring: [], count: 0 };
    logs.set(trace, log);
  }
  log.ring[log.count % capacity] = entry;
  log.count += 1;
}

/** Requests that have been answered, oldest first, as far as they are remembered. */
export function auditsOf(trace: Trace): readonly AuditEvent[] {
  const { ring, count } = logs.get(trace) ?? { ring: [], count: 0 };
  const oldest = count % capacity;
  const inOrder = count <= capacity ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
  return inOrder.map((entry) => eventOf(entry));
}

function eventOf(entry: AuditEntry): AuditEvent {
  const { auditId, receivedMs, answeredMs, info, user, impersonatedUser, userAgent, code, cause } = entry;
  return {
    auditId,
    receivedMs,
    answeredMs,
    verb: info.verb,
    path: info.path,
    ...(info.isResource && { object: objectOf(info) }),
    user: user?.name ?? '',
    groups: user?.groups ?? [],
    ...(impersonatedUser !== undefined && { impersonatedUser: impersonatedUser.name }),
    userAgent,
    code,
    annotations: annotationsOf(entry),
    cause,
  };
}

function objectOf({ resource, namespace, name, subresource }: ResourceInfo): string {
  const place = [resource, namespace, name].filter((part) => part !== '').join('/');
  return subresource === '' ? place : `${place} ${subresource}`;
}

function annotationsOf({ decision, reason, annotations = none }: AuditEntry): Readonly<Record<string, string>> {
  if (decision === '') return {};
  return {
    'authorization.k8s.io/decision': decision,
    'authorization.k8s.io/reason': reason,
    ...Object.fromEntries(annotations),
  };
}

const none: ReadonlyMap<string, string> = new Map();
