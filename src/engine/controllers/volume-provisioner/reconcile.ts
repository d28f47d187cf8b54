import {
  type Draft,
  isAlreadyExists,
  isNotFound,
  type ObjectKey,
  PersistentVolume,
  PersistentVolumeClaim,
  type Requeue,
  selectedNodeAnnotation,
  StorageClass,
  storageClassOf,
  type Tools,
  volumeMatching,
} from 'converge/sdk';
import { driver } from './driver.ts';

const provisionedBy = 'pv.kubernetes.io/provisioned-by';
const storageProvisioner = 'volume.kubernetes.io/storage-provisioner';
/** On a volume: its disk must be deleted first. */
const finalizer = 'external-provisioner.volume.kubernetes.io/finalizer';

/** A key with a namespace is a claim's, one without is a volume's. */
export async function reconcile(key: ObjectKey, tools: Tools): Promise<Requeue | void> {
  if (key.includes('/')) {
    const claim = tools.lister(PersistentVolumeClaim).get(key);
    return claim === undefined ? undefined : provision(claim, tools);
  }
  const volume = tools.lister(PersistentVolume).get(key);
  return volume === undefined ? undefined : dispose(volume, tools);
}

/** (upstream shouldProvision, provisionClaimOperation) */
async function provision(claim: PersistentVolumeClaim, { lister, client, events }: Tools): Promise<void> {
  const { metadata, spec } = claim;
  if (spec.volumeName || metadata.deletionTimestamp !== undefined || metadata.annotations?.[storageProvisioner] !== driver) return;
  const storageClass = lister(StorageClass).get(storageClassOf(claim));
  if (storageClass?.provisioner !== driver) return;
  const isLate = storageClass.volumeBindingMode === 'WaitForFirstConsumer';
  if (isLate && !metadata.annotations[selectedNodeAnnotation]) return;
  const volume = volumeFor(claim, storageClass);
  if (lister(PersistentVolume).get(volume.metadata.name) !== undefined) return;
  const key = `${metadata.namespace}/${metadata.name}`;
  if (spec.selector !== undefined) {
    const message = `failed to provision volume with StorageClass "${storageClass.metadata.name}": claim Selector is not supported`;
    return events.warning(claim, 'ProvisioningFailed', message);
  }
  events.normal(claim, 'Provisioning', `External provisioner is provisioning volume for claim "${key}"`);
  try {
    await client.create(PersistentVolume, volume);
  } catch (error) {
    // An earlier pass has made it, and the cache hasn't shown it yet.
    if (isAlreadyExists(error)) return;
    throw error;
  }
  events.normal(claim, 'ProvisioningSucceeded', `Successfully provisioned volume ${volume.metadata.name}`);
}

/** It names its claim from the start, so that no other gets it. */
function volumeFor(claim: PersistentVolumeClaim, storageClass: StorageClass): Draft<PersistentVolume> & { readonly metadata: { readonly name: string } } {
  const { accessModes = [], resources, volumeMode = 'Filesystem' } = claim.spec;
  const { mountOptions, reclaimPolicy = 'Delete', parameters } = storageClass;
  const name = `pvc-${claim.metadata.uid}`;
  const attributes = parameters === undefined ? {} : { volumeAttributes: parameters };
  return {
    metadata: { name, annotations: { [provisionedBy]: driver }, finalizers: [finalizer] },
    spec: {
      accessModes,
      capacity: { storage: resources?.requests?.['storage'] ?? '0' },
      claimRef: volumeMatching.referenceTo(claim),
      csi: { driver, fsType: 'ext4', volumeHandle: name, ...attributes },
      ...(mountOptions === undefined ? {} : { mountOptions }),
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: storageClass.metadata.name,
      volumeMode,
    },
  };
}

/** Deletes a released volume, and lets one go that was deleted by hand: with policy Delete the disk goes with it. (upstream shouldDelete) */
async function dispose(volume: PersistentVolume, { client }: Tools): Promise<void> {
  const { metadata, spec, status } = volume;
  const { annotations, finalizers = [], deletionTimestamp } = metadata;
  if (annotations?.[provisionedBy] !== driver) return;
  try {
    const isFree = status.phase === 'Released' || status.phase === 'Failed';
    const isOver = deletionTimestamp !== undefined && !finalizers.includes('kubernetes.io/pv-protection');
    if (isFree && spec.persistentVolumeReclaimPolicy === 'Delete' && deletionTimestamp === undefined) {
      await client.delete(PersistentVolume, volume);
    } else if (isOver && finalizers.includes(finalizer)) {
      const left = finalizers.filter((each) => each !== finalizer);
      await client.update(PersistentVolume, { ...volume, metadata: { ...metadata, finalizers: left } });
    }
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
