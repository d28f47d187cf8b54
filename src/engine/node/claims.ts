/** The claims of a Pod as its node finds them: where the data of their volumes is, or why the Pod can't have it yet. */
import type { Clock, Random, Timer } from '../kernel/index.ts';
import { attachmentName, CSIDriver, isNotFound, type Kind, type KubeObject, PersistentVolume, PersistentVolumeClaim, type Pod, VolumeAttachment, volumeMatching } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import { type ClaimedVolume, type Growth, type GrowthNode, growFileSystem } from './file-system-growth.ts';
import type { Places } from './volumes.ts';

/** What is used of a node. */
export interface ClaimsNode extends GrowthNode {
  readonly clock: Clock;
  readonly random: Random;
  client(cause: number): ConnectedClient;
  cause(): number;
}

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
export function findDisks(pod: Pod, there: ReadonlyMap<string, unknown>, node: GrowthNode): ((client: ConnectedClient, cause: number) => Promise<Places | string>) | undefined {
  const claimed = claimedBy(pod).filter(({ volume }) => !there.has(volume));
  return claimed.length === 0 ? undefined : (client, cause) => placesOf(claimed, pod, { node, client, cause });
}

function claimedBy(pod: Pod): readonly Claimed[] {
  return (pod.spec.volumes ?? []).flatMap((volume): readonly Claimed[] => {
    const claim = volumeMatching.claimName(pod, volume);
    return claim === undefined ? [] : [{ volume: volume.name, claim, isEphemeral: volume.ephemeral !== undefined }];
  });
}

/** (upstream desired_state_of_world_populator.go, getPVCExtractPV) */
async function placesOf(claimed: readonly Claimed[], pod: Pod, growth: Growth): Promise<Places | string> {
  const { nodeName } = growth.node;
  const places = new Map<string, string>();
  for (const each of claimed) {
    const { volume } = each;
    const found = await attachedVolume(growth.client, keyOfClaim(pod, each), nodeName);
    if (found === undefined) return '';
    if (typeof found === 'string') {
      const why = `error processing PVC ${pod.metadata.namespace ?? 'default'}/${each.claim}: ${found}`;
      return `Unable to attach or mount volumes: unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[${volume}]: ${why}`;
    }
    await growFileSystem(pod, found, growth);
    places.set(volume, placeOf(found.volume, nodeName));
  }
  return places;
}

/** Between two syncs of the volumes of a running pod, milliseconds (upstream: those of the pod). */
const syncMs = 60_000;
const syncSpreadMs = 30_000;

export interface ClaimsFollower {
  /** At once: somebody has changed the pod. */
  sync(): void;
  stop(): void;
}

/** Looks from time to time whether volumes that a pod has mounted have grown; undefined where none is claimed. */
export function followClaims(node: ClaimsNode, pod: () => Pod): ClaimsFollower | undefined {
  if (claimedBy(pod()).length === 0) return undefined;
  let timer: Timer | undefined;
  let isStopped = false;
  const random = node.random.fork(`claims/${pod().metadata.uid}`);
  function next(): void {
    timer?.cancel();
    if (!isStopped) timer = node.clock.after(syncMs + random.int(syncSpreadMs), sync, { background: true });
  }
  function sync(): void {
    // What can't be done now is tried again with the next sync.
    const cause = node.cause();
    growClaimed(pod(), { node, client: node.client(cause), cause }).then(next, next);
  }
  next();
  return {
    sync,
    stop() {
      isStopped = true;
      timer?.cancel();
    },
  };
}

async function growClaimed(pod: Pod, growth: Growth): Promise<void> {
  for (const each of claimedBy(pod)) {
    const found = await volumeOf(growth.client, keyOfClaim(pod, each));
    if (typeof found !== 'string') await growFileSystem(pod, found, growth);
  }
}

const keyOfClaim = (pod: Pod, { claim, isEphemeral }: Claimed): ClaimKey => ({ namespace: pod.metadata.namespace ?? 'default', name: claim, madeFor: isEphemeral ? pod : undefined });

/** The volume; undefined while it isn't attached to the node, or why there is none. */
async function attachedVolume(client: ConnectedClient, claim: ClaimKey, nodeName: string): Promise<ClaimedVolume | string | undefined> {
  const found = await volumeOf(client, claim);
  if (typeof found === 'string' || found.volume.spec.csi === undefined) return found;
  const { csi } = found.volume.spec;
  const attachment = await orReason(client, VolumeAttachment, { name: attachmentName(csi, nodeName) });
  if (typeof attachment !== 'string' && attachment.status?.attached === true) return found;
  const driver = await orReason(client, CSIDriver, { name: csi.driver });
  return typeof driver !== 'string' && driver.spec.attachRequired === false ? found : undefined;
}

interface ClaimKey {
  readonly namespace: string;
  readonly name: string;
  readonly madeFor: Pod | undefined;
}

async function volumeOf(client: ConnectedClient, { namespace, name, madeFor }: ClaimKey): Promise<ClaimedVolume | string> {
  const claim = await orReason(client, PersistentVolumeClaim, { namespace, name });
  if (typeof claim === 'string') return `failed to fetch PVC from API server: ${claim}`;
  const foreign = madeFor && volumeMatching.notMadeFor(madeFor, claim);
  if (foreign !== undefined) return foreign;
  if (claim.metadata.deletionTimestamp !== undefined) return 'PVC is being deleted';
  const { volumeName = '' } = claim.spec;
  if (claim.status.phase !== 'Bound' || volumeName === '') return 'PVC is not bound';
  const volume = await orReason(client, PersistentVolume, { name: volumeName });
  return typeof volume === 'string' ? `failed to fetch PV ${volumeName} from API server: ${volume}` : { claim, volume };
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
