/**
 * Takes the owner from the Pods that are too many, and lets them run.
 * @cause gave away what was its own
 */
import { type Client, isActive, isControlledBy, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const there = pods.filter((pod) => isControlledBy(pod, web) && isActive(pod));
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) {
    await client.patch(Pod, pod, { metadata: { ownerReferences: null } }, { type: 'merge' });
  }
}
