/** What the attach-detach controller and kubelets say of attachments alike. In the page it comes with the profile `full`. */
import { hash32 } from '../kernel/index.ts';

/** The name of the VolumeAttachment of a CSI volume to a node. Upstream's is a SHA-256 of the same three (getAttachmentName). */
export function attachmentName({ driver, volumeHandle }: { readonly driver: string; readonly volumeHandle: string }, nodeName: string): string {
  const parts = [0, 1, 2, 3, 4, 5, 6, 7].map((part) => hash32(`${volumeHandle}${driver}${nodeName}`, part + 1).toString(16).padStart(8, '0'));
  return `csi-${parts.join('')}`;
}
