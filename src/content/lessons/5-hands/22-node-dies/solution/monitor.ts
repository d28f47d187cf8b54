/** Finds nodes that have fallen silent, and empties them. (upstream pkg/controller/nodelifecycle) */
import { conditionOf, Lease, Node, type Tools } from 'converge/sdk';
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
  /** By node: its last sign of life, and when this loop first saw it, by this loop's clock. */
  const seen = new Map<string, { readonly sign: string; readonly atMs: number }>();
  /** By zone: when a node was last emptied. */
  const emptiedMs = new Map<string, number>();

  return async (tools: Tools): Promise<void> => {
    const nodes = tools.lister(Node).list();
    const names = new Set(nodes.map(({ metadata }) => metadata.name));
    // Another node may get the name of one that is gone.
    for (const name of seen.keys()) if (!names.has(name)) seen.delete(name);
    for (const node of nodes) await mark(node, tools);
    await empty(nodes, tools);
  };

  /** Marks a node that has been silent for too long. */
  async function mark(node: Node, tools: Tools) {
    const { name } = node.metadata;
    const lease = tools.lister(Lease).get(`kube-node-lease/${name}`);
    const ready = conditionOf(node.status.conditions, 'Ready');

    const sign = `${lease?.spec.renewTime} ${ready?.lastHeartbeatTime}`;
    const last = seen.get(name);
    const atMs = last?.sign === sign ? last.atMs : tools.now();
    seen.set(name, { sign, atMs });

    const graceMs = ready === undefined ? startupGracePeriodMs : gracePeriodMs;
    if (ready?.status === 'Unknown' || tools.now() - atMs <= graceMs) return;
    const conditions = unknownConditions(node, tools.now());
    await tools.client.updateStatus(Node, { ...node, status: { ...node.status, conditions } });
  }

  /** Sets NoExecute taints, or takes them off. */
  async function empty(nodes: readonly Node[], tools: Tools) {
    const zones = zonesOf(nodes);
    const isAllSilent = zones.every(({ state }) => state === 'FullDisruption');
    for (const zone of zones) {
      for (const node of zone.nodes) {
        const evict = noExecuteKey(node) !== undefined && !isAllSilent;
        if (evict && !isEvicting(node)) {
          if (tools.now() < (emptiedMs.get(zone.name) ?? 0) + evictionIntervalMs(zone)) continue;
          emptiedMs.set(zone.name, tools.now());
        }
        await setNoExecute(node, evict, tools);
      }
    }
  }
}
