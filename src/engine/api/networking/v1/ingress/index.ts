import { ageColumn, defineKind } from '../../../define.ts';
import type { Ingress as IngressObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type Ingress = IngressObject;

/** Which requests from outside go to which Service. */
export const Ingress: KindDefinition<Ingress> = defineKind<Ingress>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  namespaced: true,
  shortNames: ['ing'],
  storageName: 'ingress',
  subresources: { status: true },
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
