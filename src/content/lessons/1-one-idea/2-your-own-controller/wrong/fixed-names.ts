/**
 * Numbers its Pods from 0, and stops at the first name that is taken.
 * @cause was refused a name that is taken
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
  for (let count = there.length; count < wanted; count += 1) {
    const { generateName: _, ...metadata } = podFromTemplate(web, web.spec.template).metadata;
    const name = `web-${count - there.length}`;
    await client.create(Pod, { ...podFromTemplate(web, web.spec.template), metadata: { ...metadata, name } });
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
