/**
 * What becomes of the number that metrics ask for: the highest or lowest of the last while, no faster than policies allow, between the least
 * and the most. Reads only. (upstream podautoscaler/horizontal.go normalizeDesiredReplicas and its kind)
 */
import type { HorizontalPodAutoscaler, HPAScalingRules, Recommendations, Tools } from 'converge/sdk';

/** Without a behavior nothing shrinks below what was asked for in the last five minutes. */
export const downscaleWindowMs = 300_000;

/** A number that metrics asked for, or by which replicas were changed. */
export interface Noted {
  readonly replicas: number;
  readonly atMs: number;
}

/** What happened before. */
export interface History {
  readonly recommendations: readonly Noted[];
  readonly scaledUp: readonly Noted[];
  readonly scaledDown: readonly Noted[];
}

export interface Limited {
  readonly replicas: number;
  /** The condition AbleToScale. */
  readonly able: Said;
  /** The condition ScalingLimited. */
  readonly limited: Said & { readonly status: 'True' | 'False' };
}

interface Said {
  readonly reason: string;
  readonly message: string;
}

export interface Wanted {
  readonly current: number;
  readonly desired: number;
  readonly fewest: number;
  readonly most: number;
  readonly behavior: HorizontalPodAutoscaler['spec']['behavior'];
}

const readyForNewScale: Said = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
const within: Said = { reason: 'DesiredWithinRange', message: 'the desired count is within the acceptable range' };
const tooMany: Said = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const tooFew: Said = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};
const upLimit: Said = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
};
const downLimit: Said = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
};
const upStabilized: Said = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};
const downStabilized: Said = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};

/** What decides where no behavior is given. */
type Parts = Pick<Tools['parts'], 'stabilizeReplicas' | 'boundReplicas'>;

/** The number of replicas to have now, and what to say of it. */
export function limitReplicas(wanted: Wanted, history: History, nowMs: number, parts: Parts): Limited {
  const { desired, behavior } = wanted;
  const stabilized =
    behavior === undefined
      ? parts.stabilizeReplicas(recommendationsOf(wanted, history, nowMs))
      : stabilize(wanted, history, nowMs);
  const isRise = behavior !== undefined && desired >= wanted.current;
  const able = stabilized === desired ? readyForNewScale : isRise ? upStabilized : downStabilized;
  const next = { ...wanted, desired: stabilized };
  const { replicas, ...said } = behavior === undefined ? bound(next, parts) : clampByPolicies(next, history, nowMs);
  return { replicas, able, limited: { ...said, status: replicas === stabilized ? 'False' : 'True' } };
}

function recommendationsOf({ desired }: Wanted, { recommendations }: History, nowMs: number): Recommendations {
  const earlier = recommendations.map(({ replicas, atMs }) => ({ replicas, secondsAgo: (nowMs - atMs) / 1000 }));
  return { now: desired, earlier, windowSeconds: downscaleWindowMs / 1000 };
}

/** Between the lowest number of the window for growing and the highest of that for shrinking. */
function stabilize({ current, desired, behavior }: Wanted, { recommendations }: History, nowMs: number): number {
  const since = (windowMs: number): readonly number[] =>
    recommendations.filter(({ atMs }) => atMs > nowMs - windowMs).map(({ replicas }) => replicas);
  const upWindowMs = (behavior?.scaleUp?.stabilizationWindowSeconds ?? 0) * 1000;
  const downSeconds = behavior?.scaleDown?.stabilizationWindowSeconds;
  const downWindowMs = downSeconds === undefined ? downscaleWindowMs : downSeconds * 1000;
  const lowest = Math.min(desired, ...since(upWindowMs));
  const highestRecent = Math.max(desired, ...since(downWindowMs));
  return Math.min(Math.max(current, lowest), highestRecent);
}

type Clamped = Said & { readonly replicas: number };

function bound({ current, desired, fewest, most }: Wanted, { boundReplicas }: Parts): Clamped {
  const replicas = boundReplicas({ replicas: current, wanted: desired, minReplicas: fewest, maxReplicas: most });
  if (replicas === desired) return { replicas, ...within };
  if (replicas > desired) return { replicas, ...tooFew };
  return replicas < most ? { replicas, ...upLimit } : { replicas, ...tooMany };
}

function clampByPolicies(
  { current, desired, fewest, most, behavior }: Wanted,
  history: History,
  nowMs: number,
): Clamped {
  if (desired > current) {
    const fastest = Math.max(current, fastestUp(current, behavior?.scaleUp, history, nowMs));
    if (desired > Math.min(most, fastest)) {
      return most > fastest ? { replicas: fastest, ...upLimit } : { replicas: most, ...tooMany };
    }
  }
  if (desired < current) {
    const fastest = Math.min(current, fastestDown(current, behavior?.scaleDown, history, nowMs));
    if (desired < Math.max(fewest, fastest)) {
      return fewest < fastest ? { replicas: fastest, ...downLimit } : { replicas: fewest, ...tooFew };
    }
  }
  return { replicas: desired, ...within };
}

/** The most replicas that the policies allow now. */
export function fastestUp(
  current: number,
  rules: HPAScalingRules | undefined,
  history: History,
  nowMs: number,
): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const allowed = (rules?.policies ?? []).map(({ type, value, periodSeconds }) => {
    const before = atPeriodStart(current, history, nowMs - periodSeconds * 1000);
    return type === 'Pods' ? before + value : Math.ceil(before * (1 + value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.min(...allowed) : Math.max(...allowed);
}

/** The fewest replicas that the policies allow now. */
export function fastestDown(
  current: number,
  rules: HPAScalingRules | undefined,
  history: History,
  nowMs: number,
): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const allowed = (rules?.policies ?? []).map(({ type, value, periodSeconds }) => {
    const before = atPeriodStart(current, history, nowMs - periodSeconds * 1000);
    return type === 'Pods' ? before - value : Math.trunc(before * (1 - value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.max(...allowed) : Math.min(...allowed);
}

/** How many there were when a policy's period began. */
function atPeriodStart(current: number, { scaledUp, scaledDown }: History, startMs: number): number {
  const sum = (noted: readonly Noted[]): number =>
    noted.filter(({ atMs }) => atMs > startMs).reduce((total, { replicas }) => total + replicas, 0);
  return current - sum(scaledUp) + sum(scaledDown);
}
