import { defineKind } from '../../../define.ts';
import type { RoleBinding as RoleBindingObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { bindingColumns } from '../binding-columns.ts';
import { defaultBinding, rbacGroup, validateBinding } from '../rules.ts';

export type RoleBinding = RoleBindingObject;

/** Gives a role to subjects, in one namespace. */
export const RoleBinding: KindDefinition<RoleBinding> = defineKind<RoleBinding>({
  group: rbacGroup,
  version: 'v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  namespaced: true,
  rules: {
    generation: 'none',
    createOnUpdate: true,
    name: 'path-segment',
    default: defaultBinding,
    validate: (binding, old) => validateBinding(binding, ['Role', 'ClusterRole'], true, old),
  },
  columns: bindingColumns,
});
