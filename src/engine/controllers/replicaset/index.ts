import { controllerOf, defineController, keyOf, matches, Pod, ReplicaSet } from 'converge/sdk';
import { withPodControl } from './pod-control.ts';
import { reconcile } from './reconcile.ts';

export const replicaSetController = defineController<ReplicaSet>({
  name: 'replicaset',
  for: ReplicaSet,
  owns: [Pod],
  watches: [
    {
      kind: Pod,
      // A pod without an owner may be one to adopt: every set that selects it is reconciled.
      keys(pod, { lister }) {
        if (controllerOf(pod) !== undefined) return [];
        return lister(ReplicaSet)
          .list(pod.metadata.namespace)
          .filter(({ spec }) => matches(spec.selector, pod.metadata.labels))
          .map(keyOf);
      },
    },
  ],
  reconcile: (key, tools) => reconcile(key, withPodControl(key, tools)),
});
