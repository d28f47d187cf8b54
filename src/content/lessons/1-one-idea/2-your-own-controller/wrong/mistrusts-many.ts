/**
 * Takes a gap of more than ten for a mistake, and does nothing.
 * @cause stopped short of the number
 */
import { type Client, controllerOf, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

/** A safeguard against a typing error in the wish, or a broken list. */
const mostAtOnce = 10;

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  if (web.metadata.deletionTimestamp !== undefined) return;
  const wanted = web.spec.replicas ?? 1;
  const pods = (
    await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' })
  ).filter(
    (pod) => isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid,
  );

  const gap = wanted - pods.length;
  if (Math.abs(gap) > mostAtOnce) {
    throw new Error(`a gap of ${gap} isn't plausible`);
  }

  for (let count = pods.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of pods.slice(wanted)) {
    await client.delete(Pod, pod);
  }
}
