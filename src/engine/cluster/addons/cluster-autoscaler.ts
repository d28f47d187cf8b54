/** The cluster autoscaler: its controller is one of the controller manager's here (`controllers/cluster-autoscaler/`); this is what it may do. */
import type { Addon } from './addon.ts';
import { allow } from './allow.ts';

const read = ['get', 'list', 'watch'];

export const createClusterAutoscaler = (): Addon => ({
  objects: allow('cluster-autoscaler-controller', 'kube-system', [
    { apiGroups: [''], resources: ['configmaps', 'pods'], verbs: read },
    { apiGroups: [''], resources: ['nodes'], verbs: [...read, 'update'] },
    { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
    { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: read },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  ]),
});
