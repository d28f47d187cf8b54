import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { ResourceQuota as ResourceQuotaObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { validateResourceQuota } from './validation.ts';

export type ResourceQuota = ResourceQuotaObject;

/** How much all of a namespace may use together. */
export const ResourceQuota: KindDefinition<ResourceQuota> = defineKind<ResourceQuota>({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  namespaced: true,
  shortNames: ['quota'],
  subresources: { status: true },
  rules: {
    generation: 'none',
    deleteReturnsObject: true,
    default: (quota) => {
      if (quota.spec !== undefined && quota.status !== undefined) return quota;
      return { ...quota, spec: quota.spec ?? {}, status: quota.status ?? {} };
    },
    validate: validateResourceQuota,
    prepareForCreate: (quota) => ({ ...quota, status: {} }),
  },
  columns: [
    textColumn('Request', 'What is used, of what may be.', (quota) => usage(quota, false)),
    textColumn('Limit', 'The same of the limits.', (quota) => usage(quota, true)),
    ageColumn,
  ],
});

/** `cpu: 1/2, pods: 0/5`, in the order of the names. */
function usage({ status }: ResourceQuota, limits: boolean): string {
  return Object.entries(status.hard ?? {})
    .filter(([name]) => name.startsWith('limits.') === limits)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hard]) => `${name}: ${status.used?.[name] ?? '0'}/${hard}`)
    .join(', ');
}
