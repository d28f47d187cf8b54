/** Who did what, and how it was answered: one event for each request, when its answer begins (upstream: apiserver pkg/audit). */
import type { ApiRequest, Exchange, User } from '../../meta/index.ts';
import { newUid } from '../object-meta.ts';
import type { RequestInfo } from '../request-info.ts';
import type { ServerParts } from '../server-parts.ts';
import { logAudit } from './audit-log.ts';

/** A request as it becomes known. */
export interface AuditRecord {
  /** To answer on: it carries the Audit-Id, and writes the event. */
  readonly exchange: Exchange;
  user: User | undefined;
  /** Who the request is done as, where that is another. */
  actingAs: User | undefined;
  /** `allow` and why, or `forbid`. */
  decision: string;
  reason: string;
  /** Whatever else is to be known of it; of several values for a key the first stays. */
  annotate(key: string, value: string): void;
}

export interface Audit {
  begin(request: ApiRequest, info: RequestInfo, exchange: Exchange): AuditRecord;
}

export type AuditFactory = (parts: Pick<ServerParts, 'clock' | 'trace' | 'auditIds'>) => Audit;

/** Writes into the log beside the trace. */
export const traceAudit: AuditFactory = ({ clock, trace, auditIds }) => ({
  begin(request, info, exchange) {
    const auditId = request.headers['audit-id'] ?? newUid(auditIds);
    const receivedMs = clock.now();
    const cause = request.cause ?? trace.current;
    const more = new Map<string, string>();
    const record: AuditRecord = {
      annotate: (key, value) => {
        if (!more.has(key)) more.set(key, value);
      },
      user: undefined,
      actingAs: undefined,
      decision: '',
      reason: '',
      exchange: {
        respond(response) {
          const { user, actingAs } = record;
          logAudit(trace, {
            auditId,
            receivedMs,
            answeredMs: clock.now(),
            verb: info.verb,
            path: request.path,
            ...(info.isResource && { object: objectOf(info) }),
            user: user?.name ?? '',
            groups: user?.groups ?? [],
            ...(actingAs !== undefined && { impersonatedUser: actingAs.name }),
            userAgent: request.headers['user-agent'] ?? '',
            code: response.code,
            annotations: annotationsOf(record, more),
            cause,
          });
          exchange.respond({ ...response, headers: { ...response.headers, 'audit-id': auditId } });
        },
        write: (chunk) => exchange.write(chunk),
        end: () => exchange.end(),
        ...(exchange.upgrade !== undefined && { upgrade: exchange.upgrade.bind(exchange) }),
      },
    };
    return record;
  },
});

function objectOf(info: Extract<RequestInfo, { isResource: true }>): string {
  const { resource, namespace, name, subresource } = info;
  const place = [resource, namespace, name].filter((part) => part !== '').join('/');
  return subresource === '' ? place : `${place} ${subresource}`;
}

const none: Readonly<Record<string, string>> = {};

function annotationsOf(
  { decision, reason }: AuditRecord,
  more: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  if (decision === '') return none;
  const ours = { 'authorization.k8s.io/decision': decision, 'authorization.k8s.io/reason': reason };
  return more.size === 0 ? ours : { ...ours, ...Object.fromEntries(more) };
}
