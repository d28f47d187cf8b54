/**
 * Goes by the Pods that it listed last, when this list is refused.
 * @cause made too many Pods
 */
import { type Client, isActive, isControlledBy, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

let known: readonly Pod[] = [];

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' }).catch(() => known);
  known = pods;
  const there = pods.filter((pod) => isControlledBy(pod, web) && isActive(pod));
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
