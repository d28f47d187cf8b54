import type { FieldError } from '../../../../meta/index.ts';
import { defaultTemplate } from '../../../core/v1/pod/defaults.ts';
import { ageColumn, countColumn, defineKind } from '../../../define.ts';
import type { ReplicaSet as ReplicaSetObject, ReplicaSetSpec } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { validateSelectorUpdate, validateWorkload, wideColumns } from '../workload.ts';

export type ReplicaSet = ReplicaSetObject;

/** So many pods of one template, always. */
export const ReplicaSet: KindDefinition<ReplicaSet> = defineKind<ReplicaSet>({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
  shortNames: ['rs'],
  categories: ['all'],
  subresources: {
    status: true,
    scale: { specPath: '.spec.replicas', statusPath: '.status.replicas', selectorPath: '.spec.selector' },
  },
  rules: {
    generation: 'spec',
    default: setDefaults,
    validate,
    prepareForCreate: (replicaSet) => ({ ...replicaSet, status: { replicas: 0 } }),
  },
  columns: [
    countColumn('Desired', 'How many pods are wanted.', ({ spec }) => spec.replicas ?? 0),
    countColumn('Current', 'How many pods there are.', ({ status }) => status.replicas),
    countColumn('Ready', 'How many of them are ready.', ({ status }) => status.readyReplicas ?? 0),
    ageColumn,
    ...wideColumns<ReplicaSet>(),
  ],
});

function setDefaults(replicaSet: ReplicaSet): ReplicaSet {
  const { spec, status } = replicaSet;
  if (spec === undefined) return replicaSet;
  const template = spec.template === undefined ? undefined : defaultTemplate(spec.template);
  if (spec.replicas !== undefined && template === spec.template && status !== undefined) return replicaSet;
  return {
    ...replicaSet,
    spec: { replicas: 1, ...spec, ...(template ? { template } : {}) },
    status: status ?? { replicas: 0 },
  };
}

const NO_SPEC = {} as ReplicaSetSpec;

function validate({ spec = NO_SPEC }: ReplicaSet, old?: ReplicaSet): readonly FieldError[] {
  if (old?.spec === spec) return [];
  const errors = validateWorkload(spec, 'ReplicaSet');
  return old === undefined ? errors : [...errors, ...validateSelectorUpdate(spec.selector, old.spec.selector)];
}
