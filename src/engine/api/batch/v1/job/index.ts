import { ageColumn, defineKind } from '../../../define.ts';
import type { Job as JobObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Job = JobObject;

/** Pods that are to end well, so and so often. */
export const Job: KindDefinition<Job> = defineKind<Job>({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  namespaced: true,
  categories: ['all'],
  subresources: { status: true },
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
