/** To which size a volume is expanded next (upstream kubernetes-csi/external-resizer, expandAndRecover). Pure. */
import { isTrue, type PersistentVolume, type PersistentVolumeClaim, volumeMatching } from 'converge/sdk';

export interface Expansion {
  /** `20Gi` */
  readonly size: string;
  /** The claim's status doesn't name this size yet: what was said of an earlier one is over. */
  readonly isNew: boolean;
}

/**
 * What the driver is to be asked for; undefined where it has nothing to do. An expansion that has begun is ended before another one begins.
 * `hasFailed`: the driver has refused the last one, so that nothing of it is under way.
 */
export function planExpansion(claim: PersistentVolumeClaim, volume: PersistentVolume, hasFailed: boolean): Expansion | undefined {
  if (!isBoundTo(claim, volume) || isEnough(capacityOf(claim), requestOf(claim))) return undefined;
  const size = sizeFor(claim, volume, hasFailed);
  if (size === undefined) return undefined;
  const allocated = allocatedOf(claim);
  return { size, isNew: allocated === undefined || volumeMatching.compareSizes(allocated, size) !== 0 };
}

const requestOf = ({ spec }: PersistentVolumeClaim): string => spec.resources?.requests?.['storage'] ?? '0';
export const capacityOf = ({ status }: PersistentVolumeClaim): string => status.capacity?.['storage'] ?? '0';
const stateOf = ({ status }: PersistentVolumeClaim): string | undefined => status.allocatedResourceStatuses?.['storage'];
const allocatedOf = ({ status }: PersistentVolumeClaim): string | undefined => status.allocatedResources?.['storage'];

const isEnough = (has: string, wanted: string): boolean => volumeMatching.compareSizes(has, wanted) >= 0;

function isBoundTo({ metadata, status }: PersistentVolumeClaim, { spec: { claimRef } }: PersistentVolume): boolean {
  return status.phase === 'Bound' && claimRef?.uid === metadata.uid && claimRef.namespace === metadata.namespace;
}

function sizeFor(claim: PersistentVolumeClaim, volume: PersistentVolume, hasFailed: boolean): string | undefined {
  const wanted = requestOf(claim);
  const begun = allocatedOf(claim) ?? wanted;
  const has = volume.spec.capacity?.['storage'] ?? '0';
  const isLargeEnough = isEnough(has, wanted);
  switch (stateOf(claim)) {
    case 'NodeResizePending':
    case 'NodeResizeInProgress':
      // The node's turn, unless the volume has fallen behind what was begun.
      return isLargeEnough || isEnough(has, begun) ? undefined : begun;
    case 'NodeResizeInfeasible':
      return begun;
    case 'ControllerResizeInProgress':
      return hasFailed && !isLargeEnough ? wanted : begun;
    case 'ControllerResizeInfeasible':
      return isLargeEnough ? begun : wanted;
    default:
      if (!isLargeEnough) return wanted;
      return isTrue(claim.status.conditions, 'FileSystemResizePending') && allocatedOf(claim) === undefined ? undefined : begun;
  }
}
