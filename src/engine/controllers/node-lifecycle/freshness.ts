/** Is the kubelet alive? Judged by when its signs of life were seen here, never by the clock it writes into them. */
import { conditionOf, type Lease, type Node, timeMsOf } from 'converge/sdk';

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
