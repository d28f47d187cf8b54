import { controllerOf, defineController, keyOf, matches, Pod, ReplicationController } from 'converge/sdk';
import { withPodControl } from '../replicaset/pod-control.ts';
import { reconcile } from '../replicaset/reconcile.ts';
import { asReplicaSets, selectorOf } from './as-replica-sets.ts';

/** The predecessor of ReplicaSets, run by the same code. (upstream pkg/controller/replication) */
export const replicationControllerController = defineController<ReplicationController>({
  name: 'replicationcontroller',
  eventSource: 'replication-controller',
  for: ReplicationController,
  owns: [Pod],
  watches: [
    {
      kind: Pod,
      // A Pod without an owner may be one to adopt.
      keys(pod, { lister }) {
        if (controllerOf(pod) !== undefined) return [];
        const all = lister(ReplicationController).list(pod.metadata.namespace);
        return all.filter((each) => matches(selectorOf(each), pod.metadata.labels)).map(keyOf);
      },
    },
  ],
  reconcile: (key, tools) => reconcile(key, withPodControl(key, asReplicaSets(tools))),
});
