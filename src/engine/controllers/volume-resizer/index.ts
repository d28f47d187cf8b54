import { type Controller, defineController, formatTime, type Json, type ObjectKey, PersistentVolume, PersistentVolumeClaim, type Requeue, type Tools, volumeMatching } from 'converge/sdk';
import type { ExpandDisk, Refusal } from '../shared/disk-expansion.ts';
import { driver } from '../volume-provisioner/driver.ts';
import { capacityOf, type Expansion, planExpansion } from './plan.ts';
import { failed, finished, hasFileSystem, infeasible, inProgress, pendingOnNode, sizeBefore, volumeGrown } from './status.ts';

/** Between two attempts, twice as long each time (upstream --retry-interval-start, --retry-interval-max). */
const [firstDelayMs, longestDelayMs] = [1_000, 300_000];

/** What is remembered of a claim whose expansion was refused. */
interface Failure extends Refusal {
  readonly times: number;
  readonly dueMs: number;
}

type Failures = Map<ObjectKey, Failure>;

/** The resizer of a driver whose disks have any size at once. */
export const createVolumeResizer = (): Controller<PersistentVolumeClaim> => volumeResizerOver(async () => undefined);

/**
 * Expands the volumes of one driver for claims that ask for more than they have: first the disk, by the driver, and the volume that stands for it; the
 * file system is the kubelet's part. (upstream kubernetes-csi/external-resizer)
 */
export function volumeResizerOver(expandDisk: ExpandDisk): Controller<PersistentVolumeClaim> {
  const failures: Failures = new Map();
  return defineController<PersistentVolumeClaim>({
    name: 'volume-resizer',
    eventSource: `external-resizer ${driver}`,
    for: PersistentVolumeClaim,
    watches: [{ kind: PersistentVolume, keys: () => [] }],
    async reconcile(key, tools) {
      const claim = tools.lister(PersistentVolumeClaim).get(key);
      const volume = claim?.spec.volumeName ? tools.lister(PersistentVolume).get(claim.spec.volumeName) : undefined;
      if (claim === undefined || !claim.spec.volumeName) return void failures.delete(key);
      if (volume === undefined) throw new Error(`PV "${claim.spec.volumeName}" bound to pvc "${key}" not found`);
      if (volume.spec.csi?.driver !== driver) return;
      await forgetSizeBefore(volume, claim, tools);
      const expansion = planExpansion(claim, volume, failures.get(key)?.isFinal === true);
      if (expansion === undefined) return;
      const waitMs = (failures.get(key)?.dueMs ?? 0) - tools.now();
      if (waitMs > 0 && !expansion.isNew) return { afterMs: waitMs };
      return expand({ key, claim, volume, expansion, tools }, expandDisk, failures);
    },
  });
}

/** The file system has grown: how large it was doesn't matter any more. */
async function forgetSizeBefore(volume: PersistentVolume, claim: PersistentVolumeClaim, { client }: Tools): Promise<void> {
  if (volume.metadata.annotations?.[sizeBefore] === undefined || volumeMatching.compareSizes(capacityOf(claim), volume.spec.capacity?.['storage'] ?? '0') < 0) return;
  await client.patch(PersistentVolume, volume, { metadata: { annotations: { [sizeBefore]: null } } }, { type: 'merge' });
}

interface Pass {
  readonly key: ObjectKey;
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
  readonly expansion: Expansion;
  readonly tools: Tools;
}

async function expand({ key, claim, volume, expansion, tools }: Pass, expandDisk: ExpandDisk, failures: Failures): Promise<Requeue | void> {
  const { client, events, now } = tools;
  const { size } = expansion;
  const { name } = volume.metadata;
  const mark = (of: PersistentVolumeClaim, patch: Json) => client.patch(PersistentVolumeClaim, of, patch, { type: 'merge', subresource: 'status' });
  const marked = await mark(claim, inProgress(claim, expansion, formatTime(now())));
  events.normal(claim, 'Resizing', `External resizer is resizing volume ${name}`);
  const refusal = await expandDisk(volume, size, tools);
  if (refusal !== undefined) {
    const { why, isFinal, isInfeasible } = refusal;
    if (isFinal) await mark(marked, (isInfeasible ? infeasible : failed)(marked, why, formatTime(now())));
    events.warning(claim, 'VolumeResizeFailed', `resize volume "${name}" by resizer "${driver}" failed: ${why}`);
    return retry(key, refusal, failures, now());
  }
  failures.delete(key);
  await client.patch(PersistentVolume, volume, volumeGrown(volume, claim, size), { type: 'merge' });
  if (hasFileSystem(claim)) {
    await mark(marked, pendingOnNode(marked, formatTime(now())));
    events.normal(claim, 'FileSystemResizeRequired', 'Require file system resize of volume on node');
  } else {
    await mark(marked, finished(marked, size));
    events.normal(claim, 'VolumeResizeSuccessful', 'Resize volume succeeded');
  }
}

/** What can't be is tried again at the longest interval. */
function retry(key: ObjectKey, refusal: Refusal, failures: Failures, nowMs: number): Requeue {
  const times = failures.get(key)?.times ?? 0;
  const afterMs = refusal.isInfeasible ? longestDelayMs : Math.min(firstDelayMs * 2 ** times, longestDelayMs);
  failures.set(key, { ...refusal, times: times + 1, dueMs: nowMs + afterMs });
  return { afterMs };
}
