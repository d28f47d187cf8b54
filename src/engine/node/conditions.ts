/** The conditions a kubelet keeps on a pod (upstream status/generate.go), in upstream's order. */
import {
  type ContainerStatus,
  conditionOf,
  formatTime,
  isTrue,
  type PodCondition,
  type PodSpec,
} from '../sdk/index.ts';
import type { Phase } from './phase.ts';

export interface ConditionInput {
  readonly spec: PodSpec;
  readonly phase: Phase;
  readonly initStatuses: readonly ContainerStatus[];
  readonly statuses: readonly ContainerStatus[];
  /** The sandbox is there and has its address. */
  readonly networked: boolean;
  /** What the pod has now: readiness gates of others, and times of conditions that stay as they are. */
  readonly before: readonly PodCondition[];
  readonly nowMs: number;
}

interface Verdict {
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

const yes: Verdict = { status: 'True' };

/** PodReadyToStartContainers, Initialized, Ready, ContainersReady, PodScheduled. */
export function podConditions(input: ConditionInput): readonly PodCondition[] {
  const containers = containersReady(input);
  const verdicts: readonly (readonly [string, Verdict])[] = [
    ['PodReadyToStartContainers', input.networked ? yes : { status: 'False' }],
    ['Initialized', initialized(input)],
    ['Ready', ready(input, containers)],
    ['ContainersReady', containers],
    ['PodScheduled', yes],
  ];
  const now = formatTime(input.nowMs);
  return verdicts.map(([type, verdict]) => {
    const old = conditionOf(input.before, type);
    const since = old?.status === verdict.status ? old.lastTransitionTime : undefined;
    return { type, ...verdict, lastTransitionTime: since ?? now };
  });
}

function finished({ phase }: ConditionInput): Verdict | undefined {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  return phase === 'Failed' ? { status: 'False', reason: 'PodFailed' } : undefined;
}

function containersReady(input: ConditionInput): Verdict {
  const over = finished(input);
  if (over !== undefined) return over;
  const { spec, statuses, initStatuses } = input;
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const all = [...sidecars, ...spec.containers];
  const unknown: string[] = [];
  const unready: string[] = [];
  for (const { name } of all) {
    const status = statuses.find((each) => each.name === name) ?? initStatuses.find((each) => each.name === name);
    if (status === undefined) unknown.push(name);
    else if (!status.ready) unready.push(name);
  }
  const parts: string[] = [];
  if (unknown.length > 0) parts.push(`containers with unknown status: [${unknown.join(' ')}]`);
  if (unready.length > 0) parts.push(`containers with unready status: [${unready.join(' ')}]`);
  return parts.length === 0 ? yes : { status: 'False', reason: 'ContainersNotReady', message: parts.join(', ') };
}

function ready(input: ConditionInput, containers: Verdict): Verdict {
  if (containers.status === 'False') return containers;
  const missing: string[] = [];
  for (const { conditionType } of input.spec.readinessGates ?? []) {
    const gate = conditionOf(input.before, conditionType);
    if (gate === undefined)
      missing.push(`corresponding condition of pod readiness gate "${conditionType}" does not exist.`);
    else if (!isTrue(input.before, conditionType)) {
      missing.push(`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`);
    }
  }
  return missing.length === 0
    ? yes
    : { status: 'False', reason: 'ReadinessGatesNotReady', message: missing.join(', ') };
}

function initialized(input: ConditionInput): Verdict {
  const { spec, initStatuses, statuses, phase } = input;
  const inits = spec.initContainers ?? [];
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' };
  if (statuses.some(({ state, lastState }) => state?.running ?? state?.terminated ?? lastState?.terminated)) return yes;
  const incomplete = inits.filter(({ name, restartPolicy }) => {
    const status = initStatuses.find((each) => each.name === name);
    return restartPolicy === 'Always' ? status?.started !== true : status?.state?.terminated?.exitCode !== 0;
  });
  if (incomplete.length === 0) return yes;
  const message = `containers with incomplete status: [${incomplete.map(({ name }) => name).join(' ')}]`;
  return { status: 'False', reason: 'ContainersNotInitialized', message };
}
