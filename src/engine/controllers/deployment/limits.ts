/** How far a rollout may go above and below the wanted number. (upstream deployment_util.go) */
import type { Deployment } from 'converge/sdk';

export interface Limits {
  readonly surge: number;
  readonly unavailable: number;
}

/**
 * Percentages of the surge are rounded up, those of the unavailable down. When both come to 0, one pod may be
 * unavailable: otherwise nothing could ever move.
 */
export function limitsOf({ spec }: Deployment): Limits {
  const replicas = spec.replicas ?? 1;
  if (isRecreate(spec)) return { surge: 0, unavailable: 0 };
  const { maxSurge = '25%', maxUnavailable = '25%' } = spec.strategy?.rollingUpdate ?? {};
  const surge = scaled(maxSurge, replicas, Math.ceil);
  const unavailable = scaled(maxUnavailable, replicas, Math.floor);
  if (replicas === 0) return { surge, unavailable: 0 };
  if (surge === 0 && unavailable === 0) return { surge, unavailable: 1 };
  return { surge, unavailable: Math.min(unavailable, replicas) };
}

export function isRecreate(spec: Deployment['spec']): boolean {
  return spec.strategy?.type === 'Recreate';
}

function scaled(value: number | string, total: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value;
  return round((Number.parseInt(value, 10) * total) / 100);
}
