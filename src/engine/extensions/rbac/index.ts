/** Roles and their bindings (upstream: --authorization-mode=RBAC). */
import type { ApiFeature } from '../../apiserver/feature.ts';
import { bootstrapRoles } from './bootstrap/hook.ts';
import { rbacEscalation } from './escalation.ts';
import { createRbac } from './rbac.ts';

export const rbacFeature: ApiFeature = {
  name: 'rbac',
  authorizers: [({ resources }) => createRbac(resources).authorize],
  admission: [rbacEscalation],
  startHooks: [bootstrapRoles],
};
