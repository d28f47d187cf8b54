import { defineController, Namespace } from 'converge/sdk';
import { reconcile } from './reconcile.ts';

export const namespaceController = defineController<Namespace>({
  name: 'namespace',
  for: Namespace,
  workers: 10,
  reconcile,
});
