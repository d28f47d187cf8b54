import {
  checkLabelValue,
  checkQualifiedName,
  type FieldError,
  invalidValue,
  required,
} from '../../../../meta/index.ts';
import { defineKind, textColumn } from '../../../define.ts';
import type { ClusterRole as ClusterRoleObject } from '../../../generated/types.ts';
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
  clusterRoleSelectors.forEach(({ matchLabels = {}, matchExpressions = [] }, index) => {
    const at = `${path}[${index}]`;
    for (const [key, value] of Object.entries(matchLabels)) {
      for (const message of checkQualifiedName(key)) errors.push(invalidValue(`${at}.matchLabels`, key, message));
      for (const message of checkLabelValue(value)) errors.push(invalidValue(`${at}.matchLabels`, value, message));
    }
    matchExpressions.forEach(({ key, operator, values = [] }, at2) => {
      const place = `${at}.matchExpressions[${at2}]`;
      const needsValues = operator === 'In' || operator === 'NotIn';
      if (needsValues && values.length === 0) {
        errors.push(required(`${place}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      } else if (!needsValues && operator !== 'Exists' && operator !== 'DoesNotExist') {
        errors.push(invalidValue(`${place}.operator`, operator, 'not a valid selector operator'));
      }
      for (const message of checkQualifiedName(key)) errors.push(invalidValue(`${place}.key`, key, message));
    });
  });
  return errors;
}
