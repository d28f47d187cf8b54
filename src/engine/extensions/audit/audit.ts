/** Who did what, and how it was answered: one event for each request, when its answer begins (upstream: apiserver pkg/audit). */

import type { AuditFactory, AuditRecord } from '../../apiserver/audit.ts';
import { newUid } from '../../apiserver/object-meta.ts';
import { logAudit } from './audit-log.ts';

/** Writes into the log beside the trace. */
export const traceAudit: AuditFactory = ({ clock, trace, auditIds }) => ({
  begin(request, info, exchange) {
    const auditId = request.headers['audit-id'] ?? newUid(auditIds);
    const receivedMs = clock.now();
    const userAgent = request.headers['user-agent'] ?? '';
    const cause = request.cause ?? trace.current;
    let annotations: Map<string, string> | undefined;
    const record: AuditRecord = {
      annotate: (key, value) => {
        annotations ??= new Map();
        if (!annotations.has(key)) annotations.set(key, value);
      },
      user: undefined,
      impersonatedUser: undefined,
      decision: '',
      reason: '',
      exchange: {
        respond(response) {
          const { user, impersonatedUser, decision, reason } = record;
          logAudit(trace, {
            auditId,
            receivedMs,
            answeredMs: clock.now(),
            info,
            user,
            impersonatedUser,
            decision,
            reason,
            annotations,
            userAgent,
            code: response.code,
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
