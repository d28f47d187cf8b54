import { ageColumn, defineKind } from '../../../define.ts';
import type { CronJob as CronJobObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type CronJob = CronJobObject;

/** Makes a Job whenever its schedule says so. */
export const CronJob: KindDefinition<CronJob> = defineKind<CronJob>({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
  shortNames: ['cj'],
  categories: ['all'],
  subresources: { status: true },
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
