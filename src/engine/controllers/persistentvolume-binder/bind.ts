/** Binds a claim and a volume to each other: the volume's side first, so that a crash in between can be completed. (upstream bind) */
import {
  deepEqual,
  formatTime,
  PersistentVolume,
  PersistentVolumeClaim,
  type PersistentVolumeClaimStatus,
  volumeMatching,
} from 'converge/sdk';
import { bindCompleted, boundByController, hasAnnotation, withAnnotations } from './annotations.ts';
import type { Pass } from './pass.ts';

/** Writes what is missing of the four parts of a binding. */
export async function bind(volume: PersistentVolume, claim: PersistentVolumeClaim, pass: Pass): Promise<void> {
  const claimed = await setPhase(await bindVolume(volume, claim, pass), 'Bound', pass);
  await writeClaimStatus(await bindClaim(claim, claimed, pass), { phase: 'Bound', volume: claimed }, pass);
}

async function bindVolume(volume: PersistentVolume, claim: PersistentVolumeClaim, pass: Pass): Promise<PersistentVolume> {
  const { claimRef } = volume.spec;
  const isOurs = claimRef !== undefined && volumeMatching.isBoundTo(volume, claim);
  if (isOurs && claimRef.uid === claim.metadata.uid) return volume;
  const chosen = claimRef === undefined ? withAnnotations(volume, { [boundByController]: 'yes' }) : volume;
  const bound = { ...chosen, spec: { ...chosen.spec, claimRef: volumeMatching.referenceTo(claim) } };
  return pass.volumes.wrote(await pass.tools.client.update(PersistentVolume, bound));
}

async function bindClaim(claim: PersistentVolumeClaim, volume: PersistentVolume, pass: Pass): Promise<PersistentVolumeClaim> {
  const { name } = volume.metadata;
  const chosen = claim.spec.volumeName === name ? claim : withAnnotations(claim, { [boundByController]: 'yes' });
  const completed = hasAnnotation(chosen, bindCompleted) ? chosen : withAnnotations(chosen, { [bindCompleted]: 'yes' });
  if (completed === claim) return claim;
  const bound = { ...completed, spec: { ...completed.spec, volumeName: name } };
  return pass.claims.wrote(await pass.tools.client.update(PersistentVolumeClaim, bound));
}

/** A volume's phase; nothing is written when it has that already. (upstream updateVolumePhase) */
export async function setPhase(
  volume: PersistentVolume,
  phase: string,
  { volumes, tools }: Pass,
  message?: string,
): Promise<PersistentVolume> {
  if (volume.status.phase === phase) return volume;
  const { message: _, reason: __, ...before } = volume.status;
  const status = { ...before, phase, lastPhaseTransitionTime: formatTime(tools.now()) };
  const changed = { ...volume, status: message === undefined ? status : { ...status, message } };
  return volumes.wrote(await tools.client.updateStatus(PersistentVolume, changed));
}

export type ClaimOutcome =
  | { readonly phase: 'Pending' | 'Lost' }
  | { readonly phase: 'Bound'; readonly volume: PersistentVolume };

/** What a claim's status says of its volume; true when that was news. (upstream updateClaimStatus) */
export async function writeClaimStatus(claim: PersistentVolumeClaim, outcome: ClaimOutcome, pass: Pass): Promise<boolean> {
  const status = claimStatus(claim.status, outcome);
  if (deepEqual(status, claim.status)) return false;
  pass.claims.wrote(await pass.tools.client.updateStatus(PersistentVolumeClaim, { ...claim, status }));
  return true;
}

function claimStatus(before: PersistentVolumeClaimStatus, outcome: ClaimOutcome): PersistentVolumeClaimStatus {
  const { accessModes: _, capacity, ...others } = before;
  if (outcome.phase !== 'Bound') return { ...others, phase: outcome.phase };
  const { spec } = outcome.volume;
  // Once bound, the capacity is that of the last expansion: it changes only with the volume’s size on the node.
  const held = before.phase === 'Bound' ? (capacity ?? spec.capacity) : spec.capacity;
  return { ...others, phase: 'Bound', accessModes: spec.accessModes ?? [], capacity: held ?? {} };
}
