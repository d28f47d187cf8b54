/** Which objects wait for a component: it is the one whose write they lack. */
import { Deployment, isOfKind, type KubeObject, Pod, ReplicaSet } from '../../engine/sdk/index.ts';

/** A Pod that is not on its way out. */
const stays = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp === undefined;

type Waits = (object: KubeObject) => boolean;

/** What the deployment controller hasn't seen has a generation that isn't the observed one. */
const forDeployment: Waits = (object) => isOfKind(Deployment, object) && object.status.observedGeneration !== object.metadata.generation;

const forReplicaSet: Waits = (object) => isOfKind(ReplicaSet, object) && object.status.observedGeneration !== object.metadata.generation;

const forScheduler: Waits = (object) => isOfKind(Pod, object) && stays(object) && object.spec.nodeName === undefined;

const forKubelet =
  (node: string): Waits =>
  (object) =>
    isOfKind(Pod, object) && object.spec.nodeName === node && (!stays(object) || object.status.phase === 'Pending');

/** Undefined: it isn't known what waits for a component of this name. */
export function waitsFor(component: string): Waits | undefined {
  if (component === 'controller/deployment') return forDeployment;
  if (component === 'controller/replicaset') return forReplicaSet;
  if (component === 'scheduler') return forScheduler;
  const node = /^kubelet\/(.+)$/.exec(component)?.[1];
  return node === undefined ? undefined : forKubelet(node);
}
