/**
 * Also deletes the Pods that have finished.
 * @cause deleted a Pod that had finished
 */
import { type Client, hasEnded, isActive, isControlledBy, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const there = pods.filter((pod) => isControlledBy(pod, web) && isActive(pod));
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
  for (const pod of pods) {
    if (isControlledBy(pod, web) && hasEnded(pod)) await client.delete(Pod, pod);
  }
}
