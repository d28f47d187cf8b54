/** The Pods of a node that isn't ready. (upstream MarkPodsNotReady) */
import { conditionOf, formatTime, Pod, type Tools, withCondition } from 'converge/sdk';

/** Whether they serve is unknown: Services must not send them anything. */
export async function markPodsNotReady(nodeName: string, { lister, client, events, now }: Tools): Promise<void> {
  const pods = lister(Pod)
    .list()
    .filter(({ spec }) => spec.nodeName === nodeName);
  for (const pod of pods) {
    const ready = conditionOf(pod.status.conditions, 'Ready');
    if (ready?.status !== 'True') continue;
    const lost = { ...ready, status: 'False', lastTransitionTime: formatTime(now()) };
    const conditions = withCondition(pod.status.conditions, lost);
    await client.updateStatus(Pod, { ...pod, status: { ...pod.status, conditions } });
    events.warning(pod, 'NodeNotReady', 'Node is not ready');
  }
}
