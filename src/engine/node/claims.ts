/** The claims of a Pod as its node finds them: where the data of their volumes is, or why the Pod can't have it yet. */
import { attachmentName, CSIDriver, isNotFound, type Kind, type KubeObject, PersistentVolume, PersistentVolumeClaim, type Pod, VolumeAttachment, volumeMatching } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import type { Places } from './volumes.ts';

interface Claimed {
  readonly volume: string;
  readonly claim: string;
  /** It is made for the Pod, and no other's. */
  readonly isEphemeral: boolean;
}

/**
 * What asks the API server for the claims of volumes that aren't there yet; undefined where there are none. A text is the message of
 * a FailedMount event, an empty one says to wait for an attachment. It rejects when the server can't be reached.
 */
export function findDisks(pod: Pod, there: ReadonlyMap<string, unknown>, nodeName: string): ((client: ConnectedClient) => Promise<Places | string>) | undefined {
  const claimed = (pod.spec.volumes ?? []).flatMap((volume): readonly Claimed[] => {
    const claim = volumeMatching.claimName(pod, volume);
    return claim === undefined || there.has(volume.name) ? [] : [{ volume: volume.name, claim, isEphemeral: volume.ephemeral !== undefined }];
  });
  return claimed.length === 0 ? undefined : (client) => placesOf(claimed, pod, nodeName, client);
}

/** (upstream desired_state_of_world_populator.go, getPVCExtractPV) */
async function placesOf(claimed: readonly Claimed[], pod: Pod, nodeName: string, client: ConnectedClient): Promise<Places | string> {
  const { namespace = 'default' } = pod.metadata;
  const places = new Map<string, string>();
  for (const { volume, claim, isEphemeral } of claimed) {
    const found = await attachedVolume(client, { namespace, name: claim, madeFor: isEphemeral ? pod : undefined }, nodeName);
    if (found === undefined) return '';
    if (typeof found === 'string') {
      const why = `error processing PVC ${namespace}/${claim}: ${found}`;
      return `Unable to attach or mount volumes: unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[${volume}]: ${why}`;
    }
    places.set(volume, placeOf(found, nodeName));
  }
  return places;
}

/** The volume; undefined while it isn't attached to the node, or why there is none. */
async function attachedVolume(client: ConnectedClient, claim: ClaimKey, nodeName: string): Promise<PersistentVolume | string | undefined> {
  const volume = await volumeOf(client, claim);
  if (typeof volume === 'string' || volume.spec.csi === undefined) return volume;
  const attachment = await orReason(client, VolumeAttachment, { name: attachmentName(volume.spec.csi, nodeName) });
  if (typeof attachment !== 'string' && attachment.status?.attached === true) return volume;
  const driver = await orReason(client, CSIDriver, { name: volume.spec.csi.driver });
  return typeof driver !== 'string' && driver.spec.attachRequired === false ? volume : undefined;
}

interface ClaimKey {
  readonly namespace: string;
  readonly name: string;
  readonly madeFor: Pod | undefined;
}

async function volumeOf(client: ConnectedClient, { namespace, name, madeFor }: ClaimKey): Promise<PersistentVolume | string> {
  const claim = await orReason(client, PersistentVolumeClaim, { namespace, name });
  if (typeof claim === 'string') return `failed to fetch PVC from API server: ${claim}`;
  const foreign = madeFor && volumeMatching.notMadeFor(madeFor, claim);
  if (foreign !== undefined) return foreign;
  if (claim.metadata.deletionTimestamp !== undefined) return 'PVC is being deleted';
  const { volumeName = '' } = claim.spec;
  if (claim.status.phase !== 'Bound' || volumeName === '') return 'PVC is not bound';
  const volume = await orReason(client, PersistentVolume, { name: volumeName });
  return typeof volume === 'string' ? `failed to fetch PV ${volumeName} from API server: ${volume}` : volume;
}

async function orReason<T extends KubeObject>(client: ConnectedClient, kind: Kind<T>, key: { readonly namespace?: string; readonly name: string }): Promise<T | string> {
  try {
    return await client.get(kind, key);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return `${kind.plural} "${key.name}" not found`;
  }
}

/** On a disk that any node reaches, or in a folder of each node's own. */
function placeOf({ spec: { csi, hostPath, local, nfs }, metadata }: PersistentVolume, node: string): string {
  if (csi !== undefined) return `${csi.driver}/${csi.volumeHandle}`;
  const folder = hostPath ?? local;
  if (folder !== undefined) return `host/${node}${folder.path}`;
  return nfs === undefined ? `volume/${metadata.name}` : `${nfs.server}:${nfs.path}`;
}
