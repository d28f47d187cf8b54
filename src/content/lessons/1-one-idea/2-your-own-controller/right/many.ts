/**
 * All at once, with the client’s own words for many.
 */
import { type Client, controllerOf, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  // Observe: what is wanted?
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;

  // And what is there? One on its way out doesn't count.
  const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' });
  const there = pods.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid);

  // Compare and act: of these two loops at most one does anything.
  await client.createMany(Pod, podFromTemplate(web, web.spec.template), Math.max(0, wanted - there.length));
  await client.deleteMany(Pod, there.slice(wanted));
}
