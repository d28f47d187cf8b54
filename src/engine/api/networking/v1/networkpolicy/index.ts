import { ageColumn, defineKind } from '../../../define.ts';
import type { NetworkPolicy as NetworkPolicyObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type NetworkPolicy = NetworkPolicyObject;

/** Who may talk to some pods, and whom they may talk to. */
export const NetworkPolicy: KindDefinition<NetworkPolicy> = defineKind<NetworkPolicy>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  namespaced: true,
  shortNames: ['netpol'],
  rules: { generation: 'spec' },
  columns: [ageColumn],
});
