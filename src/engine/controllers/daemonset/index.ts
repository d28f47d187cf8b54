import {
  type Controller,
  ControllerRevision,
  controllerOf,
  DaemonSet,
  defineController,
  type KubeObject,
  Node,
  Pod,
} from 'converge/sdk';
import { createBackOff } from './back-off.ts';
import { createReconcile } from './reconcile.ts';
import { createNodeRouting, keysOfOrphan } from './routing.ts';

/** Keeps one Pod on every node that fits. (upstream pkg/controller/daemon) */
export function createDaemonSetController(): Controller<DaemonSet> {
  return defineController<DaemonSet>({
    name: 'daemonset',
    for: DaemonSet,
    owns: [Pod],
    workers: 2,
    watches: [
      { kind: Node, keys: createNodeRouting() },
      { kind: Pod, keys: keysOfOrphan },
      { kind: ControllerRevision, keys: (revision, reading) => [...keyOfOwner(revision), ...keysOfOrphan(revision, reading)] },
    ],
    reconcile: createReconcile(createBackOff()),
  });
}

function keyOfOwner(object: KubeObject): readonly string[] {
  const owner = controllerOf(object);
  return owner?.kind === DaemonSet.kind ? [`${object.metadata.namespace}/${owner.name}`] : [];
}
