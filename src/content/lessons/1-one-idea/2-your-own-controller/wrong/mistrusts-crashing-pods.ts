/**
 * Doesn’t count a Pod whose container has crashed often.
 * @cause made too many Pods
 */
import { type Client, isActive, isControlledBy, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const there = pods.filter((pod) => isControlledBy(pod, web) && isActive(pod) && !isCrashing(pod));
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}

function isCrashing({ status }: Pod): boolean {
  return (status.containerStatuses ?? []).some(({ restartCount }) => restartCount > 3);
}
