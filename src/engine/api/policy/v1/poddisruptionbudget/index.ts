import { type FieldError, notSupported } from '../../../../meta/index.ts';
import { ageColumn, countColumn, defineKind, textColumn } from '../../../define.ts';
import type { PodDisruptionBudget as PodDisruptionBudgetObject } from '../../../generated/types.ts';
import { atMost100Percent, intOrPercent, notNegative } from '../../../number-validation.ts';
import { validateSelector } from '../../../selector-validation.ts';
import type { KindDefinition } from '../../../types.ts';

export type PodDisruptionBudget = PodDisruptionBudgetObject;

/** How many of some pods may be taken away at a time. */
export const PodDisruptionBudget: KindDefinition<PodDisruptionBudget> = defineKind<PodDisruptionBudget>({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  namespaced: true,
  shortNames: ['pdb'],
  subresources: { status: true },
  rules: {
    generation: 'spec',
    unconditionalUpdate: false,
    default: setDefaults,
    validate,
    prepareForCreate: (budget) => ({ ...budget, status: NO_STATUS }),
  },
  columns: [
    textColumn('Min Available', 'Pods that must be left.', ({ spec }) => `${spec.minAvailable ?? 'N/A'}`),
    textColumn('Max Unavailable', 'Pods that may be missing.', ({ spec }) => `${spec.maxUnavailable ?? 'N/A'}`),
    countColumn('Allowed Disruptions', 'Pods that may go now.', ({ status }) => status.disruptionsAllowed ?? 0),
    ageColumn,
  ],
});

const NO_STATUS: PodDisruptionBudget['status'] = Object.freeze({
  disruptionsAllowed: 0,
  currentHealthy: 0,
  desiredHealthy: 0,
  expectedPods: 0,
});

function setDefaults(budget: PodDisruptionBudget): PodDisruptionBudget {
  if (budget.spec !== undefined && budget.status !== undefined) return budget;
  return { ...budget, spec: budget.spec ?? {}, status: budget.status ?? NO_STATUS };
}

const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

function validate({ spec, status }: PodDisruptionBudget, old?: PodDisruptionBudget): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (old?.spec !== spec) {
    const { minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy } = spec;
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      errors.push({ type: 'Invalid', field: 'spec', value: spec, detail: BOTH });
    }
    for (const field of ['minAvailable', 'maxUnavailable'] as const) {
      const amount = spec[field];
      if (amount === undefined) continue;
      errors.push(...intOrPercent(amount, `spec.${field}`), ...atMost100Percent(amount, `spec.${field}`));
    }
    validateSelector(spec.selector, 'spec.selector', errors);
    if (policy !== undefined && !POLICIES.includes(policy)) {
      errors.push(notSupported('spec.unhealthyPodEvictionPolicy', policy, POLICIES));
    }
  }
  if (old === undefined || old.status === status) return errors;
  const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;
  return [...errors, ...counts.flatMap((name) => notNegative(status[name], `status.${name}`))];
}

const BOTH = 'minAvailable and maxUnavailable cannot be both set';
