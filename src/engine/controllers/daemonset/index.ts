import {
  type Controller,
  ControllerRevision,
  controllerOf,
  DaemonSet,
  deepEqual,
  defineController,
  type KubeObject,
  keyOf,
  matches,
  Node,
  Pod,
  type Watch,
} from 'converge/sdk';
import { createBackOff } from './back-off.ts';
import { fitOf } from './node-fit.ts';
import { createReconcile } from './reconcile.ts';

type Reading = Parameters<Watch['keys']>[1];

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

/** Which sets a changed node is about. Heartbeats are not: labels, taints and the node itself are compared with the last seen. */
function createNodeRouting(): Watch<Node>['keys'] {
  const known = new Map<string, Node>();
  return (node, { lister }) => {
    const { name } = node.metadata;
    const before = known.get(name);
    known.set(name, node);
    const isSame = before?.metadata.uid === node.metadata.uid;
    if (isSame && deepEqual(before.metadata.labels, node.metadata.labels) && deepEqual(before.spec.taints, node.spec.taints)) return [];
    const sets = lister(DaemonSet).list();
    return sets.filter((set) => fitOf(set, node) !== (isSame ? fitOf(set, before) : 'leave')).map(keyOf);
  };
}

function keyOfOwner(object: KubeObject): readonly string[] {
  const owner = controllerOf(object);
  return owner?.kind === DaemonSet.kind ? [`${object.metadata.namespace}/${owner.name}`] : [];
}

/** What has no owner may be adopted: every set that selects it is reconciled. */
function keysOfOrphan(object: KubeObject, { lister }: Reading): readonly string[] {
  if (controllerOf(object) !== undefined) return [];
  const { namespace, labels } = object.metadata;
  return lister(DaemonSet)
    .list(namespace)
    .filter(({ spec }) => matches(spec.selector, labels))
    .map(keyOf);
}
