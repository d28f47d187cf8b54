import { type Controller, type Disk, formatTime, isOfKind, PersistentVolume, type Ref, type Requeue, type Tools, VolumeAttachment } from 'converge/sdk';
import { type Delays, DiskRefused, delayAfter, findDisk, overDisks, viaDriver } from '../shared/cloud-disks.ts';
import { driver } from '../volume-provisioner/driver.ts';

/** upstream: pkg/util/goroutinemap/exponentialbackoff */
const delays: Delays = { firstMs: 500, longestMs: 122_000 };

/** Since when an attachment is refused, by its name: so often, and not tried again before this time. */
type Refusals = Map<string, { readonly times: number; readonly dueMs: number }>;

/** What one pass has come to. */
interface Pass {
  /** Why a disk wasn't attached; '' where that has been said before. */
  why: string | undefined;
  dueMs: number;
}

/**
 * An attach-detach controller whose disks are the cloud's: an attachment is confirmed when the cloud has attached its disk, and goes when the cloud has
 * detached it. What is attached where is the controller's own decision. (upstream kubernetes-csi/external-attacher)
 */
export function withAttachments(controller: Controller<PersistentVolume>): Controller<PersistentVolume> {
  const refusals: Refusals = new Map();
  const attaching: Controller<PersistentVolume> = {
    ...controller,
    async reconcile(key, tools): Promise<Requeue | void> {
      const pass: Pass = { why: undefined, dueMs: Infinity };
      const again = await controller.reconcile(key, attachingDisks(tools, refusals, pass));
      const afterMs = Math.min(pass.dueMs - tools.now(), again?.afterMs ?? Infinity);
      return afterMs === Infinity ? undefined : { afterMs };
    },
  };
  return overDisks(attaching, delays, (_, tools) => tools);
}

/** Tools that confirm and delete attachments only with the cloud. */
function attachingDisks(tools: Tools, refusals: Refusals, pass: Pass): Tools {
  const { client, events } = tools;
  return {
    ...tools,
    client: {
      ...client,
      async patch(kind, ref, patch, options) {
        const attachment = attachmentIn(ref);
        if (attachment === undefined) return client.patch(kind, ref, patch, options);
        await tryToAttach(attachment, tools, refusals, pass);
        const attachError = pass.why === undefined ? null : { message: pass.why, time: formatTime(tools.now()) };
        if (pass.why === '') return client.get(kind, ref);
        return client.patch(kind, ref, { status: { attached: pass.why === undefined, attachError } }, options);
      },
      async delete(kind, ref, options) {
        const attachment = attachmentIn(ref);
        if (attachment !== undefined) await detach(attachment, tools);
        refusals.delete(attachment?.metadata.name ?? '');
        return client.delete(kind, ref, options);
      },
    },
    events: {
      warning: events.warning,
      normal(object, reason, message) {
        if (reason !== 'SuccessfulAttachVolume' || pass.why === undefined) events.normal(object, reason, message);
        else if (pass.why !== '') events.warning(object, 'FailedAttachVolume', `${message.replace('succeeded', 'failed')}: ${pass.why}`);
      },
    },
  };
}

/** Those of other drivers are theirs. */
function attachmentIn(ref: Ref): VolumeAttachment | undefined {
  return typeof ref === 'object' && 'kind' in ref && isOfKind(VolumeAttachment, ref) && ref.spec.attacher === driver ? ref : undefined;
}

/** The disk that an attachment is of; a volume that is gone was named as its disk. */
function diskNameOf({ spec }: VolumeAttachment, { lister }: Tools): string {
  const { persistentVolumeName = '' } = spec.source;
  return lister(PersistentVolume).get(persistentVolumeName)?.spec.csi?.volumeHandle ?? persistentVolumeName;
}

/** Not before its time, where it was refused. */
async function tryToAttach(attachment: VolumeAttachment, tools: Tools, refusals: Refusals, pass: Pass): Promise<void> {
  const { name } = attachment.metadata;
  const { times, dueMs } = refusals.get(name) ?? { times: 0, dueMs: 0 };
  pass.why = tools.now() < dueMs ? '' : undefined;
  if (pass.why === undefined) pass.why = await attach(attachment, tools);
  if (pass.why === undefined) refusals.delete(name);
  else if (pass.why !== '') refusals.set(name, { times: times + 1, dueMs: tools.now() + delayAfter(times, delays) });
  pass.dueMs = Math.min(pass.dueMs, refusals.get(name)?.dueMs ?? Infinity);
}

/** Why it isn't. */
async function attach(attachment: VolumeAttachment, tools: Tools): Promise<string | undefined> {
  const { disks } = tools.cloud();
  let why: string | undefined;
  const refused = (reason: string): void => {
    why = reason;
  };
  try {
    const disk = await viaDriver(refused, () => disks.get(diskNameOf(attachment, tools)));
    const { nodeName } = attachment.spec;
    if (disk.attachedTo !== nodeName) await viaDriver(refused, () => disks.update(specOf(disk, nodeName)));
  } catch (error) {
    if (!(error instanceof DiskRefused)) throw error;
  }
  return why;
}

/** @throws DiskRefused */
async function detach(attachment: VolumeAttachment, tools: Tools): Promise<void> {
  const { log } = tools;
  const disk = await findDisk(diskNameOf(attachment, tools), tools, log);
  if (disk === undefined || disk.state === 'deleting' || disk.attachedTo !== attachment.spec.nodeName) return;
  await viaDriver(log, () => tools.cloud().disks.update(specOf(disk, '')));
}

const specOf = ({ state: _, ...spec }: Disk, attachedTo: string) => ({ ...spec, attachedTo });
