/** One pass for the ReplicaSet `web`: how many Pods are wanted, how many are there, and what to do about it. */
import { type Client, controllerOf, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  // Observe: what is wanted?
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;

  // And what is there? One on its way out doesn't count.
  const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' });
  const there = pods.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid);

  // Compare and act: of these two loops at most one does anything.
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
