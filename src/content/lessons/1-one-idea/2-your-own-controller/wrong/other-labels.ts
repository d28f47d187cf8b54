/**
 * Makes Pods with a label of its own, and never finds them again.
 * @cause made a Pod that belongs to nothing | made a Pod unlike its template
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
    const pod = podFromTemplate(web, web.spec.template);
    await client.create(Pod, { ...pod, metadata: { ...pod.metadata, labels: { app: 'mine' } } });
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
