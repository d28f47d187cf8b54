import { CustomResourceDefinition, defineController, Namespace } from 'converge/sdk';
import { reconcile } from './reconcile.ts';

export const namespaceController = defineController<Namespace>({
  name: 'namespace',
  for: Namespace,
  // Their caches say which other kinds there are.
  watches: [{ kind: CustomResourceDefinition, keys: () => [] }],
  workers: 10,
  reconcile,
});
