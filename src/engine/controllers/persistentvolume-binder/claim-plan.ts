/** What a claim needs next, and why: decided here, carried out in claims.ts. (upstream pv_controller.go, syncClaim) */
import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  selectedNodeAnnotation,
  type StorageClass,
  storageClassOf,
  volumeMatching,
} from 'converge/sdk';
import { bindCompleted, boundByController, hasAnnotation } from './annotations.ts';

/** An Event about a claim. */
export interface ClaimEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** One step of a claim. */
export type ClaimStep =
  | { readonly type: 'bind'; readonly volume: PersistentVolume }
  | { readonly type: 'wait'; readonly event?: ClaimEvent }
  | { readonly type: 'lost'; readonly reason: string; readonly message: string }
  | { readonly type: 'provision' }
  | { readonly type: 'take-default-class'; readonly storageClass: StorageClass }
  | { readonly type: 'impossible'; readonly message: string };

/** What a claim's step depends on. */
export interface ClaimView {
  volume(name: string): PersistentVolume | undefined;
  volumes(): readonly PersistentVolume[];
  storageClass(name: string): StorageClass | undefined;
  defaultClass(): StorageClass | undefined;
  /** Pods that use the claim and have no node yet. */
  unscheduledPods(claim: PersistentVolumeClaim): readonly Pod[];
}

/** The next step of a claim. */
export function planClaim(claim: PersistentVolumeClaim, view: ClaimView): ClaimStep {
  if (hasAnnotation(claim, bindCompleted)) return planBound(claim, view);
  const { volumeName = '' } = claim.spec;
  return volumeName === '' ? planOpen(claim, view) : planPrebound(claim, view.volume(volumeName));
}

/** It names no volume: any that fits will do. */
function planOpen(claim: PersistentVolumeClaim, view: ClaimView): ClaimStep {
  const className = storageClassOf(claim);
  const waits = view.storageClass(className)?.volumeBindingMode === 'WaitForFirstConsumer';
  const volume = volumeMatching.find(claim, view.volumes(), { waits });
  if (volume !== undefined) return { type: 'bind', volume };
  const storageClass = namesNoClass(claim) ? view.defaultClass() : undefined;
  if (storageClass !== undefined) return { type: 'take-default-class', storageClass };
  if (waits && !hasAnnotation(claim, selectedNodeAnnotation)) return { type: 'wait', event: waitsFor(view.unscheduledPods(claim)) };
  if (className !== '') return { type: 'provision' };
  const message = 'no persistent volumes available for this claim and no storage class is set';
  return { type: 'wait', event: { type: 'Normal', reason: 'FailedBinding', message } };
}

/** An empty name is a class, too: that of the volumes without one. (upstream PersistentVolumeClaimHasClass) */
function namesNoClass(claim: PersistentVolumeClaim): boolean {
  return claim.spec.storageClassName === undefined && !hasAnnotation(claim, 'volume.beta.kubernetes.io/storage-class');
}

/** (upstream emitEventForUnboundDelayBindingClaim) */
function waitsFor(pods: readonly Pod[]): ClaimEvent {
  const names = pods.map(({ metadata }) => metadata.name).join(',');
  if (pods.length === 0) {
    const message = 'waiting for first consumer to be created before binding';
    return { type: 'Normal', reason: 'WaitForFirstConsumer', message };
  }
  const noun = pods.length === 1 ? 'pod' : 'pods';
  return { type: 'Normal', reason: 'WaitForPodScheduled', message: `waiting for ${noun} ${names} to be scheduled` };
}

/** Its author has named a volume. */
function planPrebound(claim: PersistentVolumeClaim, volume: PersistentVolume | undefined): ClaimStep {
  if (volume === undefined) return { type: 'wait' };
  const { name } = volume.metadata;
  if (volume.spec.claimRef === undefined) {
    const mismatch = volumeMatching.mismatch(volume, claim);
    if (mismatch === undefined) return { type: 'bind', volume };
    const message = `Cannot bind to requested volume "${name}": ${mismatch}`;
    return { type: 'wait', event: { type: 'Warning', reason: 'VolumeMismatch', message } };
  }
  if (volumeMatching.isBoundTo(volume, claim)) return { type: 'bind', volume };
  if (!hasAnnotation(claim, boundByController)) {
    const message = `volume "${name}" already bound to a different claim.`;
    return { type: 'wait', event: { type: 'Warning', reason: 'FailedBinding', message } };
  }
  const { claimRef } = volume.spec;
  const { metadata } = claim;
  return {
    type: 'impossible',
    message: `invalid binding of claim "${metadata.namespace}/${metadata.name}" to volume "${name}": volume already claimed by "${claimRef.namespace}/${claimRef.name}"`,
  };
}

/** It was bound before: what is missing now is lost. */
function planBound(claim: PersistentVolumeClaim, view: ClaimView): ClaimStep {
  const { volumeName = '' } = claim.spec;
  if (volumeName === '') {
    const message = 'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!';
    return { type: 'lost', reason: 'ClaimLost', message };
  }
  const volume = view.volume(volumeName);
  if (volume === undefined) {
    return { type: 'lost', reason: 'ClaimLost', message: 'Bound claim has lost its PersistentVolume. Data on the volume is lost!' };
  }
  const { claimRef } = volume.spec;
  if (claimRef === undefined || claimRef.uid === claim.metadata.uid) return { type: 'bind', volume };
  const message = 'Two claims are bound to the same volume, this one is bound incorrectly';
  return { type: 'lost', reason: 'ClaimMisbound', message };
}
