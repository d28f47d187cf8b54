import { defineKind, textColumn } from '../../../define.ts';
import type { Role as RoleObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { rbacGroup, validateRules } from '../rules.ts';

export type Role = RoleObject;

/** What may be done in one namespace. */
export const Role: KindDefinition<Role> = defineKind<Role>({
  group: rbacGroup,
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  namespaced: true,
  rules: {
    generation: 'none',
    createOnUpdate: true,
    name: 'path-segment',
    default: (role) => (role.rules === undefined ? { ...role, rules: [] } : role),
    validate: ({ rules }) => validateRules(rules, true),
  },
  columns: [textColumn('Created At', 'When it was made.', ({ metadata }) => metadata.creationTimestamp)],
});
