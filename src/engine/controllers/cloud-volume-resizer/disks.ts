import { type Disk, parseQuantity } from 'converge/sdk';
import { DiskRefused, viaDriver } from '../shared/cloud-disks.ts';
import type { ExpandDisk } from '../shared/disk-expansion.ts';

/** What may still be done, though the answer says that it failed, or says nothing. (upstream external-resizer, IsFinalError) */
const uncertainCodes: ReadonlySet<number> = new Set([403, 409, 503, 504]);
/** Of a disk that isn't there, and of a size that no disk can have. (upstream external-resizer, IsInfeasibleError) */
const infeasibleCodes: ReadonlySet<number> = new Set([404, 422]);

/** Makes the cloud's disk behind a volume larger; one that is large enough stays as it is. (CSI: ControllerExpandVolume) */
export const expandCloudDisk: ExpandDisk = async ({ metadata, spec }, size, tools) => {
  const { disks } = tools.cloud();
  const refused = (): void => {};
  try {
    const disk = await viaDriver(refused, () => disks.get(spec.csi?.volumeHandle ?? metadata.name));
    if (isSmaller(disk, size)) await viaDriver(refused, () => disks.update(withSize(disk, size)));
    return undefined;
  } catch (error) {
    if (!(error instanceof DiskRefused)) throw error;
    return { why: error.message, isFinal: !uncertainCodes.has(error.code), isInfeasible: infeasibleCodes.has(error.code) };
  }
};

const withSize = ({ state: _, ...spec }: Disk, size: string) => ({ ...spec, size });

function isSmaller(disk: Disk, size: string): boolean {
  const [has, wanted] = [parseQuantity(disk.size), parseQuantity(size)];
  return !('error' in has) && !('error' in wanted) && has.nanos < wanted.nanos;
}
