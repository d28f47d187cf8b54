/** Finds nodes that have fallen silent, and empties them. */
import {
  conditionOf, Lease, Node, type Tools,
} from 'converge/sdk';
import { unknownConditions } from './conditions.ts';
import { isEvicting, noExecuteKey } from './taints.ts';
import { setNoExecute } from './write-taints.ts';
import { evictionIntervalMs, zonesOf } from './zones.ts';

/** A node that has reported may be silent for so long. */
const gracePeriodMs = 50_000;
/** One that has never reported has longer. */
const startupGracePeriodMs = 60_000;

/** The function that it returns is called every 5 s. */
export function createMonitor() {
  // What your loop remembers from pass to pass goes here.

  return async (tools: Tools): Promise<void> => {
    const nodes = tools.lister(Node).list();
    for (const node of nodes) await mark(node, tools);
    await empty(nodes, tools);
  };

  /** Marks a node that has been silent for too long. */
  async function mark(node: Node, tools: Tools) {
    const leaseKey = `kube-node-lease/${node.metadata.name}`;
    const lease = tools.lister(Lease).get(leaseKey);
    const ready = conditionOf(node.status.conditions, 'Ready');
    // The last sign of life, as the kubelet has written it:
    // lease?.spec.renewTime, ready?.lastHeartbeatTime

    // Yours. Since when has your loop seen nothing new?

  }

  /** Sets NoExecute taints, or takes them off. */
  async function empty(nodes: readonly Node[], tools: Tools) {
    for (const zone of zonesOf(nodes)) {
      for (const node of zone.nodes) {

        // Yours. No faster than the table says.

      }
    }
  }
}
