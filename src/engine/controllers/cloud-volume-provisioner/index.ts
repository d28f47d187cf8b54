import { type Controller, isNotFound, type ObjectKey, PersistentVolume, PersistentVolumeClaim, type Requeue, StatusError, type Tools } from 'converge/sdk';

/** The cloud answers before it is done: so much later the disk is looked at again; milliseconds. */
const pollMs = 1_000;
/** How long a refused pass waits, and how long at most (upstream: --retry-interval-start, --retry-interval-max); milliseconds. */
const [firstDelayMs, longestDelayMs] = [1_000, 300_000];

/** The disk isn't there yet, or not gone. */
class DiskPending extends Error {}

/** One that the cloud has refused. */
class DiskRefused extends Error {}

/**
 * A provisioner whose volumes are disks of the cloud: a disk is rented before its volume is made, and given back before the volume goes. What it
 * does with claims and volumes is the provisioner's own.
 */
export function withDisks(provisioner: Controller<PersistentVolumeClaim>): Controller<PersistentVolumeClaim> {
  const failures = new Map<ObjectKey, number>();
  return {
    ...provisioner,
    async reconcile(key, tools): Promise<Requeue | void> {
      try {
        const again = await provisioner.reconcile(key, overDisks(key, tools));
        failures.delete(key);
        return again;
      } catch (error) {
        if (error instanceof DiskPending) return { afterMs: pollMs };
        if (!(error instanceof DiskRefused)) throw error;
        tools.log(error.message);
        const times = failures.get(key) ?? 0;
        failures.set(key, times + 1);
        return { afterMs: Math.min(firstDelayMs * 2 ** times, longestDelayMs) };
      }
    },
  };
}

/** Tools that make and delete volumes only with their disks. */
function overDisks(key: ObjectKey, tools: Tools): Tools {
  const { client, events } = tools;
  let announce = (): void => {};
  return {
    ...tools,
    client: {
      ...client,
      async create(kind, object) {
        const claim = tools.lister(PersistentVolumeClaim).get(key);
        if (kind.kind === 'PersistentVolume' && claim !== undefined) await ensureDisk(claim, tools, announce);
        return client.create(kind, object);
      },
      async update(kind, object) {
        const volume = kind.kind === 'PersistentVolume' ? tools.lister(PersistentVolume).get(key) : undefined;
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

/** @throws DiskPending until it is active. */
async function ensureDisk(claim: PersistentVolumeClaim, tools: Tools, announce: () => void): Promise<void> {
  const { metadata, spec } = claim;
  const name = `pvc-${metadata.uid}`;
  const failed = `failed to provision volume with StorageClass "${spec.storageClassName ?? ''}"`;
  const refused = (why: string): void => tools.events.warning(claim, 'ProvisioningFailed', `${failed}: ${why}`);
  const found = await findDisk(name, tools, refused);
  if (found?.state === 'active') return;
  if (found === undefined) {
    announce();
    const notes = 'kubernetes.io/created-for';
    const tags = { [`${notes}/pvc/namespace`]: metadata.namespace ?? '', [`${notes}/pvc/name`]: metadata.name, [`${notes}/pv/name`]: name };
    await viaDriver(refused, () => tools.cloud().disks.create({ name, size: spec.resources?.requests?.['storage'] ?? '', tags }));
  }
  throw new DiskPending();
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

async function findDisk(name: string, { cloud }: Tools, refused: (why: string) => void) {
  return viaDriver(refused, async () => {
    try {
      return await cloud().disks.get(name);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  });
}

/** What a driver answers for a refusal of its cloud: gRPC's code, and the cloud's words. */
async function viaDriver<T>(refused: (why: string) => void, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const why = `rpc error: code = ${codes[error.status.code] ?? 'Internal'} desc = ${error.message}`;
    refused(why);
    throw new DiskRefused(why);
  }
}

const codes: Readonly<Record<number, string>> = { 403: 'ResourceExhausted', 409: 'Aborted', 422: 'InvalidArgument', 503: 'Unavailable', 504: 'DeadlineExceeded' };
