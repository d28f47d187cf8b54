import { checkDnsSubdomain, type FieldError, forbiddenField, invalidValue, required } from '../../../../meta/index.ts';
import { ageColumn, defineKind, flagColumn, textColumn } from '../../../define.ts';
import type { VolumeAttachment as VolumeAttachmentObject } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import { withMetadataOf } from '../../../status-metadata.ts';
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
  rules: {
    generation: 'none',
    unconditionalUpdate: false,
    deleteReturnsObject: true,
    default: (given) => (given.status === undefined ? { ...given, status: NO_STATUS } : given),
    validate,
    prepareForCreate: (given) => ({ ...given, status: NO_STATUS }),
    prepareForStatusUpdate: withMetadataOf,
  },
  columns: [
    textColumn('Attacher', 'Who attaches it.', ({ spec }) => spec.attacher),
    textColumn('PV', 'The volume.', ({ spec }) => spec.source.persistentVolumeName ?? ''),
    textColumn('Node', 'The node.', ({ spec }) => spec.nodeName),
    flagColumn('Attached', 'Whether it is attached now.', ({ status }) => status.attached),
    ageColumn,
  ],
});

const NO_STATUS: VolumeAttachment['status'] = Object.freeze({ attached: false });

function validate({ spec }: VolumeAttachment, old?: VolumeAttachment): readonly FieldError[] {
  if (old !== undefined) return old.spec === spec ? [] : immutable(spec, old.spec, 'spec');
  const { attacher = '', nodeName = '', source = {} } = spec ?? {};
  const { inlineVolumeSpec, persistentVolumeName } = source;
  const errors: FieldError[] = [];
  if (attacher === '') errors.push(required('spec.attacher'));
  const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (inlineVolumeSpec === undefined && persistentVolumeName === undefined) errors.push(required('spec.source', one));
  else if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined) {
    errors.push(forbiddenField('spec.source', one));
  } else if (persistentVolumeName === '') {
    errors.push(required('spec.source.persistentVolumeName', 'must specify non empty persistentVolumeName'));
  }
  for (const message of checkDnsSubdomain(nodeName)) errors.push(invalidValue('spec.nodeName', nodeName, message));
  return errors;
}
