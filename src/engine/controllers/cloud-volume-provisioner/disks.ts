import {
  type Controller,
  CSINode,
  type Disk,
  isAlreadyExists,
  isOfKind,
  Node,
  type ObjectKey,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  storageClassOf,
  type Tools,
} from 'converge/sdk';
import { DiskPending, DiskRefused, findDisk, overDisks, viaDriver, zoneKey } from '../shared/cloud-disks.ts';
import { zoneFor } from './topology.ts';

/** upstream: --retry-interval-start, --retry-interval-max */
const delays = { firstMs: 1_000, longestMs: 300_000 };

/**
 * A provisioner whose volumes are disks of the cloud: a disk is rented before its volume is made, and given back before the volume goes. The volume
 * says in which zone it is. What it does with claims and volumes is the provisioner's own.
 */
export function withDisks(provisioner: Controller<PersistentVolumeClaim>): Controller<PersistentVolumeClaim> {
  const places = [
    { kind: Node, keys: () => [] },
    { kind: CSINode, keys: () => [] },
  ];
  const rented: Rented = new Map();
  return overDisks({ ...provisioner, watches: [...(provisioner.watches ?? []), ...places] }, delays, (key, tools) => makingDisks(key, tools, rented));
}

/**
 * Claims as they were when their disks were asked for, until the volume is there. One that is deleted meanwhile gets its volume all the same, which is
 * then released, and its disk given back: nobody else knows of the disk. (upstream claimsInProgress)
 */
type Rented = Map<ObjectKey, PersistentVolumeClaim>;

/** Tools that make and delete volumes only with their disks. */
function makingDisks(key: ObjectKey, tools: Tools, rented: Rented): Tools {
  const { client, events } = tools;
  let announce = (): void => {};
  return {
    ...tools,
    lister(kind) {
      const lister = tools.lister(kind);
      return {
        ...lister,
        get(each) {
          const claim = rented.get(each);
          return claim !== undefined && isOfKind(kind, claim) ? claim : lister.get(each);
        },
      };
    },
    client: {
      ...client,
      async create(kind, object) {
        const claim = rented.get(key) ?? tools.lister(PersistentVolumeClaim).get(key);
        if (kind.kind !== PersistentVolume.kind || claim === undefined) return client.create(kind, object);
        const { zone } = await ensureDisk(claim, tools, { announce, requested: () => rented.set(key, claim), refused: () => rented.delete(key) });
        const spec = { ...('spec' in object && typeof object.spec === 'object' ? object.spec : undefined), nodeAffinity: affinityTo(zone) };
        return made(key, claim, { tools, rented }, () => client.create(kind, { ...object, spec }));
      },
      async update(kind, object) {
        const volume = kind.kind === PersistentVolume.kind ? tools.lister(PersistentVolume).get(key) : undefined;
        if (volume?.spec.persistentVolumeReclaimPolicy === 'Delete') await removeDisk(volume, tools);
        return client.update(kind, object);
      },
    },
    events: {
      warning: events.warning,
      normal(object, reason, message) {
        // Once for a disk, not each time that it is looked at.
        if (reason === 'Provisioning') announce = () => events.normal(object, reason, message);
        else events.normal(object, reason, message);
      },
    },
  };
}

/** A volume that is there has its disk. Another claim of that name comes next: @throws DiskPending */
async function made<T>(key: ObjectKey, claim: PersistentVolumeClaim, { tools, rented }: { tools: Tools; rented: Rented }, create: () => Promise<T>): Promise<T> {
  try {
    const volume = await create();
    rented.delete(key);
    const next = tools.lister(PersistentVolumeClaim).get(key);
    if (next !== undefined && next.metadata.uid !== claim.metadata.uid) throw new DiskPending();
    return volume;
  } catch (error) {
    if (isAlreadyExists(error)) rented.delete(key);
    throw error;
  }
}

/** Where it can be used (upstream external-provisioner pkg/controller/topology.go, GenerateVolumeNodeAffinity). */
const affinityTo = (zone: string) => ({
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key: zoneKey, operator: 'In', values: [zone] }] }] },
});

/** What is said while a disk is rented. */
interface Renting {
  announce(): void;
  /** It is asked for: it may be there from now on, whatever is answered. */
  requested(): void;
  /** The cloud has answered that there is none. */
  refused(): void;
}

/** @throws DiskPending until it is active. */
async function ensureDisk(claim: PersistentVolumeClaim, tools: Tools, renting: Renting): Promise<Disk> {
  const { metadata, spec } = claim;
  const name = `pvc-${metadata.uid}`;
  const failed = `failed to provision volume with StorageClass "${spec.storageClassName ?? ''}"`;
  const refused = (why: string): void => tools.events.warning(claim, 'ProvisioningFailed', `${failed}: ${why}`);
  const found = await findDisk(name, tools, refused);
  if (found?.state === 'active') return found;
  if (found === undefined) {
    renting.announce();
    const zone = chosenZone(claim, tools, refused);
    const notes = 'kubernetes.io/created-for';
    const tags = { [`${notes}/pvc/namespace`]: metadata.namespace ?? '', [`${notes}/pvc/name`]: metadata.name, [`${notes}/pv/name`]: name };
    renting.requested();
    try {
      await viaDriver(refused, () => tools.cloud().disks.create({ name, size: spec.resources?.requests?.['storage'] ?? '', zone, tags }));
    } catch (error) {
      if (error instanceof DiskRefused && error.isFinal) renting.refused();
      throw error;
    }
  }
  throw new DiskPending();
}

/** @throws DiskRefused */
function chosenZone(claim: PersistentVolumeClaim, { lister }: Tools, refused: (why: string) => void): string {
  const storageClass = lister(StorageClass).get(storageClassOf(claim));
  const found = zoneFor({ claim, allowed: storageClass?.allowedTopologies ?? [], nodes: lister(Node).list(), csiNodes: lister(CSINode).list() });
  if ('zone' in found) return found.zone;
  const why = `error generating accessibility requirements: ${found.error}`;
  refused(why);
  throw new DiskRefused(why, { isFinal: true });
}

/** @throws DiskPending until it is gone. */
async function removeDisk(volume: PersistentVolume, tools: Tools): Promise<void> {
  const { name } = volume.metadata;
  const refused = (why: string): void => tools.events.warning(volume, 'VolumeFailedDelete', why);
  const found = await findDisk(name, tools, refused);
  if (found === undefined) return;
  if (found.state !== 'deleting') await viaDriver(refused, () => tools.cloud().disks.delete(name));
  throw new DiskPending();
}
