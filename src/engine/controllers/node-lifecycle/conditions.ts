/** What a node that has fallen silent is said to be. Pure. (upstream pkg/controller/nodelifecycle) */
import { conditionOf, formatTime, type Node, type NodeCondition, withCondition } from 'converge/sdk';

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
