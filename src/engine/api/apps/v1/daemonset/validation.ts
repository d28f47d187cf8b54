/** Checks of a DaemonSet (pkg/apis/apps/validation). */
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../meta/index.ts';
import { validateTemplate } from '../../../core/v1/pod/validation.ts';
import type { DaemonSet, DaemonSetSpec, DaemonSetStatus } from '../../../generated/types.ts';
import { amountOf, atMost100Percent, intOrPercent, notNegative, validateCollisions } from '../../../number-validation.ts';
import { validateTemplateSelector } from '../../../selector-validation.ts';
import { validateSelectorUpdate } from '../workload.ts';

/** Checks the spec; with `old` also what may change in it, and the status. */
export function validateDaemonSet(set: DaemonSet, old?: DaemonSet): readonly FieldError[] {
  const { spec = NO_SPEC, status } = set;
  const errors = old?.spec === spec ? [] : [...validateSpec(spec)];
  if (old === undefined) return errors;
  if (old.spec !== spec && spec.selector !== undefined) {
    errors.push(...validateSelectorUpdate(spec.selector, old.spec.selector));
  }
  if (status !== old.status) errors.push(...validateStatus(status, old.status));
  return errors;
}

const NO_SPEC = {} as DaemonSetSpec;
const NO_TEMPLATE = {} as DaemonSetSpec['template'];

function validateSpec(spec: DaemonSetSpec): readonly FieldError[] {
  const { selector, template = NO_TEMPLATE, updateStrategy } = spec;
  const errors: FieldError[] = [];
  validateTemplateSelector(selector, template.metadata?.labels, { kind: 'daemonset', unreadable: undefined }, errors);
  errors.push(...validateTemplate(template, 'spec.template'));
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = 'activeDeadlineSeconds in DaemonSet is not Supported';
    errors.push(forbiddenField('spec.template.spec.activeDeadlineSeconds', detail));
  }
  return [
    ...errors,
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...(updateStrategy === undefined ? [] : validateStrategy(updateStrategy)),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ];
}

function validateStrategy(strategy: NonNullable<DaemonSetSpec['updateStrategy']>): readonly FieldError[] {
  if (strategy.type === 'OnDelete') return [];
  if (strategy.type !== 'RollingUpdate') {
    const shown = `apps.DaemonSetUpdateStrategy{Type:${JSON.stringify(strategy.type)}, RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}`;
    return [{ ...notSupported('spec.updateStrategy', strategy, ['RollingUpdate', 'OnDelete']), shown }];
  }
  const path = 'spec.updateStrategy.rollingUpdate';
  const { maxUnavailable = 0, maxSurge = 0 } = strategy.rollingUpdate ?? {};
  const errors = [
    ...intOrPercent(maxUnavailable, `${path}.maxUnavailable`),
    ...intOrPercent(maxSurge, `${path}.maxSurge`),
    ...atMost100Percent(maxUnavailable, `${path}.maxUnavailable`),
    ...atMost100Percent(maxSurge, `${path}.maxSurge`),
  ];
  const [unavailable, surge] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (unavailable && surge) {
    errors.push(invalidValue(`${path}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero'));
  } else if (!unavailable && !surge) {
    errors.push(required(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  }
  return errors;
}

const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const;

function validateStatus(status: DaemonSetStatus, old: DaemonSetStatus): readonly FieldError[] {
  const errors = COUNTS.flatMap((name) => notNegative(status[name], `status.${name}`));
  return [...errors, ...validateCollisions(status, old)];
}
