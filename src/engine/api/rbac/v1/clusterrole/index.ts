import { type FieldError, invalidValue, required } from '../../../../meta/index.ts';
import { defineKind, textColumn } from '../../../define.ts';
import type { ClusterRole as ClusterRoleObject } from '../../../generated/types.ts';
import { validateSelector } from '../../../selector-validation.ts';
import type { KindDefinition } from '../../../types.ts';
import { rbacGroup, validateRules } from '../rules.ts';

export type ClusterRole = ClusterRoleObject;

/** What may be done in the whole cluster, or in the namespaces whose bindings name it. */
export const ClusterRole: KindDefinition<ClusterRole> = defineKind<ClusterRole>({
  group: rbacGroup,
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
  rules: {
    generation: 'none',
    createOnUpdate: true,
    name: 'path-segment',
    default: (role) => (role.rules === undefined ? { ...role, rules: [] } : role),
    validate: (role) => [...validateRules(role.rules, false), ...aggregationErrors(role)],
  },
  columns: [textColumn('Created At', 'When it was made.', ({ metadata }) => metadata.creationTimestamp)],
});

function aggregationErrors({ aggregationRule }: ClusterRole): readonly FieldError[] {
  if (aggregationRule === undefined) return [];
  const { clusterRoleSelectors = [] } = aggregationRule;
  const path = 'aggregationRule.clusterRoleSelectors';
  if (clusterRoleSelectors.length === 0) {
    return [required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  const errors: FieldError[] = [];
  clusterRoleSelectors.forEach((selector, index) => {
    const before = errors.length;
    validateSelector(selector, `${path}[${index}]`, errors);
    if (errors.length > before) errors.push(invalidValue(`${path}[${index}]`, null, 'invalid label selector.'));
  });
  return errors;
}
