import { deepEqual, duplicate, type FieldError, invalidValue, notSupported } from '../../../../meta/index.ts';
import { ageColumn, defineKind, flagColumn, textColumn } from '../../../define.ts';
import type { CSIDriver as CSIDriverObject, CSIDriverSpec } from '../../../generated/types.ts';
import { immutable } from '../../../number-validation.ts';
import type { KindDefinition } from '../../../types.ts';

export type CSIDriver = CSIDriverObject;

/** What a driver for volumes can do. */
export const CSIDriver: KindDefinition<CSIDriver> = defineKind<CSIDriver>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  namespaced: false,
  rules: {
    generation: 'none',
    unconditionalUpdate: false,
    deleteReturnsObject: true,
    default: (driver) => {
      const spec = { ...DEFAULTS, ...driver.spec };
      return deepEqual(spec, driver.spec) ? driver : { ...driver, spec };
    },
    validate,
  },
  columns: [
    flagColumn(
      'AttachRequired',
      'Whether volumes are attached before they are mounted.',
      ({ spec }) => spec.attachRequired ?? true,
    ),
    flagColumn('PodInfoOnMount', 'Whether it is told of the pod.', ({ spec }) => spec.podInfoOnMount ?? false),
    flagColumn(
      'StorageCapacity',
      'Whether it tells how much room there is.',
      ({ spec }) => spec.storageCapacity ?? false,
    ),
    textColumn('TokenRequests', 'Tokens of the pod that it is given.', ({ spec: { tokenRequests } }) => {
      return tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>';
    }),
    flagColumn(
      'RequiresRepublish',
      'Whether it is asked again and again.',
      ({ spec }) => spec.requiresRepublish ?? false,
    ),
    textColumn('Modes', 'How long its volumes live.', ({ spec }) => spec.volumeLifecycleModes?.join(',') ?? '<none>'),
    ageColumn,
  ],
});

const DEFAULTS: CSIDriverSpec = Object.freeze({
  attachRequired: true,
  podInfoOnMount: false,
  storageCapacity: false,
  fsGroupPolicy: 'ReadWriteOnceWithFSType',
  volumeLifecycleModes: ['Persistent'],
  requiresRepublish: false,
});

const FS_GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const MODES = ['Persistent', 'Ephemeral'];
const SHORTEST_TOKEN_SECONDS = 600;
const LONGEST_TOKEN_SECONDS = 2 ** 32;

function validate({ spec }: CSIDriver, old?: CSIDriver): readonly FieldError[] {
  const { fsGroupPolicy, tokenRequests = [], volumeLifecycleModes = [] } = spec;
  const errors: FieldError[] = [];
  if (fsGroupPolicy !== undefined && !FS_GROUP_POLICIES.includes(fsGroupPolicy)) {
    errors.push(notSupported('spec.fsGroupPolicy', fsGroupPolicy, FS_GROUP_POLICIES));
  }
  errors.push(...validateTokens(tokenRequests));
  for (const mode of volumeLifecycleModes) {
    if (!MODES.includes(mode)) errors.push(notSupported('spec.volumeLifecycleModes', mode, MODES));
  }
  const { nodeAllocatableUpdatePeriodSeconds: period } = spec;
  if (period !== undefined && period < 10) {
    const detail = 'must be greater than or equal to 10 seconds';
    errors.push(invalidValue('spec.nodeAllocatableUpdatePeriodSeconds', period, detail));
  }
  if (old === undefined) return errors;
  return [
    ...errors,
    // The path is upstream's, though no field is called so.
    ...immutable(spec.attachRequired, old.spec.attachRequired, 'spec.attachedRequired'),
    ...immutable(volumeLifecycleModes, old.spec.volumeLifecycleModes ?? [], 'spec.volumeLifecycleModes'),
  ];
}

function validateTokens(requests: NonNullable<CSIDriverSpec['tokenRequests']>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const audiences = new Set<string>();
  for (const [index, { audience, expirationSeconds }] of requests.entries()) {
    const path = `spec.tokenRequests[${index}]`;
    if (audiences.has(audience)) errors.push(duplicate(`${path}.audience`, audience));
    else if (expirationSeconds !== undefined) {
      const wrong = (detail: string) =>
        errors.push(invalidValue(`${path}.expirationSeconds`, expirationSeconds, detail));
      if (expirationSeconds < SHORTEST_TOKEN_SECONDS) wrong('may not specify a duration less than 10 minutes');
      if (expirationSeconds > LONGEST_TOKEN_SECONDS) wrong('may not specify a duration larger than 2^32 seconds');
    }
    audiences.add(audience);
  }
  return errors;
}
