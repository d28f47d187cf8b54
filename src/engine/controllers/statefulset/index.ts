import {
  controllerOf,
  ControllerRevision,
  defineController,
  type KubeObject,
  keyOf,
  matches,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
  type Watch,
} from 'converge/sdk';
import { isMemberOf } from './identity.ts';
import { reconcile } from './reconcile.ts';
import { deletesWhenScaled } from './retention.ts';

type Reading = Parameters<Watch['keys']>[1];

/** Keeps Pods with names, places and disks of their own, made and exchanged in order. (upstream pkg/controller/statefulset) */
export const statefulSetController = defineController<StatefulSet>({
  name: 'statefulset',
  for: StatefulSet,
  owns: [Pod],
  watches: [
    { kind: Pod, keys: keysOfOrphan },
    { kind: PersistentVolumeClaim, keys: keysOfClaim },
    // Revisions change only by its own hand: they are read, and bring no pass.
    { kind: ControllerRevision, keys: () => [] },
  ],
  reconcile,
});

/** What has no owner may be adopted: every set that selects it is reconciled. */
function keysOfOrphan(object: KubeObject, { lister }: Reading): readonly string[] {
  if (controllerOf(object) !== undefined) return [];
  const { namespace, labels } = object.metadata;
  return lister(StatefulSet)
    .list(namespace)
    .filter(({ spec }) => matches(spec.selector, labels))
    .map(keyOf);
}

/** Where claims go with their Pods, the next Pod waits until the old claim is gone. */
function keysOfClaim(claim: KubeObject, { lister }: Reading): readonly string[] {
  const { name, namespace } = claim.metadata;
  const isOf = (set: StatefulSet): boolean =>
    deletesWhenScaled(set) &&
    (set.spec.volumeClaimTemplates ?? []).some(({ metadata }) => {
      const prefix = `${metadata.name}-`;
      return name.startsWith(prefix) && isMemberOf(set, { metadata: { name: name.slice(prefix.length) } });
    });
  return lister(StatefulSet).list(namespace).filter(isOf).map(keyOf);
}
