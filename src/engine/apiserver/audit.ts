/** What writes down who did what; an extension gives it. */
import type { Clock, Random, Trace } from '../kernel/index.ts';
import type { ApiRequest, Exchange, User } from '../meta/index.ts';
import type { RequestInfo } from './request-info.ts';

/** A request as it becomes known. */
export interface AuditRecord {
  /** To answer on: it carries the Audit-Id, and writes the event. */
  readonly exchange: Exchange;
  user: User | undefined;
  /** The user in whose name the request is done, where that is another. */
  impersonatedUser: User | undefined;
  /** `allow` and why, or `forbid`. */
  decision: string;
  reason: string;
  /** Adds an annotation; of several values for a key the first stays. */
  annotate(key: string, value: string): void;
}

export interface Audit {
  begin(request: ApiRequest, info: RequestInfo, exchange: Exchange): AuditRecord;
}

export interface AuditParts {
  readonly clock: Clock;
  readonly trace: Trace;
  /** Names of audited requests. */
  readonly auditIds: Random;
}

export type AuditFactory = (parts: AuditParts) => Audit;
