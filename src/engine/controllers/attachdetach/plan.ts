/** Which attachments of one volume are to be made and ended (upstream pkg/controller/volume/attachdetach/reconciler). Pure. */
import type { PersistentVolume, Pod, VolumeAttachment } from 'converge/sdk';

/** A volume that its node may still have mounted is taken from a node that doesn't answer after so long (upstream maxWaitForUnmountDuration). */
export const longestWaitMs = 360_000;

export interface Situation {
  readonly volume: PersistentVolume;
  readonly attachments: readonly VolumeAttachment[];
  /** Pods that use it, by their node. */
  readonly users: ReadonlyMap<string, readonly Pod[]>;
  /** Whether what this node says can be relied on; it may be gone, or an operator may have said that it is out of service. */
  releases(nodeName: string): boolean;
  /** Since when no Pod of its node has used an attachment. */
  unusedSinceMs(attachment: VolumeAttachment): number;
  readonly nowMs: number;
}

export interface AttachmentPlan {
  readonly detach: readonly VolumeAttachment[];
  /** Names of nodes. */
  readonly attach: readonly string[];
  /** Pods that wait for it, and those that have it. */
  readonly refused: readonly { readonly pod: Pod; readonly others: readonly Pod[] }[];
  /** Until an attachment is taken from a node that doesn't answer. */
  readonly waitMs: number | undefined;
}

/** A volume for one node goes to the next one when the last has given it up. */
export function planAttachments(situation: Situation): AttachmentPlan {
  const { volume, attachments, users, nowMs } = situation;
  const unused = attachments.filter(({ spec }) => !users.has(spec.nodeName));
  const waits = unused.map((each) => (situation.releases(each.spec.nodeName) ? 0 : situation.unusedSinceMs(each) + longestWaitMs - nowMs));
  const detach = unused.filter((_, at) => (waits[at] ?? 0) <= 0);
  const held = attachments.filter((each) => !detach.includes(each));
  const wanting = [...users.keys()].filter((node) => !attachments.some(({ spec }) => spec.nodeName === node));
  const left = waits.filter((wait) => wait > 0);
  const waitMs = left.length === 0 ? undefined : Math.min(...left);
  if (isShared(volume)) return { detach, attach: wanting, refused: [], waitMs };
  // What ends now is away when its deletion has been seen.
  if (attachments.length === 0) return { detach, attach: wanting.slice(0, 1), refused: refusals(users, wanting.slice(1), wanting.slice(0, 1)), waitMs };
  return { detach, attach: [], refused: held.length === 0 ? [] : refusals(users, wanting, held.map(({ spec }) => spec.nodeName)), waitMs };
}

const isShared = ({ spec }: PersistentVolume): boolean => (spec.accessModes ?? []).some((mode) => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany');

function refusals(users: Situation['users'], waiting: readonly string[], having: readonly string[]): AttachmentPlan['refused'] {
  const others = having.flatMap((node) => users.get(node) ?? []);
  return waiting.flatMap((node) => (users.get(node) ?? []).map((pod) => ({ pod, others })));
}

/** What a Pod's Event says (upstream reportMultiAttachError). */
export function multiAttachMessage({ metadata }: PersistentVolume, { pod, others }: AttachmentPlan['refused'][number]): string {
  const local = others.filter((each) => each.metadata.namespace === pod.metadata.namespace).map((each) => each.metadata.name);
  const foreign = others.length - local.length;
  const used = local.length > 0 ? `pod(s) ${local.join(', ')}${foreign > 0 ? ` and ${foreign} pod(s) in different namespaces` : ''}` : `${foreign} pod(s) in different namespaces`;
  const why = others.length === 0 ? "Volume is already exclusively attached to one node and can't be attached to another" : `Volume is already used by ${used}`;
  return `Multi-Attach error for volume "${metadata.name}" ${why}`;
}
