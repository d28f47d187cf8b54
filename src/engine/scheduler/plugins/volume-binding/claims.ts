/** The claims of a Pod, sorted by what the scheduler has to do for them (upstream volumebinding/binder.go, GetPodVolumeClaims). */
import { PersistentVolumeClaim, type PodInfo, type SchedulingTools, StorageClass, storageClassOf, volumeMatching } from 'converge/sdk';

export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaim[];
  /** They wait for their first consumer. */
  readonly late: readonly PersistentVolumeClaim[];
}

/** The claims, or why the Pod can't run anywhere. */
export function claimsOf({ pod }: PodInfo, { lister }: SchedulingTools): PodClaims | { readonly reason: string } {
  const bound: PersistentVolumeClaim[] = [];
  const late: PersistentVolumeClaim[] = [];
  let isEarly = false;
  for (const volume of pod.spec.volumes ?? []) {
    const name = volumeMatching.claimName(pod, volume);
    if (name === undefined) continue;
    const claim = lister(PersistentVolumeClaim).get(`${pod.metadata.namespace}/${name}`);
    const foreign = claim !== undefined && volume.ephemeral !== undefined ? volumeMatching.notMadeFor(pod, claim) : undefined;
    const reason = missing(claim, name, volume.ephemeral !== undefined) ?? foreign;
    if (reason !== undefined || claim === undefined) return { reason: reason ?? '' };
    if (isBound(claim)) bound.push(claim);
    else if (!claim.spec.volumeName && waits(lister(StorageClass).get(storageClassOf(claim)))) late.push(claim);
    else isEarly = true;
  }
  return isEarly ? { reason: 'pod has unbound immediate PersistentVolumeClaims' } : { bound, late };
}

function missing(claim: PersistentVolumeClaim | undefined, name: string, isEphemeral: boolean): string | undefined {
  if (claim === undefined) {
    const what = `persistentvolumeclaim "${name}"`;
    return isEphemeral ? `waiting for ephemeral volume controller to create the ${what}` : `${what} not found`;
  }
  if (claim.status.phase === 'Lost') {
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec.volumeName ?? ''}"`;
  }
  return claim.metadata.deletionTimestamp === undefined ? undefined : `persistentvolumeclaim "${name}" is being deleted`;
}

/** Whether the binder is through with it. */
export function isBound({ spec, metadata }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName) && metadata.annotations?.['pv.kubernetes.io/bind-completed'] !== undefined;
}

function waits(storageClass: StorageClass | undefined): boolean {
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
}
