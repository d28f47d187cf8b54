/**
 * Names by number: the first that are free.
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
  const taken = new Set(pods.map(({ metadata }) => metadata.name));
  const { generateName: _, ...metadata } = podFromTemplate(web, web.spec.template).metadata;
  for (let number = 0, missing = wanted - there.length; missing > 0; number += 1) {
    const name = `web-${number}`;
    if (taken.has(name)) continue;
    await client.create(Pod, { ...podFromTemplate(web, web.spec.template), metadata: { ...metadata, name } });
    missing -= 1;
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
