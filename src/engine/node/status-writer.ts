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
  /** The API server has this pod now: changes that others made to the kubelet's part of its status are undone. */
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

/** What the writer of one pod remembers. */
interface Writer {
  readonly node: NodeContext;
  /** The status the API server has. */
  written: PodStatus;
  /** The newest status that is still to be sent. */
  wanted: { readonly pod: Pod; readonly status: PodStatus; readonly cause: number } | undefined;
  activity: 'idle' | 'writing' | 'stopped';
  /** Called when nothing is left to send. */
  waiters: (() => void)[];
  /** Refused writes in a row. */
  tries: number;
  /** Version that the API server answered the last write with; older states are echoes. */
  answered: number;
  /** The pod as last seen, until its conditions are compared. */
  latest: Pod | undefined;
}

/** Creates the writer of one pod. `known`: as the API server is known to have it. */
export function createStatusWriter(node: NodeContext, known: Pod): StatusWriter {
  const writer: Writer = {
    node,
    written: known.status,
    wanted: undefined,
    activity: 'idle',
    waiters: [],
    tries: 0,
    answered: Number(known.metadata.resourceVersion),
    latest: undefined,
  };
  return {
    write(pod, status) {
      writer.wanted = { pod, status, cause: node.cause() };
      next(writer);
    },
    seen(pod) {
      writer.latest = pod;
      repair(writer);
    },
    whenWritten(run) {
      if (writer.activity !== 'writing' && writer.wanted === undefined) run();
      else writer.waiters.push(run);
    },
    stop() {
      writer.activity = 'stopped';
    },
  };
}

/** The conditions a kubelet doesn't own are others' to change. */
function repair(writer: Writer): void {
  const { latest: pod, node, written } = writer;
  if (pod === undefined || writer.activity !== 'idle' || writer.wanted !== undefined || writer.tries > 0) return;
  writer.latest = undefined;
  if (Number(pod.metadata.resourceVersion) < writer.answered) return;
  const own = (written.conditions ?? []).filter(({ type }) => CONDITION_ORDER.includes(type));
  if (statusPatch(pod, pod.status, { ...written, conditions: own }) === undefined) return;
  writer.wanted = { pod, status: written, cause: node.cause() };
  writer.written = pod.status;
  next(writer);
}

function settle(writer: Writer): void {
  const ready = writer.waiters;
  writer.waiters = [];
  for (const run of ready) run();
}

/** Sends what is to be sent, unless a write is under way: that one is followed by the next. */
function next(writer: Writer): void {
  if (writer.activity !== 'idle') return;
  const job = writer.wanted;
  writer.wanted = undefined;
  const patch = job === undefined ? undefined : statusPatch(job.pod, writer.written, job.status);
  if (job === undefined || patch === undefined) {
    settle(writer);
    return;
  }
  writer.activity = 'writing';
  writer.node
    .client(job.cause)
    .patch(Pod, job.pod, patch, { subresource: 'status' })
    .then(
      (answer) => {
        writer.written = { ...addressesOf(writer.written), ...job.status };
        writer.answered = Number(answer.metadata.resourceVersion);
        writer.tries = 0;
        finish(writer);
        next(writer);
        repair(writer);
      },
      (error: unknown) => {
        finish(writer);
        refused(writer, job, error);
      },
    );
}

function finish(writer: Writer): void {
  if (writer.activity === 'writing') writer.activity = 'idle';
}

function refused(writer: Writer, job: NonNullable<Writer['wanted']>, error: unknown): void {
  // The pod is gone, or another has its name: there is nothing left to write.
  if (isNotFound(error) || isConflict(error)) {
    writer.written = job.status;
    next(writer);
    return;
  }
  writer.wanted ??= job;
  writer.tries += 1;
  const often = writer.tries <= quickTries;
  writer.node.clock.after(often ? retryMs : laterRetryMs, () => next(writer), { background: !often });
}

/** The strategic merge patch from one status to the other; undefined when they are the same. */
export function statusPatch(pod: Pod, before: PodStatus, now: PodStatus): Json | undefined {
  const changes: Record<string, unknown> = {};
  let changed = false;
  for (const field in now) {
    if (field === 'conditions') continue;
    const value: unknown = Reflect.get(now, field);
    if (deepEqual(Reflect.get(before, field), value)) continue;
    changes[field] = value;
    if (field === 'podIPs' || field === 'hostIPs') Object.assign(changes, addressPatch(field, before[field], now[field]));
    changed = true;
  }
  const conditions = (now.conditions ?? []).filter(
    (condition) => !before.conditions?.some((old) => deepEqual(old, condition)),
  );
  const over = (before.conditions ?? []).filter(({ type }) => type.startsWith('PodResize') && conditionOf(now.conditions, type) === undefined);
  if (conditions.length > 0 || over.length > 0) {
    changes['$setElementOrder/conditions'] = orderOf(now.conditions ?? []);
    changes['conditions'] = [
      ...conditions.map((condition) => withoutStale(conditionOf(before.conditions, condition.type), condition)),
      ...over.map(({ type }) => ({ type, $patch: 'delete' })),
    ];
    changed = true;
  }
  if (!changed) return undefined;
  return { metadata: { uid: pod.metadata.uid }, status: changes as unknown as Json };
}

/** Each condition that is sent is among them, in the order in which it is sent: a patch that contradicts itself is refused. */
function orderOf(conditions: readonly PodCondition[]): readonly { readonly type: string }[] {
  const rare = conditions.filter(({ type }) => !setElementOrder.some((usual) => usual.type === type));
  if (rare.length === 0) return setElementOrder;
  const named = conditions.map(({ type }) => ({ type }));
  return [...named, ...setElementOrder.filter(({ type }) => !named.some((each) => each.type === type))];
}

/** A status that names no address leaves the one that is stored. */
function addressesOf({ podIP, podIPs }: PodStatus): Pick<PodStatus, 'podIP' | 'podIPs'> {
  return { ...(podIP !== undefined && { podIP }), ...(podIPs !== undefined && { podIPs }) };
}

/** Lists of addresses are merged by the address: one that no longer holds is deleted by name. */
function addressPatch(field: 'podIPs' | 'hostIPs', before: PodStatus['podIPs'] = [], now: PodStatus['podIPs'] = []): Record<string, unknown> {
  const gone = before.filter(({ ip }) => !now.some((each) => each.ip === ip));
  if (gone.length === 0) return {};
  return { [`$setElementOrder/${field}`]: now, [field]: [...now, ...gone.map(({ ip }) => ({ $patch: 'delete', ip }))] };
}

/** A merge keeps what isn't named: fields that no longer hold are taken out. */
function withoutStale(old: PodCondition | undefined, condition: PodCondition): Json {
  return {
    ...(old?.reason !== undefined && condition.reason === undefined ? { reason: null } : {}),
    ...(old?.message !== undefined && condition.message === undefined ? { message: null } : {}),
    ...condition,
  };
}
