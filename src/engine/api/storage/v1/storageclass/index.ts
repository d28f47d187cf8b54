import {
  checkQualifiedName,
  deepEqual,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import { ageColumn, defineKind, flagColumn, nameColumn, textColumn } from '../../../define.ts';
import type { StorageClass as StorageClassObject } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import type { KindDefinition } from '../../../types.ts';

export type StorageClass = StorageClassObject;

const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';
const DEFAULT_CLASS_BETA = 'storageclass.beta.kubernetes.io/is-default-class';

/** How volumes of a kind are made. */
export const StorageClass: KindDefinition<StorageClass> = defineKind<StorageClass>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
  shortNames: ['sc'],
  rules: {
    generation: 'none',
    deleteReturnsObject: true,
    default: (given) => {
      if (given.reclaimPolicy !== undefined && given.volumeBindingMode !== undefined) return given;
      return { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate', ...given };
    },
    validate,
  },
  columns: [
    {
      ...nameColumn,
      value: ({ metadata }) => `${metadata.name}${isDefault(metadata.annotations) ? ' (default)' : ''}`,
    },
    textColumn('Provisioner', 'Who makes the volumes.', ({ provisioner }) => provisioner),
    textColumn(
      'ReclaimPolicy',
      'What becomes of a volume nobody claims any more.',
      (each) => each.reclaimPolicy ?? 'Delete',
    ),
    textColumn('VolumeBindingMode', 'When a volume is made.', (each) => each.volumeBindingMode ?? 'Immediate'),
    flagColumn('AllowVolumeExpansion', 'Whether volumes can grow.', (each) => each.allowVolumeExpansion ?? false),
    ageColumn,
  ],
});

function isDefault(annotations: Readonly<Record<string, string>> = {}): boolean {
  return annotations[DEFAULT_CLASS] === 'true' || annotations[DEFAULT_CLASS_BETA] === 'true';
}

const MOST_PARAMETERS = 512;
const LARGEST_PARAMETERS = 256 * 1024;
const RECLAIM_POLICIES = ['Delete', 'Retain'];
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];

function validate(given: StorageClass, old?: StorageClass): readonly FieldError[] {
  const { provisioner = '', reclaimPolicy = '', volumeBindingMode } = given;
  const errors: FieldError[] = [];
  if (provisioner === '') errors.push(required('provisioner'));
  for (const message of provisioner === '' ? [] : checkQualifiedName(provisioner.toLowerCase())) {
    errors.push(invalidValue('provisioner', provisioner.toLowerCase(), message));
  }
  errors.push(...validateParameters(given.parameters ?? {}));
  if (reclaimPolicy !== '' && !RECLAIM_POLICIES.includes(reclaimPolicy)) {
    errors.push(notSupported('reclaimPolicy', reclaimPolicy, RECLAIM_POLICIES));
  }
  if (volumeBindingMode === undefined || !BINDING_MODES.includes(volumeBindingMode)) {
    errors.push(notSupported('volumeBindingMode', volumeBindingMode ?? '', BINDING_MODES));
  }
  return old === undefined ? errors : [...errors, ...validateUpdate(given, old)];
}

function validateParameters(parameters: Readonly<Record<string, string>>): readonly FieldError[] {
  const tooLong = (most: number): FieldError => {
    return { type: 'TooLong', field: 'parameters', detail: `may not be more than ${most} bytes` };
  };
  const entries = Object.entries(parameters);
  if (entries.length > MOST_PARAMETERS) return [tooLong(MOST_PARAMETERS)];
  const errors: FieldError[] = [];
  if (entries.some(([key]) => key === '')) errors.push(invalidValue('parameters', '', 'field can not be empty.'));
  const size = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return size > LARGEST_PARAMETERS ? [...errors, tooLong(LARGEST_PARAMETERS)] : errors;
}

/** Volumes that exist were made by it as it is. */
function validateUpdate(given: StorageClass, old: StorageClass): readonly FieldError[] {
  const fixed = ['parameters', 'provisioner', 'reclaimPolicy'] as const;
  const changed = fixed.filter((field) => !deepEqual(given[field], old[field]));
  return [
    ...changed.map((field) => forbiddenField(field, `updates to ${field} are forbidden.`)),
    ...immutable(given.volumeBindingMode, old.volumeBindingMode, 'volumeBindingMode'),
  ];
}
