/**
 * Knows how many are too many, and deletes those first that are on their way out anyway.
 * @cause left too many
 */
import { type Client, controllerOf, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  // Observe: what is wanted, and what is there?
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const owned = pods.filter((pod) => controllerOf(pod)?.uid === web.metadata.uid);
  const mine = owned.filter(isActive);

  for (let count = mine.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }

  // Those on their way out first: they are the least loss.
  const surplus = Math.max(0, mine.length - wanted);
  const cheapestFirst = [...owned].sort((one, other) => Number(isActive(one)) - Number(isActive(other)));
  for (const pod of cheapestFirst.slice(0, surplus)) await client.delete(Pod, pod);
}
