/** Works out everything first, and writes it afterwards, all at the same time. */
import { conditionOf, Lease, Node, type Tools } from 'converge/sdk';
import { unknownConditions } from './conditions.ts';
import { isEvicting, noExecuteKey } from './taints.ts';
import { setNoExecute } from './write-taints.ts';
import { evictionIntervalMs, zonesOf } from './zones.ts';

interface Seen {
  readonly signs: readonly (string | undefined)[];
  readonly deadlineMs: number;
}

const same = (a: Seen['signs'], b: Seen['signs']): boolean => a.every((each, index) => each === b[index]);

export function createMonitor() {
  let seen: ReadonlyMap<string, Seen> = new Map();
  const emptied = new Map<string, number[]>();

  function observe(node: Node, tools: Tools): Seen {
    const { name } = node.metadata;
    const ready = conditionOf(node.status.conditions, 'Ready');
    const signs = [tools.lister(Lease).get(`kube-node-lease/${name}`)?.spec.renewTime, ready?.lastHeartbeatTime];
    const before = seen.get(name);
    if (before !== undefined && same(before.signs, signs)) return before;
    return { signs, deadlineMs: tools.now() + (ready === undefined ? 60_000 : 50_000) };
  }

  return async (tools: Tools): Promise<void> => {
    const nodes = tools.lister(Node).list();
    seen = new Map(nodes.map((node) => [node.metadata.name, observe(node, tools)]));
    const silent = nodes.filter(
      ({ metadata, status }) =>
        tools.now() > (seen.get(metadata.name)?.deadlineMs ?? Number.POSITIVE_INFINITY) && conditionOf(status.conditions, 'Ready')?.status !== 'Unknown',
    );

    const zones = zonesOf(nodes);
    const isOver = zones.every(({ state }) => state === 'FullDisruption');
    const lost = new Set<Node>();
    for (const zone of isOver ? [] : zones) {
      const times = emptied.get(zone.name) ?? [];
      emptied.set(zone.name, times);
      for (const node of zone.nodes.filter((each) => noExecuteKey(each) !== undefined)) {
        const isFree = times.every((atMs) => tools.now() - atMs >= evictionIntervalMs(zone)) && evictionIntervalMs(zone) < Number.POSITIVE_INFINITY;
        if (!isEvicting(node) && !isFree) continue;
        if (!isEvicting(node)) times.push(tools.now());
        lost.add(node);
      }
    }

    const writes = [
      ...silent.map((node) => tools.client.updateStatus(Node, { ...node, status: { ...node.status, conditions: unknownConditions(node, tools.now()) } })),
      ...nodes.filter((node) => lost.has(node) || noExecuteKey(node) === undefined || isOver).map((node) => setNoExecute(node, lost.has(node), tools)),
    ];
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
}
