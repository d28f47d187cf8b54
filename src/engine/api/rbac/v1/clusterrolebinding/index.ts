import { defineKind } from '../../../define.ts';
import type { ClusterRoleBinding as ClusterRoleBindingObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { bindingColumns } from '../binding-columns.ts';
import { defaultBinding, rbacGroup, validateBinding } from '../rules.ts';

export type ClusterRoleBinding = ClusterRoleBindingObject;

/** Gives a ClusterRole to subjects, in the whole cluster. */
export const ClusterRoleBinding: KindDefinition<ClusterRoleBinding> = defineKind<ClusterRoleBinding>({
  group: rbacGroup,
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  namespaced: false,
  rules: {
    generation: 'none',
    createOnUpdate: true,
    name: 'path-segment',
    default: defaultBinding,
    validate: (binding, old) => validateBinding(binding, ['ClusterRole'], false, old),
  },
  columns: bindingColumns,
});
