/** Rules for counts in the status of workloads (pkg/apis/apps/validation), beyond those of the kinds' definitions. */
import { type FieldError, invalidValue } from '../../meta/index.ts';
import { checkNotNegative } from './checks.ts';

type Counts = Readonly<Record<string, unknown>>;

/** How the counts of a kind go together. */
export interface CountRules {
  readonly counts: readonly string[];
  /** Of these there are no more than replicas. */
  readonly within: readonly string[];
  /** What upstream calls the ready ones, of which those that are available are some. */
  readonly ready: string;
}

export const deploymentCounts: CountRules = {
  counts: ['observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas', 'unavailableReplicas', 'terminatingReplicas', 'collisionCount'],
  within: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};

export const replicaCounts: CountRules = {
  counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration', 'terminatingReplicas'],
  within: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};

export function checkCounts(status: object, { counts, within, ready }: CountRules, errors: FieldError[]): void {
  const fields = status as Counts;
  const count = (name: string): number => {
    const value = fields[name];
    return typeof value === 'number' ? value : 0;
  };
  for (const name of counts) checkNotNegative(count(name), `status.${name}`, errors);
  for (const name of within) {
    if (count(name) > count('replicas')) errors.push(invalidValue(`status.${name}`, count(name), 'cannot be greater than status.replicas'));
  }
  const available = count('availableReplicas');
  if (available > count('readyReplicas')) errors.push(invalidValue('status.availableReplicas', available, `cannot be greater than ${ready}`));
}
