/**
 * Goes by the ReplicaSet that it read last, when this read is refused.
 * @cause made too many Pods
 */
import { type Client, isActive, isControlledBy, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

let known: ReplicaSet | undefined;

export async function pass(client: Client): Promise<void> {
  known = await client.get(ReplicaSet, 'default/web').catch(() => known);
  if (known === undefined) return;
  const web = known;
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const there = pods.filter((pod) => isControlledBy(pod, web) && isActive(pod));
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
