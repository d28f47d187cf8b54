import { defineController, isAlreadyExists, isNamespaceTerminating, Namespace, ServiceAccount } from 'converge/sdk';

/** Every namespace has an account that pods run as unless they say otherwise. (upstream pkg/controller/serviceaccount) */
export const serviceAccountController = defineController<Namespace>({
  name: 'serviceaccount',
  eventSource: 'service-account-controller',
  for: Namespace,
  watches: [
    { kind: ServiceAccount, keys: ({ metadata }) => (metadata.name === 'default' ? [metadata.namespace ?? ''] : []) },
  ],
  workers: 1,
  async reconcile(key, { lister, client }) {
    const namespace = lister(Namespace).get(key);
    if (namespace === undefined || namespace.metadata.deletionTimestamp !== undefined) return;
    if (lister(ServiceAccount).get(`${key}/default`) !== undefined) return;
    try {
      await client.create(ServiceAccount, { metadata: { name: 'default', namespace: key } });
    } catch (error) {
      // It was created meanwhile, or the namespace is going away: either way nothing is left to do.
      if (!isAlreadyExists(error) && !isNamespaceTerminating(error)) throw error;
    }
  },
});
