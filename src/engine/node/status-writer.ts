/** Sends a pod's status to the API server: only what has changed, one write at a time, the newest wins. */
import {
  conditionOf,
  deepEqual,
  isConflict,
  isNotFound,
  type Json,
  Pod,
  type PodCondition,
  type PodStatus,
} from '../sdk/index.ts';
import type { NodeContext } from './node-context.ts';

export interface StatusWriter {
  /** Sends this status unless it is what was sent last. */
  write(pod: Pod, status: PodStatus): void;
  /** The API server has this pod now: what somebody else has made of its status is put right. */
  seen(pod: Pod): void;
  /** Runs when nothing is left to send. */
  whenWritten(run: () => void): void;
  stop(): void;
}

/** How soon a refused write is tried again: at first at once, later with the status manager's period. Milliseconds. */
const retryMs = 1_000;
const laterRetryMs = 10_000;
const quickTries = 3;

const CONDITION_ORDER = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
const setElementOrder = CONDITION_ORDER.map((type) => ({ type }));

/** Creates the writer of one pod. `known`: as the API server is known to have it. */
export function createStatusWriter(node: NodeContext, known: Pod): StatusWriter {
  let written: PodStatus = known.status;
  let wanted: { readonly pod: Pod; readonly status: PodStatus; readonly cause: number } | undefined;
  let writing = false;
  let stopped = false;
  let waiters: (() => void)[] = [];
  let tries = 0;
  /** What the API server answered to the last write; older states are echoes. */
  let answered = Number(known.metadata.resourceVersion);
  let latest: Pod | undefined;

  /** The conditions a kubelet doesn't own are others' to change. */
  function repair(): void {
    const pod = latest;
    if (pod === undefined || stopped || writing || wanted !== undefined || tries > 0) return;
    latest = undefined;
    if (Number(pod.metadata.resourceVersion) < answered) return;
    const own = (written.conditions ?? []).filter(({ type }) => CONDITION_ORDER.includes(type));
    if (statusPatch(pod, pod.status, { ...written, conditions: own }) === undefined) return;
    wanted = { pod, status: written, cause: node.cause() };
    written = pod.status;
    next();
  }

  function settle(): void {
    const ready = waiters;
    waiters = [];
    for (const run of ready) run();
  }

  function next(): void {
    if (stopped || writing) return;
    const job = wanted;
    wanted = undefined;
    const patch = job === undefined ? undefined : statusPatch(job.pod, written, job.status);
    if (job === undefined || patch === undefined) {
      settle();
      return;
    }
    writing = true;
    node
      .client(job.cause)
      .patch(Pod, job.pod, patch, { subresource: 'status' })
      .then(
        (answer) => {
          written = job.status;
          answered = Number(answer.metadata.resourceVersion);
          tries = 0;
          writing = false;
          next();
          repair();
        },
        (error: unknown) => {
          writing = false;
          // Another pod has its name, or nobody has: nothing is left to say.
          if (isNotFound(error) || isConflict(error)) {
            written = job.status;
            next();
            return;
          }
          wanted ??= job;
          tries += 1;
          const often = tries <= quickTries;
          node.clock.after(often ? retryMs : laterRetryMs, next, { background: !often });
        },
      );
  }

  return {
    write(pod, status) {
      wanted = { pod, status, cause: node.cause() };
      next();
    },
    seen(pod) {
      latest = pod;
      repair();
    },
    whenWritten(run) {
      if (!writing && wanted === undefined) run();
      else waiters.push(run);
    },
    stop() {
      stopped = true;
    },
  };
}

/** The strategic merge patch from one status to the other; undefined when there is nothing to say. */
export function statusPatch(pod: Pod, before: PodStatus, now: PodStatus): Json | undefined {
  const changes: Record<string, unknown> = {};
  let changed = false;
  for (const [field, value] of Object.entries(now)) {
    if (field === 'conditions') continue;
    if (deepEqual(Reflect.get(before, field), value)) continue;
    changes[field] = value;
    changed = true;
  }
  const conditions = (now.conditions ?? []).filter(
    (condition) => !before.conditions?.some((old) => deepEqual(old, condition)),
  );
  if (conditions.length > 0) {
    changes['$setElementOrder/conditions'] = setElementOrder;
    changes['conditions'] = conditions.map((condition) =>
      withoutStale(conditionOf(before.conditions, condition.type), condition),
    );
    changed = true;
  }
  if (!changed) return undefined;
  return { metadata: { uid: pod.metadata.uid }, status: changes as unknown as Json };
}

/** A merge keeps what isn't named: fields that no longer hold are taken out. */
function withoutStale(old: PodCondition | undefined, condition: PodCondition): Json {
  return {
    ...(old?.reason !== undefined && condition.reason === undefined ? { reason: null } : {}),
    ...(old?.message !== undefined && condition.message === undefined ? { message: null } : {}),
    ...condition,
  };
}
