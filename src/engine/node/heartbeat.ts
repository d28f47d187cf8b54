/** Registers the node and keeps saying that it lives: a Lease every 10 s, the status when it changes or every 5 min. */
import type { Clock, Random, Timer } from '../kernel/index.ts';
import { formatMicroTime, isAlreadyExists, isNotFound, isTrue, Lease, Node } from '../sdk/index.ts';
import type { ConnectedClient } from '../sdk/internal.ts';
import { missingParts, type NodeFacts, nodeConditions, nodeDraft } from './node-object.ts';

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: ConnectedClient;
  readonly facts: NodeFacts;
  /** The node as the API server has it, or undefined while that isn't known. */
  node(): Node | undefined;
  /** The node object is there; false: it was there already. */
  registered(node: Node): void;
  /** For events about the node. */
  event(node: Node, reason: string, message: string): void;
}

export interface Heartbeat {
  stop(): void;
}

/** nodeLeaseDurationSeconds, and a quarter of it. */
export const leaseDurationSeconds = 40;
export const leaseRenewMs = 10_000;
/** nodeStatusReportFrequency: how old an unchanged status may get. */
export const statusReportMs = 5 * 60_000;
/** How soon after its registration a node is found ready. */
const firstLookMs = 500;
const registerRetryMs = 1_000;
const leaseNamespace = 'kube-node-lease';

/** Starts at once. The first round is foreground work, the heartbeats are background. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { clock, random, client, facts } = options;
  let stopped = false;
  let timer: Timer | undefined;
  let lease: Lease | undefined;
  let reportedMs = 0;
  // Nodes that start together don't report together.
  const phaseMs = random.int(leaseRenewMs);

  async function register(): Promise<void> {
    try {
      const made = await client.create(Node, nodeDraft(facts, clock.now()));
      began(made);
    } catch (error) {
      if (stopped) return;
      if (!isAlreadyExists(error)) {
        timer = clock.after(registerRetryMs, () => void register());
        return;
      }
      try {
        began(await completed(await client.get(Node, facts.name)));
      } catch {
        if (!stopped) timer = clock.after(registerRetryMs, () => void register());
      }
    }
  }

  /** One that was there before its kubelet may say little of itself. Nothing is written where nothing is missing. */
  async function completed(node: Node): Promise<Node> {
    const { own, status } = missingParts(node, facts);
    const named = own === undefined ? node : await client.patch(Node, facts.name, own);
    return status === undefined ? named : client.patch(Node, facts.name, status, { subresource: 'status' });
  }

  function began(node: Node): void {
    if (stopped) return;
    options.registered(node);
    options.event(node, 'Starting', 'Starting kubelet.');
    timer = clock.after(firstLookMs, () => {
      for (const each of ['HasSufficientMemory', 'HasNoDiskPressure', 'HasSufficientPID']) {
        options.event(node, `Node${each}`, `Node ${facts.name} status is now: Node${each}`);
      }
      void report(node);
      void renew();
      timer = clock.after(phaseMs, beat, { background: true });
    });
  }

  function beat(): void {
    timer = clock.after(leaseRenewMs, beat, { background: true });
    void renew();
    const node = options.node();
    if (node === undefined) return;
    const overwritten = !isTrue(node.status.conditions, 'Ready');
    if (overwritten || clock.now() - reportedMs >= statusReportMs) void reportAnew();
  }

  /** The cache may be as old as the last contact: what others have written meanwhile is asked for (tryUpdateNodeStatus). */
  async function reportAnew(): Promise<void> {
    reportedMs = clock.now();
    try {
      const node = await client.get(Node, facts.name);
      if (!stopped) await report(node);
    } catch {
      reportedMs = 0;
    }
  }

  async function report(node: Node): Promise<void> {
    const wasReady = isTrue(node.status.conditions, 'Ready');
    const conditions = nodeConditions(true, node.status.conditions ?? [], clock.now());
    reportedMs = clock.now();
    try {
      await client.patch(Node, facts.name, { status: { conditions } }, { subresource: 'status' });
      if (!wasReady && !stopped) options.event(node, 'NodeReady', `Node ${facts.name} status is now: NodeReady`);
    } catch (error) {
      // The next beat tries again. A node somebody has deleted is not made anew (registerNode happens at the start).
      reportedMs = 0;
      if (isNotFound(error)) lease = undefined;
    }
  }

  async function renew(): Promise<void> {
    const renewTime = formatMicroTime(clock.now());
    try {
      if (lease === undefined) lease = await firstLease(renewTime);
      else lease = await client.update(Lease, { ...lease, spec: { ...lease.spec, renewTime } });
    } catch {
      // Somebody else has written it, or the server can't be reached: read it again at the next beat.
      lease = undefined;
    }
  }

  async function firstLease(renewTime: string): Promise<Lease> {
    const spec = { holderIdentity: facts.name, leaseDurationSeconds, renewTime };
    try {
      const existing = await client.get(Lease, { namespace: leaseNamespace, name: facts.name });
      return await client.update(Lease, { ...existing, spec: { ...existing.spec, ...spec } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const owner = options.node();
      const metadata = { namespace: leaseNamespace, name: facts.name };
      const ownerReferences =
        owner === undefined ? [] : [{ apiVersion: 'v1', kind: 'Node', name: facts.name, uid: owner.metadata.uid }];
      return client.create(Lease, { metadata: { ...metadata, ownerReferences }, spec });
    }
  }

  void register();
  return {
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}
