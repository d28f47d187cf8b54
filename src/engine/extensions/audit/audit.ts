/** Who did what, and how it was answered: one event for each request, when its answer begins (upstream: apiserver pkg/audit). */

import type { AuditFactory, AuditRecord } from '../../apiserver/audit.ts';
import { newUid } from '../../apiserver/object-meta.ts';
import type { RequestInfo } from '../../apiserver/request-info.ts';
import { logAudit } from './audit-log.ts';

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
      impersonatedUser: undefined,
      decision: '',
      reason: '',
      exchange: {
        respond(response) {
          const { user, impersonatedUser } = record;
          logAudit(trace, {
            auditId,
            receivedMs,
            answeredMs: clock.now(),
            verb: info.verb,
            path: request.path,
            ...(info.isResource && { object: objectOf(info) }),
            user: user?.name ?? '',
            groups: user?.groups ?? [],
            ...(impersonatedUser !== undefined && { impersonatedUser: impersonatedUser.name }),
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
  const scope = namespace === '' ? resource : `${resource}/${namespace}`;
  const place = name === '' ? scope : `${scope}/${name}`;
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
