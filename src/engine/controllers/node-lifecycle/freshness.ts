/** Is the kubelet alive? Judged by when its signs of life were seen here, never by the clock it writes into them. */
import {
  conditionOf,
  formatTime,
  type Lease,
  type Node,
  type NodeCondition,
  timeMsOf,
  withCondition,
} from 'converge/sdk';

/** A node that says nothing for so long counts as lost; milliseconds. */
const gracePeriodMs = 50_000;
/** A new node has longer until its first word. */
const startupGracePeriodMs = 60_000;

/** What was last seen of a node. */
export interface Sighting {
  readonly renewTime: string | undefined;
  readonly heartbeat: string | undefined;
  /** When it last changed, by this controller's clock; milliseconds. */
  readonly atMs: number;
}

/** The sighting after another pass: only a change is a sign of life. */
export function sightingOf(node: Node, lease: Lease | undefined, last: Sighting | undefined, nowMs: number): Sighting {
  const renewTime = lease?.spec.renewTime;
  const heartbeat = conditionOf(node.status.conditions, 'Ready')?.lastHeartbeatTime;
  if (last !== undefined && last.renewTime === renewTime && last.heartbeat === heartbeat) return last;
  const silentSoFar = renewTime === undefined && heartbeat === undefined;
  return { renewTime, heartbeat, atMs: silentSoFar ? timeMsOf(node.metadata.creationTimestamp) : nowMs };
}

/** Whether the node has been silent for too long. */
export function isLost(node: Node, sighting: Sighting, nowMs: number): boolean {
  const known = conditionOf(node.status.conditions, 'Ready') !== undefined;
  return nowMs > sighting.atMs + (known ? gracePeriodMs : startupGracePeriodMs);
}

const reported = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;

/** The conditions of a lost node: all Unknown. The same array when they are already. */
export function unknownConditions(node: Node, nowMs: number): readonly NodeCondition[] {
  let conditions = node.status.conditions ?? [];
  const lastTransitionTime = formatTime(nowMs);
  for (const type of reported) {
    const before = conditionOf(conditions, type);
    if (before?.status === 'Unknown') continue;
    conditions = withCondition(
      conditions,
      before === undefined
        ? {
            type,
            status: 'Unknown',
            reason: 'NodeStatusNeverUpdated',
            message: 'Kubelet never posted node status.',
            lastHeartbeatTime: node.metadata.creationTimestamp,
            lastTransitionTime,
          }
        : {
            ...before,
            status: 'Unknown',
            reason: 'NodeStatusUnknown',
            message: 'Kubelet stopped posting node status.',
            lastTransitionTime,
          },
    );
  }
  return conditions;
}
