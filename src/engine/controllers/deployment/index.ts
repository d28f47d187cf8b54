import { controllerOf, Deployment, defineController, joinKey, Pod, ReplicaSet } from 'converge/sdk';
import { isRecreate } from './limits.ts';
import { reconcile } from './reconcile.ts';

export const deploymentController = defineController<Deployment>({
  name: 'deployment',
  for: Deployment,
  owns: [ReplicaSet],
  watches: [
    {
      kind: Pod,
      // Recreate waits for the last old pod to go. A rolling update counts pods by the status of the sets.
      keys(pod, { lister }) {
        const set = controllerOf(pod);
        if (set?.kind !== 'ReplicaSet') return [];
        const { namespace } = pod.metadata;
        const owner = lister(ReplicaSet).get(joinKey(namespace, set.name));
        const deployment = owner && controllerOf(owner);
        if (deployment?.kind !== 'Deployment') return [];
        const key = joinKey(namespace, deployment.name);
        const found = lister(Deployment).get(key);
        return found !== undefined && isRecreate(found.spec) ? [key] : [];
      },
    },
  ],
  reconcile,
});
