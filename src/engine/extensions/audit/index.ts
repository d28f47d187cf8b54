/** An event for each request: who did what, and how it was answered. */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { traceAudit } from './audit.ts';

export const auditFeature: ApiFeature = {
  name: 'audit',
  audit: traceAudit,
};
