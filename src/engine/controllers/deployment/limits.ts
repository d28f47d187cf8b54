/** How far a rollout may go above and below the wanted number. (upstream deployment_util.go) */
import type { Deployment } from 'converge/sdk';

export interface Limits {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * Percentages of the surge are rounded up, those of the unavailable down. When both come to 0, one pod may be
 * unavailable: otherwise nothing could ever move.
 */
export function limitsOf({ spec }: Deployment): Limits {
  const replicas = spec.replicas ?? 1;
  if (isRecreate(spec)) return { maxSurge: 0, maxUnavailable: 0 };
  const limits = spec.strategy?.rollingUpdate ?? {};
  const maxSurge = scaled(limits.maxSurge ?? '25%', replicas, Math.ceil);
  const maxUnavailable = scaled(limits.maxUnavailable ?? '25%', replicas, Math.floor);
  return { maxSurge, maxUnavailable: Math.min(replicas, Math.max(maxUnavailable, maxSurge === 0 ? 1 : 0)) };
}

export function isRecreate(spec: Deployment['spec']): boolean {
  return spec.strategy?.type === 'Recreate';
}

function scaled(value: number | string, total: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value;
  return round((Number.parseInt(value, 10) * total) / 100);
}
