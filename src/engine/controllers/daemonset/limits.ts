/** How far a rolling update may go below and above one Pod a node. (upstream daemonset_util.go, update.go updatedDesiredNodeCounts) */
import type { DaemonSet } from 'converge/sdk';

export interface Limits {
  readonly surge: number;
  readonly unavailable: number;
}

/** `desired`: nodes that should have a Pod. Percentages of them are rounded up; one of both is never 0 while there is a node. */
export function limitsOf({ spec }: DaemonSet, desired: number): Limits {
  const { maxSurge = 0, maxUnavailable = 1 } = spec.updateStrategy?.rollingUpdate ?? {};
  const [surge, unavailable] = [scaled(maxSurge, desired), scaled(maxUnavailable, desired)];
  return { surge, unavailable: desired > 0 && surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** Whether a node may have an old Pod and a new one at a time. */
export function surges(set: DaemonSet): boolean {
  return set.spec.updateStrategy?.type === 'RollingUpdate' && limitsOf(set, 1).surge > 0;
}

function scaled(value: number | string, total: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) * total) / 100);
}
