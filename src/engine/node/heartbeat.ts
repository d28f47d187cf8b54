/** Registers the node and keeps reporting that it is alive: a Lease every 10 s, the status when it changes or every 5 min. */
import type { Clock, Random, Timer } from '../kernel/index.ts';
import { formatMicroTime, isAlreadyExists, isNotFound, isTrue, Lease, Node } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import type { Pressure } from './eviction/types.ts';
import type { ImageList } from './image-list.ts';
import { missingParts, type NodeFacts, nodeConditions, nodeDraft } from './node-object.ts';

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: ConnectedClient;
  readonly facts: NodeFacts;
  /** The node as the API server has it, or undefined while that isn't known. */
  node(): Node | undefined;
  /** What it is short of. */
  pressures(): readonly Pressure[];
  /** Why it isn't ready. */
  problem(): string | undefined;
  /** Undefined: the status doesn't list them. */
  readonly images: ImageList | undefined;
  /** The node object is there; false: it was there already. */
  registered(node: Node): void;
  /** For events about the node. */
  event(node: Node, reason: string, message: string): void;
}

export interface Heartbeat {
  stop(): void;
  /** Writes the node's status at once. */
  report(): void;
}

/** nodeLeaseDurationSeconds, and a quarter of it. */
export const leaseDurationSeconds = 40;
export const leaseRenewMs = 10_000;
/** nodeStatusReportFrequency: how old an unchanged status may get. */
export const statusReportMs = 5 * 60_000;
/** How soon after its registration a node reports that it is ready. */
const firstReportMs = 500;
const registerRetryMs = 1_000;
const leaseNamespace = 'kube-node-lease';

/** What the heartbeat of one node remembers. */
interface Running {
  readonly options: HeartbeatOptions;
  /** Nodes that start together don't report together. */
  readonly phaseMs: number;
  timer: Timer | undefined;
  /** As last written; undefined when it is to be read again. */
  lease: Lease | undefined;
  reportedMs: number;
  stopped: boolean;
}

/**
 * Starts at once. The first round is foreground work, the heartbeats are background.
 *
 * No union of states: registering, the first report and the beats follow each other once, each from the end of the one before.
 */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const running: Running = {
    options,
    phaseMs: options.random.int(leaseRenewMs),
    timer: undefined,
    lease: undefined,
    reportedMs: 0,
    stopped: false,
  };
  void register(running);
  return {
    report: () => void reportAnew(running),
    stop() {
      running.stopped = true;
      running.timer?.cancel();
    },
  };
}

async function register(running: Running): Promise<void> {
  const { client, clock, facts } = running.options;
  const again = (): void => {
    running.timer = clock.after(registerRetryMs, () => void register(running));
  };
  try {
    began(running, await client.create(Node, nodeDraft(facts, clock.now())));
  } catch (error) {
    if (running.stopped) return;
    if (!isAlreadyExists(error)) return again();
    try {
      began(running, await completed(running, await client.get(Node, facts.name)));
    } catch {
      if (!running.stopped) again();
    }
  }
}

/** One that was there before its kubelet may say little of itself. Nothing is written where nothing is missing. */
async function completed({ options }: Running, node: Node): Promise<Node> {
  const { client, facts } = options;
  const { own, status } = missingParts(node, facts);
  const named = own === undefined ? node : await client.patch(Node, facts.name, own);
  return status === undefined ? named : client.patch(Node, facts.name, status, { subresource: 'status' });
}

function began(running: Running, node: Node): void {
  const { clock, facts, registered, event } = running.options;
  if (running.stopped) return;
  registered(node);
  event(node, 'Starting', 'Starting kubelet.');
  running.timer = clock.after(firstReportMs, () => {
    for (const each of ['HasSufficientMemory', 'HasNoDiskPressure', 'HasSufficientPID']) {
      event(node, `Node${each}`, `Node ${facts.name} status is now: Node${each}`);
    }
    void report(running, node);
    void renew(running);
    running.timer = clock.after(running.phaseMs, () => beat(running), { background: true });
  });
}

function beat(running: Running): void {
  const { clock, node: current, problem, images } = running.options;
  running.timer = clock.after(leaseRenewMs, () => beat(running), { background: true });
  void renew(running);
  const node = current();
  if (node === undefined) return;
  if (isUntrue(node, problem()) || images?.hasChanged() === true || clock.now() - running.reportedMs >= statusReportMs) void reportAnew(running);
}

/** Whether it is ready has changed, or somebody else has written it. */
const isUntrue = ({ status }: Node, problem: string | undefined): boolean => isTrue(status.conditions, 'Ready') !== (problem === undefined);

/** The cache may be as old as the last contact: the node is read first, as others may have written it (tryUpdateNodeStatus). */
async function reportAnew(running: Running): Promise<void> {
  const { client, clock, facts } = running.options;
  running.reportedMs = clock.now();
  try {
    const node = await client.get(Node, facts.name);
    if (!running.stopped) await report(running, node);
  } catch {
    running.reportedMs = 0;
  }
}

async function report(running: Running, node: Node): Promise<void> {
  const { client, clock, facts, event, pressures, images } = running.options;
  const problem = running.options.problem();
  const isNews = isUntrue(node, problem);
  const conditions = nodeConditions(problem, node.status.conditions ?? [], clock.now(), pressures());
  running.reportedMs = clock.now();
  try {
    await client.patch(Node, facts.name, { status: { conditions, ...images?.status() } }, { subresource: 'status' });
    const state = problem === undefined ? 'NodeReady' : 'NodeNotReady';
    if (isNews && !running.stopped) event(node, state, `Node ${facts.name} status is now: ${state}`);
  } catch (error) {
    // The next beat tries again. A node that was deleted is not made anew (registerNode happens at the start).
    running.reportedMs = 0;
    if (isNotFound(error)) running.lease = undefined;
  }
}

async function renew(running: Running): Promise<void> {
  const { client, clock } = running.options;
  const { lease } = running;
  const renewTime = formatMicroTime(clock.now());
  try {
    if (lease === undefined) running.lease = await firstLease(running, renewTime);
    else running.lease = await client.update(Lease, { ...lease, spec: { ...lease.spec, renewTime } });
  } catch {
    // Another client has written it, or the server can't be reached: read it again at the next beat.
    running.lease = undefined;
  }
}

async function firstLease({ options }: Running, renewTime: string): Promise<Lease> {
  const { client, facts, node } = options;
  const spec = { holderIdentity: facts.name, leaseDurationSeconds, renewTime };
  try {
    const existing = await client.get(Lease, { namespace: leaseNamespace, name: facts.name });
    return await client.update(Lease, { ...existing, spec: { ...existing.spec, ...spec } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const owner = node();
    const metadata = { namespace: leaseNamespace, name: facts.name };
    const ownerReferences =
      owner === undefined ? [] : [{ apiVersion: 'v1', kind: 'Node', name: facts.name, uid: owner.metadata.uid }];
    return client.create(Lease, { metadata: { ...metadata, ownerReferences }, spec });
  }
}
