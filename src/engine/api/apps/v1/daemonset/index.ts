import { deepEqual, formatLabels } from '../../../../meta/index.ts';
import { defaultTemplate } from '../../../core/v1/pod/defaults.ts';
import { ageColumn, countColumn, defineKind, textColumn } from '../../../define.ts';
import type { DaemonSet as DaemonSetObject } from '../../../generated/types.ts';
import type { KindDefinition } from '../../../types.ts';
import { wideColumns } from '../workload.ts';

export type DaemonSet = DaemonSetObject;

/** One pod on every node that fits. */
export const DaemonSet: KindDefinition<DaemonSet> = defineKind<DaemonSet>({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
  shortNames: ['ds'],
  categories: ['all'],
  subresources: { status: true },
  rules: {
    generation: 'spec',
    default: setDefaults,
    prepareForCreate: (set) => withTemplateGeneration({ ...set, status: NO_STATUS }, 1),
    prepareForUpdate: countTemplates,
  },
  columns: [
    countColumn('Desired', 'Nodes that should have the pod.', ({ status }) => status.desiredNumberScheduled),
    countColumn('Current', 'Nodes that have it.', ({ status }) => status.currentNumberScheduled),
    countColumn('Ready', 'Nodes where it is ready.', ({ status }) => status.numberReady),
    countColumn('Up-to-date', 'Nodes with the newest template.', ({ status }) => status.updatedNumberScheduled ?? 0),
    countColumn('Available', 'Nodes where it has been ready long enough.', ({ status }) => status.numberAvailable ?? 0),
    textColumn('Node Selector', 'Which nodes.', ({ spec }) => formatLabels(spec.template.spec.nodeSelector)),
    ageColumn,
    ...wideColumns<DaemonSet>(),
  ],
});

const NO_STATUS: DaemonSet['status'] = Object.freeze({
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
});
const ROLLING = { maxUnavailable: 1, maxSurge: 0 };

function setDefaults(set: DaemonSet): DaemonSet {
  const { spec, status } = set;
  if (spec === undefined) return set;
  const template = spec.template === undefined ? undefined : defaultTemplate(spec.template);
  const updateStrategy = defaultStrategy(spec.updateStrategy);
  const isComplete =
    spec.revisionHistoryLimit !== undefined && updateStrategy === spec.updateStrategy && template === spec.template;
  if (isComplete && status !== undefined) return set;
  const filled = { revisionHistoryLimit: 10, ...spec, updateStrategy, ...(template ? { template } : {}) };
  return { ...set, spec: isComplete ? spec : filled, status: status ?? NO_STATUS };
}

type Strategy = NonNullable<DaemonSet['spec']['updateStrategy']>;

function defaultStrategy(strategy: Strategy | undefined): Strategy {
  const { type = '', rollingUpdate } = strategy ?? {};
  if (strategy !== undefined && type !== '' && type !== 'RollingUpdate') return strategy;
  const isWhole = rollingUpdate?.maxSurge !== undefined && rollingUpdate.maxUnavailable !== undefined;
  if (strategy !== undefined && type !== '' && isWhole) return strategy;
  return { type: 'RollingUpdate', rollingUpdate: { ...ROLLING, ...rollingUpdate } };
}

/** apps/v1 keeps what was once `spec.templateGeneration` in an annotation. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

function countTemplates(set: DaemonSet, old: DaemonSet): DaemonSet {
  const before = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
  const isNew = set.spec !== old.spec && !deepEqual(set.spec?.template, old.spec.template);
  return withTemplateGeneration(set, isNew ? before + 1 : before);
}

function withTemplateGeneration(set: DaemonSet, count: number): DaemonSet {
  const { metadata } = set;
  if (metadata.annotations?.[TEMPLATE_GENERATION] === `${count}`) return set;
  const annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: `${count}` };
  return { ...set, metadata: { ...metadata, annotations } };
}
