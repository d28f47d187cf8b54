/** A file system grows with its volume: what is left to the node of an expansion (upstream pkg/volume/util/operationexecutor/node_expander.go). */
import { type Json, type KubeObject, type PersistentVolume, PersistentVolumeClaim, type Pod, volumeMatching } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';

/** A claim, and the volume that it is bound to. */
export interface ClaimedVolume {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
}

export interface GrowthNode {
  readonly nodeName: string;
  event(type: 'Normal', object: KubeObject, reason: string, message: string): void;
  because(cause: number, run: () => void): void;
}

/** Where it is done, and on behalf of which trace event. */
export interface Growth {
  readonly node: GrowthNode;
  readonly client: ConnectedClient;
  readonly cause: number;
}

const storage = 'storage';
const conditionsOfGrowth: ReadonlySet<string> = new Set(['Resizing', 'FileSystemResizePending', 'NodeResizeError']);

/** Does it, where the volume is larger than the claim says and the volume's resizer has left the rest to the node. */
export async function growFileSystem(pod: Pod, { claim, volume }: ClaimedVolume, { node, client, cause }: Growth): Promise<void> {
  const size = volume.spec.capacity?.[storage] ?? '0';
  const state = claim.status.allocatedResourceStatuses?.[storage];
  const isOurTurn = state === 'NodeResizePending' || state === 'NodeResizeInProgress';
  if (volume.spec.csi === undefined || !isOurTurn || volumeMatching.compareSizes(size, claim.status.capacity?.[storage] ?? '0') <= 0) return;
  const write = (of: PersistentVolumeClaim, status: Json) =>
    client.patch(PersistentVolumeClaim, of, { metadata: { resourceVersion: of.metadata.resourceVersion }, status }, { type: 'merge', subresource: 'status' });
  const begun = state === 'NodeResizeInProgress' ? claim : await write(claim, { allocatedResourceStatuses: { [storage]: 'NodeResizeInProgress' } });
  const message = `MountVolume.NodeExpandVolume succeeded for volume "${volume.metadata.name}" ${node.nodeName}`;
  node.because(cause, () => {
    for (const each of [pod, claim]) node.event('Normal', each, 'FileSystemResizeSuccessful', message);
  });
  const conditions = (begun.status.conditions ?? []).filter(({ type }) => !conditionsOfGrowth.has(type)).map((each) => ({ ...each }));
  await write(begun, { capacity: { [storage]: size }, conditions, allocatedResourceStatuses: null });
}
