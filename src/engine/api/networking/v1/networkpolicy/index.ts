import { formatLabelSelector } from '../../../../meta/index.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type {
  NetworkPolicy as NetworkPolicyObject,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from '../../../generated/types.ts';
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
  rules: { generation: 'spec', default: setDefaults },
  columns: [textColumn('Pod-Selector', 'Which pods.', ({ spec }) => formatLabelSelector(spec.podSelector)), ageColumn],
});

/** A policy is about what comes in, and about what goes out if it has rules for that (upstream pkg/apis/networking/v1/defaults.go). */
function setDefaults(policy: NetworkPolicy): NetworkPolicy {
  const { spec = {} } = policy;
  const { policyTypes = [], egress = [] } = spec;
  const filled: NetworkPolicySpec = {
    podSelector: {},
    ...spec,
    policyTypes: policyTypes.length > 0 ? policyTypes : egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'],
    ...(spec.ingress && { ingress: spec.ingress.map((rule) => withPorts(rule)) }),
    ...(spec.egress && { egress: spec.egress.map((rule) => withPorts(rule)) }),
  };
  return { ...policy, spec: filled };
}

function withPorts<R extends { readonly ports?: readonly NetworkPolicyPort[] }>(rule: R): R {
  if (rule.ports === undefined) return rule;
  return { ...rule, ports: rule.ports.map((port) => ({ protocol: 'TCP', ...port })) };
}
