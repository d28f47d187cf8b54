/**
 * Which volume a claim gets: what the binder and the scheduler's VolumeBinding decide alike (upstream
 * k8s.io/component-helpers/storage/volume, pv_helpers.go). In the page it comes with the profile `full`.
 */
import type { Node, ObjectReference, PersistentVolume, PersistentVolumeClaim, Pod, Volume } from '../api/generated/types.ts';
import { storageClassOf } from '../api/core/v1/storage-class-name.ts';
import { isControlledBy, keyOf, labelSelectorMatcher } from '../meta/index.ts';
import { newestDefault } from '../meta/newest-default.ts';
import { compareQuantities, parseQuantity } from '../meta/quantity.ts';
import { matchesTerm } from './node-matching.ts';

/** Which volume a claim gets, as the binder and the scheduler decide it alike. */
export const volumeMatching = {
  find: findMatchingVolume,
  isBoundTo: isVolumeBoundTo,
  fitsNode: volumeFitsNode,
  mismatch: volumeMismatch,
  claimName: claimNameOf,
  claimKeys: claimKeysOf,
  referenceTo,
  notMadeFor,
  newestDefault,
  compareSizes: compareStorage,
} as const;

/** The claim that a Pod's volume names, or that is made for it; undefined for a volume of another kind. */
function claimNameOf({ metadata }: Pod, { name, persistentVolumeClaim, ephemeral }: Volume): string | undefined {
  return persistentVolumeClaim?.claimName ?? (ephemeral && `${metadata.name}-${name}`);
}

/** Keys of the claims of all of a Pod's volumes. */
function claimKeysOf(pod: Pod): readonly string[] {
  return (pod.spec.volumes ?? []).flatMap((volume) => {
    const name = claimNameOf(pod, volume);
    return name === undefined ? [] : [`${pod.metadata.namespace}/${name}`];
  });
}

/** How a volume names its claim. */
function referenceTo({ apiVersion, kind, metadata }: PersistentVolumeClaim): ObjectReference {
  const { name, namespace = '', uid, resourceVersion } = metadata;
  return { apiVersion, kind, name, namespace, uid, resourceVersion };
}

/** Why a claim of the right name isn't the one that is made for this Pod's ephemeral volume. (upstream ephemeral.VolumeIsForPod) */
function notMadeFor(pod: Pod, claim: PersistentVolumeClaim): string | undefined {
  if (isControlledBy(claim, pod)) return undefined;
  return `PVC ${keyOf(claim)} was not created for pod ${keyOf(pod)} (pod is not owner)`;
}

/** The volume's reference names this claim, without a uid or with that of the claim. (upstream IsVolumeBoundToClaim) */
function isVolumeBoundTo({ spec: { claimRef } }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  if (claimRef === undefined) return false;
  const { name, namespace, uid } = claimRef;
  return name === metadata.name && namespace === metadata.namespace && (!uid || uid === metadata.uid);
}

/** The volume can be used on this node, as far as its own affinity says. (upstream CheckNodeAffinity) */
function volumeFitsNode({ spec: { nodeAffinity } }: PersistentVolume, { metadata }: Node): boolean {
  const terms = nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || terms.some((term) => matchesTerm(term, metadata.labels ?? {}, metadata.name));
}

/** Both are file systems, or both are devices. */
function isOfVolumeMode(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec.volumeMode ?? 'Filesystem') === (claim.spec.volumeMode ?? 'Filesystem');
}

/** The volume holds as much as the claim requests. */
function isLargeEnough(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return compareStorage(capacityOf(volume), claim.spec.resources?.requests?.['storage'] ?? '0') >= 0;
}

/** The volume can be mounted in each way that the claim names. (upstream CheckAccessModes) */
function hasAccessModes({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (claim.spec.accessModes ?? []).every((mode) => spec.accessModes?.includes(mode) === true);
}

/** Why a volume that a claim names can't be its volume; undefined when it can. (upstream checkVolumeSatisfyClaim) */
function volumeMismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  if (!isLargeEnough(volume, claim)) return 'requested PV is too small';
  if (storageClassOf(volume) !== storageClassOf(claim)) return 'storageClassName does not match';
  if (!hasAttributes(volume, claim)) return 'volumeAttributesClassName does not match';
  if (!isOfVolumeMode(volume, claim)) return 'incompatible volumeMode';
  return hasAccessModes(volume, claim) ? undefined : 'incompatible accessMode';
}

function hasAttributes(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec.volumeAttributesClassName ?? '') === (claim.spec.volumeAttributesClassName ?? '');
}

/** How a volume is looked for. */
export interface VolumeSearch {
  /** The scheduler asks for this node. Absent: the binder asks, for any. */
  readonly node?: Node;
  /** Names of volumes that other claims of the same Pod get. */
  readonly excluded?: ReadonlySet<string>;
  /** The claim waits for its first consumer: the binder gives it only a volume that names it. */
  readonly waits: boolean;
}

/**
 * The volume that names the claim; else of those that fit the smallest, for the binder from among those with the fewest access modes.
 * Volumes of the same size come by name. (upstream FindMatchingVolume, and index.go of the binder)
 */
function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  search: VolumeSearch,
): PersistentVolume | undefined {
  const candidates = volumes.filter((volume) => mayGet(volume, claim, search));
  const own = candidates.find((volume) => isVolumeBoundTo(volume, claim));
  if (own !== undefined) return search.node === undefined || volumeFitsNode(own, search.node) ? own : undefined;
  if (search.node === undefined && search.waits) return undefined;
  const selects = labelSelectorMatcher(claim.spec.selector ?? {});
  const fitting = candidates.filter((volume) => isFree(volume, claim, search) && selects(volume.metadata.labels));
  return fitting.sort((a, b) => (search.node === undefined ? modesOf(a) - modesOf(b) : 0) || bySize(a, b))[0];
}

/** What holds for a volume that names the claim, too. */
function mayGet(volume: PersistentVolume, claim: PersistentVolumeClaim, { excluded }: VolumeSearch): boolean {
  const { metadata, spec } = volume;
  if (excluded?.has(metadata.name) === true || metadata.deletionTimestamp !== undefined) return false;
  if (spec.claimRef !== undefined && !isVolumeBoundTo(volume, claim)) return false;
  return hasAccessModes(volume, claim) && isLargeEnough(volume, claim) && isOfVolumeMode(volume, claim);
}

function isFree(volume: PersistentVolume, claim: PersistentVolumeClaim, { node }: VolumeSearch): boolean {
  if (volume.status.phase !== 'Available' || storageClassOf(volume) !== storageClassOf(claim)) return false;
  if (!hasAttributes(volume, claim)) return false;
  return node === undefined || volumeFitsNode(volume, node);
}

const modesOf = ({ spec }: PersistentVolume): number => (spec.accessModes ?? []).length;

function bySize(a: PersistentVolume, b: PersistentVolume): number {
  return compareStorage(capacityOf(a), capacityOf(b)) || (a.metadata.name < b.metadata.name ? -1 : 1);
}

const capacityOf = ({ spec }: PersistentVolume): string => spec.capacity?.['storage'] ?? '0';

/** Amounts that aren't quantities never get stored. */
function compareStorage(a: string, b: string): number {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  return 'error' in left || 'error' in right ? 0 : compareQuantities(left, right);
}
