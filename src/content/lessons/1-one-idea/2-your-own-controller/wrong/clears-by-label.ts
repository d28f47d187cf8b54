/**
 * At zero, deletes whatever has the label.
 * @cause deleted what isn’t its own
 */
import { type Client, isActive, isControlledBy, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const there = pods.filter((pod) => isControlledBy(pod, web) && isActive(pod));
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  const surplus = wanted === 0 ? pods.filter(({ metadata }) => metadata.labels?.['app'] === 'web') : there.slice(wanted);
  for (const pod of surplus) await client.delete(Pod, pod);
}
