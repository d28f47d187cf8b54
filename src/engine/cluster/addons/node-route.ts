/** The route controller: it is one of the controller manager's here (`controllers/node-route/`); this is what it may do. */
import type { Addon } from './addon.ts';
import { allow } from './allow.ts';

export const createNodeRoutes = (): Addon => ({
  objects: allow('route-controller', 'kube-system', [
    { apiGroups: [''], resources: ['nodes'], verbs: ['list', 'watch'] },
    { apiGroups: [''], resources: ['nodes/status'], verbs: ['patch'] },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  ]),
});
