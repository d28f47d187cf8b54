/** Who owns a claim, so that it goes with its set or its Pod, or with neither. (upstream stateful_set_utils.go isClaimOwnerUpToDate) */
import { type OwnerReference, ownerReferenceFor, type PersistentVolumeClaim, type Pod, type StatefulSet } from 'converge/sdk';
import { isWanted, ordinalOf } from './identity.ts';

type Owner = StatefulSet | Pod;

/** Whether the claims of a Pod that is too many are deleted with it. */
export function deletesWhenScaled({ spec }: StatefulSet): boolean {
  return spec.persistentVolumeClaimRetentionPolicy?.whenScaled === 'Delete';
}

function deletesWhenDeleted({ spec }: StatefulSet): boolean {
  return spec.persistentVolumeClaimRetentionPolicy?.whenDeleted === 'Delete';
}

/** Same kind and name. */
function names({ apiVersion, kind, name }: OwnerReference, owner: Owner): boolean {
  return apiVersion === owner.apiVersion && kind === owner.kind && name === owner.metadata.name;
}

const refsOf = ({ metadata }: PersistentVolumeClaim): readonly OwnerReference[] => metadata.ownerReferences ?? [];

const isOwnedBy = (claim: PersistentVolumeClaim, owner: Owner): boolean =>
  refsOf(claim).some(({ uid }) => uid === owner.metadata.uid);

/** It belongs to a namesake that is gone: the garbage collector is about to take it. `uid` undefined: the owner isn't there yet. */
export function isStale(claim: PersistentVolumeClaim, owner: Pick<Owner, 'apiVersion' | 'kind'>, name: string, uid: string | undefined): boolean {
  const ref = refsOf(claim).find((each) => each.apiVersion === owner.apiVersion && each.kind === owner.kind && each.name === name);
  return ref !== undefined && ref.uid !== uid;
}

/** Something else manages the claim; with a policy that keeps all, that is nothing to this set. */
export function hasUnexpectedController(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): boolean {
  if (!deletesWhenScaled(set) && !deletesWhenDeleted(set)) return false;
  return refsOf(claim).some((ref) => {
    const own = [set, pod].find((each) => names(ref, each));
    return own === undefined ? ref.controller === true : ref.uid !== own.metadata.uid;
  });
}

/** Which of both should own the claim of this Pod: what it then goes with. */
function wantedOwners(set: StatefulSet, pod: Pod): readonly Owner[] {
  if (deletesWhenScaled(set) && !isWanted(set, ordinalOf(pod))) return [pod];
  return deletesWhenDeleted(set) ? [set] : [];
}

/** Whether its owners are what the policy asks for. A claim of a former set or Pod, or of something else, is left alone. */
export function isUpToDate(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): boolean {
  const both = [set, pod];
  if (both.some((each) => isStale(claim, each, each.metadata.name, each.metadata.uid))) return true;
  if (hasUnexpectedController(claim, set, pod)) return !both.some((each) => isOwnedBy(claim, each));
  const uids = both.map(({ metadata }) => metadata.uid);
  if (refsOf(claim).some((ref) => uids.includes(ref.uid) && ref.controller !== true)) return false;
  const wanted = wantedOwners(set, pod);
  // While only scaling deletes, a set may not own the claim; while only deletion does, a Pod may not.
  return both.every((each) => isOwnedBy(claim, each) === wanted.includes(each));
}

/** The owners that the policy asks for, beside those that are none of its business. (upstream updateClaimOwnerRefForSetAndPod) */
export function ownersOf(claim: PersistentVolumeClaim, set: StatefulSet, pod: Pod): readonly OwnerReference[] {
  const others = refsOf(claim).filter((ref) => !names(ref, set) && !names(ref, pod));
  if (hasUnexpectedController(claim, set, pod)) return others;
  return [...others, ...wantedOwners(set, pod).map(ownerReferenceFor)];
}
