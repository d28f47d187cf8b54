/** Rules for VolumeAttachments, CSINodes and CSIStorageCapacities. */
import type { CSINode, CSIStorageCapacity, VolumeAttachment } from '../../api/index.ts';
import { immutable } from '../../api/number-validation.ts';
import { validateSelector } from '../../api/selector-validation.ts';
import { checkDnsSubdomain, type FieldError, invalidValue } from '../../meta/index.ts';
import { checkId, checkText } from './checks.ts';
import { checkDriverName } from './volume-sources.ts';

const largestMetadata = 256 * 1024;
const longestMessage = 1024;

const tooLong = (field: string, bytes: number): FieldError => ({ type: 'TooLong', field, detail: `may not be more than ${bytes} bytes` });

export function checkVolumeAttachment({ spec, status }: VolumeAttachment, old: VolumeAttachment | undefined, errors: FieldError[]): void {
  if (old === undefined) {
    checkDriverName(spec?.attacher, 'spec.attacher', errors);
    const { persistentVolumeName } = spec?.source ?? {};
    if (persistentVolumeName !== undefined) checkText(checkDnsSubdomain, persistentVolumeName, 'spec.source.persistentVolumeName', errors);
    return;
  }
  if (status === old.status) return;
  const size = Object.entries(status.attachmentMetadata ?? {}).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (size > largestMetadata) errors.push(tooLong('status.attachmentMetadata', largestMetadata));
  for (const name of ['attachError', 'detachError'] as const) {
    const { message = '', errorCode } = status[name] ?? {};
    // Upstream names the wrong limit.
    if (message.length > longestMessage) errors.push(tooLong(`status.${name}.message`, largestMetadata));
    if (errorCode !== undefined) checkId(errorCode, `status.${name}.errorCode`, errors);
  }
}

export function checkCsiNode({ spec }: CSINode, old: CSINode | undefined, errors: FieldError[]): void {
  if (spec === old?.spec) return;
  for (const [index, { name }] of spec.drivers.entries()) checkDriverName(name, `spec.drivers[${index}].name`, errors);
}

export function checkStorageCapacity(object: CSIStorageCapacity, old: CSIStorageCapacity | undefined, errors: FieldError[]): void {
  const { nodeTopology, storageClassName = '', capacity } = object;
  validateSelector(nodeTopology, 'nodeTopology', errors);
  checkText(checkDnsSubdomain, storageClassName, 'storageClassName', errors);
  if (capacity?.startsWith('-')) errors.push(invalidValue('capacity', capacity, 'must be greater than or equal to 0'));
  if (old === undefined) return;
  errors.push(...immutable(nodeTopology, old.nodeTopology, 'nodeTopology'), ...immutable(storageClassName, old.storageClassName, 'storageClassName'));
}
