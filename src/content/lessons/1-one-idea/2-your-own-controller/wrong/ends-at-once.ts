/**
 * Deletes what is on its way out once more, without any time to end.
 * @cause gave a Pod no time to end
 */
import {
  type Client,
  controllerOf,
  isActive,
  Pod,
  podFromTemplate,
  ReplicaSet,
} from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  // Observe.
  const web = await client.get(ReplicaSet, 'default/web');
  if (web.metadata.deletionTimestamp !== undefined) return;
  const wanted = web.spec.replicas ?? 1;
  const listed = await client.list(Pod, { namespace: 'default' });
  const pods = listed.filter((pod) => isActive(pod) && isOf(web, pod));

  // Compare and act. A refusal ends the pass: the next finds the same gap.
  for (let count = pods.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of pods.slice(wanted)) {
    await client.delete(Pod, pod);
  }

  // Tidy up: what still hangs about on its way out must go.
  for (const pod of listed) {
    if (!isOf(web, pod) || pod.metadata.deletionTimestamp === undefined) continue;
    const options = { preconditions: { uid: pod.metadata.uid }, gracePeriodSeconds: 0 };
    await client.delete(Pod, pod, options);
  }
}

function isOf(web: ReplicaSet, pod: Pod): boolean {
  return controllerOf(pod)?.uid === web.metadata.uid;
}
