/** Taints that follow from a node's conditions. Pure. (upstream pkg/controller/nodelifecycle) */
import { conditionOf, formatTime, type Node, type Taint } from 'converge/sdk';

const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';

/** Condition type -> status -> taint. */
const taintKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: notReady, Unknown: unreachable },
  MemoryPressure: { True: 'node.kubernetes.io/memory-pressure' },
  DiskPressure: { True: 'node.kubernetes.io/disk-pressure' },
  NetworkUnavailable: { True: 'node.kubernetes.io/network-unavailable' },
  PIDPressure: { True: 'node.kubernetes.io/pid-pressure' },
};
const unschedulable = 'node.kubernetes.io/unschedulable';
const managed: ReadonlySet<string> = new Set([...Object.values(taintKeys).flatMap(Object.values), unschedulable]);

/** The node's taints with the NoSchedule ones as its conditions want them. The same array when they are. */
export function withNoScheduleTaints(node: Node, nowMs: number): readonly Taint[] {
  const wanted = new Set<string>();
  for (const [type, keys] of Object.entries(taintKeys)) {
    const key = keys[conditionOf(node.status.conditions, type)?.status ?? ''];
    if (key !== undefined) wanted.add(key);
  }
  if (node.spec.unschedulable === true) wanted.add(unschedulable);
  return exchange(node, 'NoSchedule', managed, wanted, nowMs);
}

/** Pods leave a node that isn't ready, or whose state is unknown. `evict: false` takes the taints away. */
export function withNoExecuteTaints(node: Node, evict: boolean, nowMs: number): readonly Taint[] {
  const key = noExecuteKey(node);
  const wanted = new Set(evict && key !== undefined ? [key] : []);
  return exchange(node, 'NoExecute', new Set([notReady, unreachable]), wanted, nowMs);
}

/** The NoExecute taint that the node's condition Ready asks for. */
export function noExecuteKey(node: Node): string | undefined {
  return taintKeys['Ready']?.[conditionOf(node.status.conditions, 'Ready')?.status ?? 'Unknown'];
}

/** Whether pods are being evicted from this node already, for whichever of the two reasons. */
export function isEvicting({ spec }: Node): boolean {
  return (
    spec.taints?.some(({ key, effect }) => effect === 'NoExecute' && (key === notReady || key === unreachable)) ?? false
  );
}

function exchange(
  { spec }: Node,
  effect: string,
  ours: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
  nowMs: number,
): readonly Taint[] {
  const taints = spec.taints ?? [];
  const isOurs = (taint: Taint): boolean => taint.effect === effect && ours.has(taint.key);
  const kept = taints.filter((taint) => !isOurs(taint) || wanted.has(taint.key));
  const present = new Set(kept.filter(isOurs).map(({ key }) => key));
  const added = [...wanted].filter((key) => !present.has(key));
  if (added.length === 0 && kept.length === taints.length) return taints;
  const timeAdded = formatTime(nowMs);
  return [...kept, ...added.map((key) => ({ key, effect, timeAdded }))];
}
