/** Works out every 15 seconds how many replicas a workload needs. (upstream podautoscaler/horizontal.go reconcileAutoscaler) */
import {
  deepEqual,
  formatTime,
  HorizontalPodAutoscaler,
  isConflict,
  type KindDefinition,
  type MetricStatus,
  type ObjectKey,
  parseLabelMatcher,
  Pod,
  type Reconcile,
  splitKey,
  type Tools,
} from 'converge/sdk';
import { type Computed, compute } from './compute.ts';
import { type Conditions, say } from './conditions.ts';
import { limitReplicas } from './limits.ts';
import { firstMemory, type Memory, othersIn, periodMs, withRecommendation, withScaling } from './memory.ts';
import { readTarget, type ScaleTarget, writeReplicas } from './scale-target.ts';

/** What one pass has found. */
interface Outcome {
  readonly memory: Memory;
  readonly conditions: Conditions;
  readonly current?: number;
  readonly desired?: number;
  readonly metrics?: readonly MetricStatus[];
  /** The number of replicas was changed. */
  readonly scaled?: true;
}

type Autoscaler = HorizontalPodAutoscaler;
type Memories = Map<ObjectKey, Memory>;

export function createReconcile(served: readonly KindDefinition[]): Reconcile {
  const memories: Memories = new Map();
  return async (key, tools) => {
    const autoscaler = tools.lister(HorizontalPodAutoscaler).get(key);
    if (autoscaler === undefined) {
      memories.delete(key);
      return;
    }
    const nowMs = tools.now();
    const memory = memories.get(key) ?? firstMemory(nowMs);
    memories.set(key, memory);
    if (nowMs < memory.dueMs) return { afterMs: memory.dueMs - nowMs };
    const outcome = await scale(autoscaler, memory, { served, memories, tools });
    memories.set(key, { ...outcome.memory, dueMs: nowMs + periodMs });
    await writeStatus(autoscaler, outcome, tools);
    return { afterMs: periodMs };
  };
}

interface Surroundings {
  readonly served: readonly KindDefinition[];
  readonly memories: Memories;
  readonly tools: Tools;
}

async function scale(autoscaler: Autoscaler, memory: Memory, surroundings: Surroundings): Promise<Outcome> {
  const { served, tools } = surroundings;
  const { events, now } = tools;
  const before = autoscaler.status.conditions ?? [];
  const target = await readTarget(autoscaler, served, tools);
  if ('error' in target) {
    events.warning(autoscaler, 'FailedGetScale', target.error);
    const message = `the HPA controller was unable to get the target's current scale: ${target.error}`;
    return { memory, conditions: say(before, 'AbleToScale', 'False', { reason: 'FailedGetScale', message }, now()) };
  }
  const message = "the HPA controller was able to get the target's current scale";
  const conditions = say(before, 'AbleToScale', 'True', { reason: 'SucceededGetScale', message }, now());
  const known = memory.recommendations.length === 0 ? withRecommendation(memory, target.replicas, now()) : memory;
  return decide(autoscaler, target, { memory: known, conditions }, surroundings);
}

/** Numbers outside the limits are put right at once, whatever the metrics say. */
async function decide(
  autoscaler: Autoscaler,
  target: ScaleTarget,
  found: Outcome,
  surroundings: Surroundings,
): Promise<Outcome> {
  const { minReplicas: fewest = 1, maxReplicas: most } = autoscaler.spec;
  const { replicas: current } = target;
  const { tools } = surroundings;
  if (current === 0 && fewest !== 0) {
    const message = 'scaling is disabled since the replica count of the target is zero';
    const conditions = say(
      found.conditions,
      'ScalingActive',
      'False',
      { reason: 'ScalingDisabled', message },
      tools.now(),
    );
    return { ...found, conditions, current, desired: 0 };
  }
  if (current > most)
    return rescale(autoscaler, target, most, 'Current number of replicas above Spec.MaxReplicas', found, tools);
  if (current < fewest)
    return rescale(autoscaler, target, fewest, 'Current number of replicas below Spec.MinReplicas', found, tools);
  return followMetrics(autoscaler, target, found, surroundings);
}

async function followMetrics(
  autoscaler: Autoscaler,
  target: ScaleTarget,
  found: Outcome,
  surroundings: Surroundings,
): Promise<Outcome> {
  const { served, tools } = surroundings;
  const { events, now } = tools;
  const { spec } = autoscaler;
  const { replicas: current, selector } = target;
  const memory: Memory = { ...found.memory, selector };
  const selected = selectPods(autoscaler, selector, surroundings);
  if ('reason' in selected) {
    events.warning(autoscaler, selected.reason, selected.error);
    events.warning(autoscaler, 'FailedComputeMetricsReplicas', selected.error);
    const conditions = say(found.conditions, 'ScalingActive', 'False', selected.said, now());
    return { memory, conditions, current };
  }
  const { statusReplicas } = target;
  const seen = { replicas: current, statusReplicas, selector, pods: selected.pods };
  const computed = await compute(autoscaler, seen, served, tools);
  const conditions = say(found.conditions, 'ScalingActive', computed.active.status, computed.active, now());
  const { best, statuses: metrics } = computed;
  if (best === undefined) {
    events.warning(autoscaler, 'FailedComputeMetricsReplicas', computed.error ?? '');
    return { memory, conditions, current, metrics };
  }
  const { minReplicas: fewest = 1, maxReplicas: most, behavior } = spec;
  const wanted = { current, desired: best.replicas, fewest, most, behavior };
  const limited = limitReplicas(wanted, memory, now(), tools.parts);
  const able = say(conditions, 'AbleToScale', 'True', limited.able, now());
  const next: Outcome = {
    memory: withRecommendation(memory, best.replicas, now()),
    conditions: say(able, 'ScalingLimited', limited.limited.status, limited.limited, now()),
    current,
    metrics,
  };
  if (limited.replicas === current) return { ...next, desired: current };
  return rescale(autoscaler, target, limited.replicas, reasonOf(best, current), next, tools);
}

function reasonOf({ replicas, metric }: NonNullable<Computed['best']>, current: number): string {
  if (replicas > current) return `${metric} above target`;
  return replicas < current ? 'All metrics below target' : '';
}

interface Ambiguity {
  readonly reason: string;
  readonly error: string;
  readonly said: { readonly reason: string; readonly message: string };
}

/** The target's Pods, which no other autoscaler may have too. */
function selectPods(
  { metadata }: Autoscaler,
  selector: string,
  { memories, tools }: Surroundings,
): { readonly pods: readonly Pod[] } | Ambiguity {
  if (selector === '') {
    const message = "the HPA target's scale is missing a selector";
    return { reason: 'SelectorRequired', error: 'selector is required', said: { reason: 'InvalidSelector', message } };
  }
  const { namespace = '', name } = metadata;
  const matches = parseLabelMatcher(selector);
  const pods = tools
    .lister(Pod)
    .list(namespace)
    .filter((pod) => matches(pod.metadata.labels));
  const rivals = othersIn(memories, `${namespace}/${name}`).filter(([, memory]) => {
    const selects = memory.selector === undefined ? undefined : parseLabelMatcher(memory.selector);
    return selects !== undefined && pods.some((pod) => selects(pod.metadata.labels));
  });
  if (rivals.length === 0) return { pods };
  const all = [name, ...rivals.map(([key]) => splitKey(key).name)].sort();
  const keys = all.map((each) => `${namespace}/${each}`).join(' ');
  const error = `pods by selector ${selector} are controlled by multiple HPAs: [${keys}]`;
  return { reason: 'AmbiguousSelector', error, said: { reason: 'AmbiguousSelector', message: error } };
}

async function rescale(
  autoscaler: Autoscaler,
  target: ScaleTarget,
  desired: number,
  reason: string,
  found: Outcome,
  tools: Tools,
): Promise<Outcome> {
  const { events, now } = tools;
  const current = target.replicas;
  try {
    await writeReplicas(autoscaler, target, desired, tools);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    events.warning(autoscaler, 'FailedRescale', `New size: ${desired}; reason: ${reason}; error: ${why}`);
    const message = `the HPA controller was unable to update the target scale: ${why}`;
    const conditions = say(found.conditions, 'AbleToScale', 'False', { reason: 'FailedUpdateScale', message }, now());
    return { ...found, conditions, current };
  }
  events.normal(autoscaler, 'SuccessfulRescale', `New size: ${desired}; reason: ${reason}`);
  const message = `the HPA controller was able to update the target scale to ${desired}`;
  const conditions = say(found.conditions, 'AbleToScale', 'True', { reason: 'SucceededRescale', message }, now());
  const memory = withScaling(found.memory, current, desired, now());
  return { ...found, memory, conditions, current, desired, scaled: true };
}

/** Writes the status if it says anything new. When another was faster, the next pass writes it. */
async function writeStatus(autoscaler: Autoscaler, outcome: Outcome, { client, events, now }: Tools): Promise<void> {
  const { status } = autoscaler;
  const { conditions, current, desired = status.desiredReplicas, metrics, scaled } = outcome;
  const { currentMetrics: _, currentReplicas: __, ...others } = status;
  const replicas = current === undefined ? (status.currentReplicas ?? 0) : current;
  const kept = current === undefined ? status.currentMetrics : metrics;
  const next = {
    ...others,
    conditions,
    desiredReplicas: desired,
    ...(replicas === 0 ? {} : { currentReplicas: replicas }),
    ...(kept === undefined ? {} : { currentMetrics: kept }),
    ...(scaled === undefined ? {} : { lastScaleTime: formatTime(now()) }),
  };
  if (deepEqual(status, next)) return;
  try {
    await client.updateStatus(HorizontalPodAutoscaler, { ...autoscaler, status: next });
  } catch (error) {
    events.warning(autoscaler, 'FailedUpdateStatus', error instanceof Error ? error.message : String(error));
    if (!isConflict(error)) throw error;
  }
}
