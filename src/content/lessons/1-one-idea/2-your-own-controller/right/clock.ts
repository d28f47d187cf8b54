/**
 * Writes down how long a pass took, and waits a little between two Pods.
 */
import { type Client, controllerOf, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  const began = Date.now();
  // Observe: what is wanted?
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;

  // And what is there? One on its way out doesn't count.
  const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' });
  const there = pods.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid);

  // Compare and act: of these two loops at most one does anything.
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
  console.log(`${Date.now() - began} ms`);
}
