/** What must hold of the Pods of DaemonSets and StatefulSets, and of the claims of Pods, at every commit. */
import type { KubeObject } from '../../engine/index.ts';
import * as sdk from '../../engine/sdk/index.ts';

/** Until when each member that is not ready any more was, by its name: a loop may act on that for a while. */
export type LastReady = Map<string, number>;

/** Notes of an object that changes or goes whether it is a member that was ready until now. */
export function noteReady(lastReady: LastReady, before: KubeObject | undefined, now: number): void {
  if (before === undefined || !sdk.isOfKind(sdk.Pod, before) || !sdk.isReady(before)) return;
  if (sdk.controllerOf(before)?.kind === 'StatefulSet') lastReady.set(before.metadata.name, now);
}

/**
 * A node has no two Pods of a DaemonSet that doesn't surge.
 * @param unknown How many Pods of the set its loop has lately been told weren't made, which may have been made all the same.
 */
export function secondOnNode(objects: ReadonlyMap<string, KubeObject>, pod: sdk.Pod, unknown: number): string | undefined {
  const owner = sdk.controllerOf(pod);
  const node = nodeOf(pod);
  if (owner?.kind !== 'DaemonSet' || node === undefined) return undefined;
  let others = 0;
  for (const other of objects.values()) {
    if (!sdk.isOfKind(sdk.Pod, other) || other.metadata.uid === pod.metadata.uid || !sdk.isActive(other)) continue;
    if (sdk.controllerOf(other)?.uid === owner.uid && nodeOf(other) === node) others += 1;
  }
  return others > unknown ? `${pod.metadata.name} is the second Pod of DaemonSet ${owner.name} on ${node}` : undefined;
}

/** A claim that is made for an ephemeral volume goes with its Pod. */
export function ownerless(objects: ReadonlyMap<string, KubeObject>, claim: sdk.PersistentVolumeClaim): string | undefined {
  for (const pod of objects.values()) {
    if (!sdk.isOfKind(sdk.Pod, pod) || pod.metadata.namespace !== claim.metadata.namespace) continue;
    const isIts = (pod.spec.volumes ?? []).some((volume) => volume.ephemeral !== undefined && sdk.volumeMatching.claimName(pod, volume) === claim.metadata.name);
    if (isIts) return sdk.volumeMatching.notMadeFor(pod, claim);
  }
  return undefined;
}

function nodeOf({ spec }: sdk.Pod): string | undefined {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return spec.nodeName ?? terms[0]?.matchFields?.[0]?.values?.[0];
}

/** In an ordered StatefulSet none is made unless the one below it was ready at most `staleMs` ago. */
export function outOfOrder(
  objects: ReadonlyMap<string, KubeObject>,
  lastReady: LastReady,
  pod: sdk.Pod,
  now: number,
  staleMs: number,
): string | undefined {
  const owner = sdk.controllerOf(pod);
  if (owner?.kind !== 'StatefulSet') return undefined;
  const ordinal = Number(pod.metadata.name.slice(owner.name.length + 1));
  const below = `${owner.name}-${ordinal - 1}`;
  let isOrdered = false;
  for (const object of objects.values()) {
    if (object.metadata.uid === owner.uid && sdk.isOfKind(sdk.StatefulSet, object)) isOrdered = object.spec.podManagementPolicy !== 'Parallel';
    if (object.metadata.name === below && sdk.isOfKind(sdk.Pod, object) && sdk.isReady(object)) return undefined;
  }
  if (ordinal === 0 || !isOrdered) return undefined;
  const readyAt = lastReady.get(below);
  return readyAt === undefined || now - readyAt > staleMs ? `${pod.metadata.name} is made though ${below} was not ready lately` : undefined;
}
