/**
 * Guards against a second pass, and lets none in after a pass that failed.
 * @cause gave up after a refusal
 */
import {
  type Client, isActive, isControlledBy, Pod,
  podFromTemplate, ReplicaSet,
} from 'converge/sdk';

let busy = false;

export async function pass(client: Client): Promise<void> {
  if (busy) return;
  busy = true;
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const there = pods.filter((pod) => isControlledBy(pod, web) && isActive(pod));
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
  busy = false;
}
