import { ageColumn, defineKind } from '../../../define.ts';
import type { VolumeAttachment as VolumeAttachmentObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';

export type VolumeAttachment = VolumeAttachmentObject;

/** A volume that is to be attached to a node. */
export const VolumeAttachment: KindDefinition<VolumeAttachment> = defineKind<VolumeAttachment>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  namespaced: false,
  subresources: { status: true },
  rules: { generation: 'none', unconditionalUpdate: false, deleteReturnsObject: true },
  columns: [ageColumn],
});
