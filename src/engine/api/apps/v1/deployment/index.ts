import { type FieldError, forbiddenField, invalidValue, notSupported, withPart } from '../../../../meta/index.ts';
import { defaultTemplate } from '../../../core/v1/pod/defaults.ts';
import { ageColumn, defineKind, textColumn } from '../../../define.ts';
import type { Deployment as DeploymentObject, DeploymentSpec } from '../../../generated/types.ts';
import { amountOf, atMost100Percent, intOrPercent, notNegative } from '../../../number-validation.ts';
import type { KindDefinition } from '../../../types.ts';
import { validateSelectorUpdate, validateWorkload, wideColumns } from '../workload.ts';

export type Deployment = DeploymentObject;

/** Replaces one ReplicaSet by the next, step by step. */
export const Deployment: KindDefinition<Deployment> = defineKind<Deployment>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: {
    status: true,
    scale: { specPath: '.spec.replicas', statusPath: '.status.replicas', selectorPath: '.spec.selector' },
  },
  rules: {
    generation: 'spec-and-annotations',
    default: setDefaults,
    validate,
    prepareForCreate: (deployment) => ({ ...deployment, status: {} }),
    prepareForStatusUpdate: withLabelsOf,
  },
  columns: [
    textColumn('Ready', 'Pods that are ready, of those wanted.', ({ spec, status }) => {
      return `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`;
    }),
    textColumn('Up-to-date', 'Pods of the newest template.', ({ status }) => String(status.updatedReplicas ?? 0)),
    textColumn('Available', 'Pods that have been ready long enough.', ({ status }) =>
      String(status.availableReplicas ?? 0),
    ),
    ageColumn,
    ...wideColumns<Deployment>(),
  ],
});

/** Its controller writes annotations beside the status, and no labels. */
function withLabelsOf(deployment: Deployment, old: Deployment): Deployment {
  return { ...deployment, metadata: withPart(deployment.metadata, old.metadata, 'labels') };
}

const DEFAULTS = { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 };
const NO_SPEC = {} as DeploymentSpec;
const ROLLING = { maxUnavailable: '25%', maxSurge: '25%' };

function setDefaults(deployment: Deployment): Deployment {
  const { spec, status } = deployment;
  if (spec === undefined) return deployment;
  const template = spec.template === undefined ? undefined : defaultTemplate(spec.template);
  const strategy = defaultStrategy(spec.strategy);
  const filled = { ...DEFAULTS, ...spec, strategy, ...(template ? { template } : {}) };
  const isComplete =
    Object.keys(filled).length === Object.keys(spec).length && strategy === spec.strategy && template === spec.template;
  if (isComplete && status !== undefined) return deployment;
  return { ...deployment, spec: isComplete ? spec : filled, status: status ?? {} };
}

type Strategy = NonNullable<DeploymentSpec['strategy']>;

function defaultStrategy(strategy: Strategy | undefined): Strategy {
  if (strategy === undefined) return { type: 'RollingUpdate', rollingUpdate: ROLLING };
  if (strategy.type !== undefined && strategy.type !== 'RollingUpdate') return strategy;
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
  if (strategy.type !== undefined && maxSurge !== undefined && maxUnavailable !== undefined) return strategy;
  return { type: 'RollingUpdate', rollingUpdate: { ...ROLLING, ...strategy.rollingUpdate } };
}

function validate({ spec = NO_SPEC }: Deployment, old?: Deployment): readonly FieldError[] {
  if (old?.spec === spec) return [];
  const { minReadySeconds = 0, progressDeadlineSeconds } = spec;
  const errors = [
    ...validateWorkload(spec, 'deployment'),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
    ...notNegative(progressDeadlineSeconds, 'spec.progressDeadlineSeconds'),
    ...(spec.strategy === undefined ? [] : validateStrategy(spec.strategy)),
  ];
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= minReadySeconds) {
    const detail = 'must be greater than minReadySeconds';
    errors.push(invalidValue('spec.progressDeadlineSeconds', progressDeadlineSeconds, detail));
  }
  return old === undefined ? errors : [...errors, ...validateSelectorUpdate(spec.selector, old.spec.selector)];
}

function validateStrategy({ type, rollingUpdate }: Strategy): readonly FieldError[] {
  if (type === 'Recreate') {
    if (rollingUpdate === undefined) return [];
    const detail = "may not be specified when strategy `type` is 'Recreate'";
    return [forbiddenField('spec.strategy.rollingUpdate', detail)];
  }
  if (type !== 'RollingUpdate') {
    const shown = `apps.DeploymentStrategy{Type:${JSON.stringify(type)}, RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}`;
    return [{ ...notSupported('spec.strategy', type ?? '', ['Recreate', 'RollingUpdate']), shown }];
  }
  const { maxSurge = 0, maxUnavailable = 0 } = rollingUpdate ?? {};
  const path = 'spec.strategy.rollingUpdate';
  const errors = [
    ...intOrPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...intOrPercent(maxSurge, `${path}.maxSurge`),
  ];
  if (amountOf(maxSurge) === 0 && amountOf(maxUnavailable) === 0) {
    errors.push(invalidValue(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  errors.push(...atMost100Percent(maxUnavailable, `${path}.maxUnavailable`));
  return errors;
}
