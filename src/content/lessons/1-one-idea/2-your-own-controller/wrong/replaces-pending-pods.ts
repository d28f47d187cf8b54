/**
 * Replaces Pods that are not ready, as if it were the kubelet.
 * @cause deleted Pods that were wanted
 */
import { type Client, controllerOf, isActive, isReady, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

let doubtful = new Set<string>();

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' });
  const there = pods.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid);

  // Not ready twice running: that one won't come round, a fresh one may.
  const sick = there.filter((pod) => !isReady(pod));
  const hopeless = sick.filter((pod) => doubtful.has(pod.metadata.uid));
  doubtful = new Set(sick.map((pod) => pod.metadata.uid));
  for (const pod of hopeless) await client.delete(Pod, pod);
  const good = there.filter((pod) => !hopeless.includes(pod));
  for (let count = good.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of good.slice(wanted)) await client.delete(Pod, pod);
}
