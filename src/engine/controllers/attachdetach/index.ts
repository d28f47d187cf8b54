import {
  attachmentName,
  type Controller,
  CSIDriver,
  conditionOf,
  defineController,
  hasEnded,
  isAlreadyExists,
  isNotFound,
  isOfKind,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  type Tools,
  VolumeAttachment,
  volumeMatching,
} from 'converge/sdk';
import { driver as ownDriver } from '../volume-provisioner/driver.ts';
import { listedHandles, reportAttached } from './attached.ts';
import { longestWaitMs, multiAttachMessage, planAttachments } from './plan.ts';

/** What is remembered of one volume, as long as something is attached or wants to be. */
interface Remembered {
  /** By an attachment's name: since when no Pod uses it. */
  readonly unused: ReadonlyMap<string, number>;
  /** Uids of Pods whose Event says why they wait. */
  readonly reported: ReadonlySet<string>;
}

/** By the volume's name. */
export type Memory = Map<string, Remembered>;

const nothing: Remembered = { unused: new Map(), reported: new Set() };

/**
 * Attaches volumes of CSI drivers to the nodes of the Pods that use them, and detaches them; for the one driver that there is, it also does what
 * upstream's external-attacher does. (upstream pkg/controller/volume/attachdetach)
 */
export const createAttachDetachController = (): Controller<PersistentVolume> => attachDetachOver(new Map());

/** The same, whose memory its caller can read. */
export function attachDetachOver(memory: Memory): Controller<PersistentVolume> {
  return defineController<PersistentVolume>({
    name: 'attachdetach',
    for: PersistentVolume,
    watches: [
      { kind: Pod, keys: (pod, { lister }) => (isOfKind(Pod, pod) ? volumesOf(pod, (key) => lister(PersistentVolumeClaim).get(key)) : []) },
      { kind: PersistentVolumeClaim, keys: (claim) => (isOfKind(PersistentVolumeClaim, claim) && claim.spec.volumeName ? [claim.spec.volumeName] : []) },
      { kind: VolumeAttachment, keys: (attachment) => (isOfKind(VolumeAttachment, attachment) ? namesOf([attachment]) : []) },
      { kind: Node, keys: (node, { lister }) => [...namesOf(lister(VolumeAttachment).list().filter(({ spec }) => spec.nodeName === node.metadata.name)), ...(isOfKind(Node, node) ? listedHandles(node) : [])] },
      { kind: CSIDriver, keys: () => [] },
    ],
    async reconcile(key, tools) {
      const { lister } = tools;
      const volume = lister(PersistentVolume).get(key);
      await reportAttached(tools);
      const attachments = lister(VolumeAttachment).list().filter((each) => isOurs(each) && each.spec.source.persistentVolumeName === key);
      if (volume === undefined) {
        memory.delete(key);
        return void (await detach(attachments, tools));
      }
      const { csi } = volume.spec;
      if (csi === undefined || lister(CSIDriver).get(csi.driver)?.spec.attachRequired === false) return;
      return settle(volume, attachments, memory, tools);
    },
  });
}

/** One that somebody has made by hand stays theirs: what this controller makes is named so. */
const isOurs = ({ metadata }: VolumeAttachment): boolean => metadata.name.startsWith('csi-');
const namesOf = (attachments: readonly VolumeAttachment[]): readonly string[] => attachments.flatMap(({ spec }) => spec.source.persistentVolumeName ?? []);

/** Names of the volumes that a Pod's claims are bound to. */
function volumesOf(pod: Pod, claimOf: (key: string) => PersistentVolumeClaim | undefined): readonly string[] {
  return volumeMatching.claimKeys(pod).flatMap((key) => claimOf(key)?.spec.volumeName || []);
}

async function settle(volume: PersistentVolume, attachments: readonly VolumeAttachment[], memory: Memory, tools: Tools) {
  const { lister, events, now } = tools;
  const users = usersOf(volume, tools);
  const { unused, reported } = remember(volume, attachments, users, memory, now());
  const plan = planAttachments({
    volume,
    attachments,
    users,
    releases: (name) => releases(lister(Node).get(name)),
    unusedSinceMs: ({ metadata }) => unused.get(metadata.name) ?? now(),
    nowMs: now(),
  });
  for (const refused of plan.refused) {
    const { uid } = refused.pod.metadata;
    if (reported.has(uid)) continue;
    reported.add(uid);
    events.warning(refused.pod, 'FailedAttachVolume', multiAttachMessage(volume, refused));
  }
  await detach(plan.detach, tools);
  for (const node of plan.attach) await attach(volume, node, tools);
  for (const attachment of attachments) if (!plan.detach.includes(attachment)) await confirm(volume, attachment, users, tools);
  return plan.waitMs === undefined ? undefined : { afterMs: Math.min(plan.waitMs, longestWaitMs) };
}

/** What is still true of what was known; a volume that nothing uses is forgotten. */
function remember(volume: PersistentVolume, attachments: readonly VolumeAttachment[], users: ReadonlyMap<string, readonly Pod[]>, memory: Memory, nowMs: number) {
  const { name } = volume.metadata;
  const before = memory.get(name) ?? nothing;
  const idle = attachments.filter(({ spec }) => !users.has(spec.nodeName)).map(({ metadata }) => metadata.name);
  const uids = [...users.values()].flat().map(({ metadata }) => metadata.uid);
  const now = {
    unused: new Map(idle.map((each) => [each, before.unused.get(each) ?? nowMs])),
    reported: new Set(uids.filter((uid) => before.reported.has(uid))),
  };
  if (attachments.length + uids.length === 0) memory.delete(name);
  else memory.set(name, now);
  return now;
}

/** Pods that run, or may: one that has ended needs no volume, nor does one on its way out whose containers have ended. */
function usersOf({ metadata, spec: { claimRef } }: PersistentVolume, { lister }: Tools): ReadonlyMap<string, readonly Pod[]> {
  const users = new Map<string, readonly Pod[]>();
  if (claimRef?.namespace === undefined) return users;
  const claims = lister(PersistentVolumeClaim);
  for (const pod of lister(Pod).list(claimRef.namespace)) {
    const { nodeName } = pod.spec;
    if (!nodeName || needsNoVolume(pod) || !volumesOf(pod, claims.get).includes(metadata.name)) continue;
    users.set(nodeName, [...(users.get(nodeName) ?? []), pod]);
  }
  return users;
}

/** (upstream volume/util, IsPodTerminated) */
function needsNoVolume(pod: Pod): boolean {
  const { metadata, status } = pod;
  return hasEnded(pod) || (metadata.deletionTimestamp !== undefined && (status.containerStatuses ?? []).every(({ state }) => state?.running === undefined));
}

/** A node that answers has unmounted what no Pod of it uses; one that is gone, or said to be out of service, has nothing mounted. */
function releases(node: Node | undefined): boolean {
  if (node === undefined || conditionOf(node.status.conditions, 'Ready')?.status === 'True') return true;
  return node.spec.taints?.some(({ key }) => key === 'node.kubernetes.io/out-of-service') === true;
}

async function detach(attachments: readonly VolumeAttachment[], { client }: Tools): Promise<void> {
  for (const attachment of attachments) {
    try {
      await client.delete(VolumeAttachment, attachment);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

async function attach({ metadata, spec: { csi } }: PersistentVolume, nodeName: string, { client }: Tools): Promise<void> {
  if (csi === undefined) return;
  try {
    const spec = { attacher: csi.driver, nodeName, source: { persistentVolumeName: metadata.name } };
    await client.create(VolumeAttachment, { metadata: { name: attachmentName(csi, nodeName) }, spec });
  } catch (error) {
    // An earlier pass has made it, and the cache hasn't shown it yet.
    if (!isAlreadyExists(error)) throw error;
  }
}

/** What a driver's attacher does once its disk is at the node. */
async function confirm({ metadata }: PersistentVolume, attachment: VolumeAttachment, users: ReadonlyMap<string, readonly Pod[]>, { client, events }: Tools): Promise<void> {
  if (attachment.spec.attacher !== ownDriver || attachment.status?.attached === true) return;
  await client.patch(VolumeAttachment, attachment, { status: { attached: true } }, { type: 'merge', subresource: 'status' });
  for (const pod of users.get(attachment.spec.nodeName) ?? []) events.normal(pod, 'SuccessfulAttachVolume', `AttachVolume.Attach succeeded for volume "${metadata.name}" `);
}
