/**
 * A Pod on its way out is still listed.
 * @cause waited for a Pod that was leaving | counted a Pod that has finished
 */
import { type Client, controllerOf, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  // Observe: what is wanted?
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;

  // And what is there? One on its way out doesn't count.
  const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' });
  const there = pods.filter((pod) => controllerOf(pod)?.uid === web.metadata.uid);

  // Compare and act: of these two loops at most one does anything.
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
