import { defaultTemplate } from '../../../core/v1/pod/defaults.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { PersistentVolumeClaim, StatefulSet as StatefulSetObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { wideColumns } from '../workload.ts';

export type StatefulSet = StatefulSetObject;

/** Pods with names, places and disks that stay theirs. */
export const StatefulSet: KindDefinition<StatefulSet> = defineKind<StatefulSet>({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  namespaced: true,
  shortNames: ['sts'],
  categories: ['all'],
  subresources: {
    status: true,
    scale: { specPath: '.spec.replicas', statusPath: '.status.replicas', selectorPath: '.spec.selector' },
  },
  rules: {
    generation: 'spec',
    default: setDefaults,
    prepareForCreate: (set) => ({ ...set, status: NO_STATUS }),
  },
  columns: [
    textColumn('Ready', 'Pods that are ready, of those wanted.', ({ spec, status }) => {
      return `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`;
    }),
    ageColumn,
    ...wideColumns<StatefulSet>().filter(({ name }) => name !== 'Selector'),
  ],
});

const NO_STATUS: StatefulSet['status'] = Object.freeze({ replicas: 0, availableReplicas: 0 });
const RETENTION = { whenDeleted: 'Retain', whenScaled: 'Retain' };

function setDefaults(set: StatefulSet): StatefulSet {
  const { spec, status } = set;
  if (spec === undefined) return set;
  const template = spec.template === undefined ? undefined : defaultTemplate(spec.template);
  const updateStrategy = defaultStrategy(spec.updateStrategy);
  const claims = spec.volumeClaimTemplates;
  const volumeClaimTemplates = claims?.every((each) => defaultClaim(each) === each)
    ? claims
    : claims?.map(defaultClaim);
  const retention = spec.persistentVolumeClaimRetentionPolicy;
  const policy = retention?.whenDeleted && retention.whenScaled ? retention : { ...RETENTION, ...retention };
  const filled = {
    replicas: 1,
    revisionHistoryLimit: 10,
    ...spec,
    podManagementPolicy: spec.podManagementPolicy || 'OrderedReady',
    updateStrategy,
    persistentVolumeClaimRetentionPolicy: policy,
    ...(template ? { template } : {}),
    ...(volumeClaimTemplates ? { volumeClaimTemplates } : {}),
  };
  const isComplete =
    Object.keys(filled).length === Object.keys(spec).length &&
    updateStrategy === spec.updateStrategy &&
    policy === retention &&
    template === spec.template &&
    volumeClaimTemplates === claims;
  if (isComplete && status !== undefined) return set;
  return { ...set, spec: isComplete ? spec : filled, status: status ?? NO_STATUS };
}

type Strategy = NonNullable<StatefulSet['spec']['updateStrategy']>;

/** An unnamed strategy is RollingUpdate from partition 0; a named one is left alone unless it says how to roll. */
function defaultStrategy(strategy: Strategy | undefined): Strategy {
  const { type = '', rollingUpdate } = strategy ?? {};
  if (strategy !== undefined && type !== '') {
    if (type !== 'RollingUpdate' || rollingUpdate === undefined || rollingUpdate.partition !== undefined)
      return strategy;
    return { ...strategy, rollingUpdate: { partition: 0, ...rollingUpdate } };
  }
  return { type: 'RollingUpdate', rollingUpdate: { partition: 0, ...rollingUpdate } };
}

/** Claims in a template are whole objects, and have a status, though it stays empty. */
function defaultClaim(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const { spec, status } = claim;
  if (claim.apiVersion !== undefined && spec?.volumeMode !== undefined && status?.phase !== undefined) return claim;
  return {
    ...claim,
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    spec: { volumeMode: 'Filesystem', ...spec },
    status: { phase: 'Pending', ...status },
  };
}
