/** Which DaemonSets a change of a node or of a Pod is about. */
import { controllerOf, DaemonSet, deepEqual, type KubeObject, keyOf, matches, type Node, type Watch } from 'converge/sdk';
import { fitOf } from './node-fit.ts';

type Reading = Parameters<Watch['keys']>[1];

/** The sets whose Pods may come to the node or have to leave it. Heartbeats change neither: labels, taints and the node itself are compared with the last seen. */
export function createNodeRouting(): Watch<Node>['keys'] {
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

/** What has no owner may be adopted: every set that selects it is reconciled. */
export function keysOfOrphan(object: KubeObject, { lister }: Reading): readonly string[] {
  if (controllerOf(object) !== undefined) return [];
  const { namespace, labels } = object.metadata;
  return lister(DaemonSet)
    .list(namespace)
    .filter(({ spec }) => matches(spec.selector, labels))
    .map(keyOf);
}
