import { ageColumn, countColumn, defineKind, textColumn } from '../../../define.ts';
import type { ValidatingAdmissionPolicy as Type } from '../../../generated/types.ts';
import { withMetadataOf } from '../../../status-metadata.ts';
import { withMatchDefaults } from '../match-defaults.ts';

export const ValidatingAdmissionPolicy = defineKind<Type>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  namespaced: false,
  categories: ['api-extensions'],
  subresources: { status: true },
  columns: [
    countColumn('Validations', 'Number of validations of the policy.', ({ spec }) => spec.validations?.length ?? 0),
    textColumn('ParamKind', 'Kind of the objects that parameterize the policy.', ({ spec: { paramKind } }) =>
      paramKind === undefined ? '<unset>' : `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}`,
    ),
    ageColumn,
  ],
  rules: {
    generation: 'spec',
    unconditionalUpdate: false,
    default(object) {
      const { spec } = object;
      const matchConstraints = withMatchDefaults(spec.matchConstraints);
      if (spec.failurePolicy !== undefined && matchConstraints === spec.matchConstraints) return object;
      const constraints = matchConstraints === undefined ? {} : { matchConstraints };
      return { ...object, spec: { ...spec, failurePolicy: spec.failurePolicy ?? 'Fail', ...constraints } };
    },
    prepareForCreate: ({ status: _, ...object }) => ({ ...object, status: {} }),
    prepareForStatusUpdate: withMetadataOf,
  },
});
export type ValidatingAdmissionPolicy = Type;
