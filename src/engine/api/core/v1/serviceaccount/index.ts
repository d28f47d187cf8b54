import { ageColumn, defineKind } from '../../../define.ts';
import type { ServiceAccount as ServiceAccountObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type ServiceAccount = ServiceAccountObject;

/** Who a pod is to the API server. */
export const ServiceAccount: KindDefinition<ServiceAccount> = defineKind<ServiceAccount>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
  shortNames: ['sa'],
  subresources: { others: ['token'] },
  rules: { generation: 'none', deleteReturnsObject: true },
  columns: [
    {
      name: 'Secrets',
      type: 'string',
      description: 'How many secrets it names.',
      priority: 0,
      value: ({ secrets = [] }) => secrets.length,
    },
    ageColumn,
  ],
});
