/** Code that runs apart, and in the session's own realm all the same: what crosses is the same, at the same moments. */
import type { SessionParts } from '../session-parts.ts';
import type { SubjectLink } from './messages.ts';
import { createSubjectHost, type SubjectHost } from './subject-host.ts';

export interface Loopback extends SubjectLink {
  readonly host: SubjectHost;
}

export function openLoopback(parts: Pick<SessionParts, 'platform' | 'compile' | 'sdk' | 'limits' | 'watching' | 'evaluating'>): Loopback {
  const host = createSubjectHost({ ...parts, settle: () => parts.platform.settle() });
  return {
    host,
    exchange: (batch) => host.deliver(batch),
    rejected: (error) => host.rejected(error),
    close() {},
  };
}
