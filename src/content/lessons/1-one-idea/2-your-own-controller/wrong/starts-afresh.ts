/**
 * Makes everything new, to be sure.
 * @cause deleted Pods that were wanted
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
  if (there.length === wanted) return;
  for (const pod of there) await client.delete(Pod, pod);
  for (let count = 0; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
}
