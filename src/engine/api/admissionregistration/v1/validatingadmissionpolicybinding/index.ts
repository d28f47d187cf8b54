import { formatLabelSelector } from '../../../../meta/index.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { ValidatingAdmissionPolicyBinding as Type } from '../../../generated/types.ts';
import { withMatchDefaults } from '../match-defaults.ts';

export const ValidatingAdmissionPolicyBinding = defineKind<Type>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  namespaced: false,
  categories: ['api-extensions'],
  columns: [
    textColumn('PolicyName', 'The policy it puts into force.', ({ spec }) => spec.policyName ?? ''),
    textColumn('ParamRef', 'The objects that parameterize the policy.', ({ spec: { paramRef } }) => {
      if (paramRef?.name) return paramRef.namespace ? `${paramRef.namespace}/${paramRef.name}` : paramRef.name;
      return paramRef?.selector === undefined ? '<unset>' : formatLabelSelector(paramRef.selector);
    }),
    ageColumn,
  ],
  rules: {
    generation: 'spec',
    unconditionalUpdate: false,
    default(object) {
      const matchResources = withMatchDefaults(object.spec.matchResources);
      if (matchResources === undefined || matchResources === object.spec.matchResources) return object;
      return { ...object, spec: { ...object.spec, matchResources } };
    },
  },
});
export type ValidatingAdmissionPolicyBinding = Type;
