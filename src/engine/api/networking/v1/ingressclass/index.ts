import { ageColumn, defineKind } from '../../../define.ts';
import type { IngressClass as IngressClassObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type IngressClass = IngressClassObject;

/** Which controller is to serve an Ingress. */
export const IngressClass: KindDefinition<IngressClass> = defineKind<IngressClass>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  namespaced: false,
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
