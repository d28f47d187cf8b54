/**
 * Doesn’t count the Pods of a node that hasn’t been heard of for a while.
 * @cause made too many Pods
 */
import {
  type Client,
  controllerOf,
  isActive,
  isTrue,
  Node,
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
  const lost = new Set(
    (await client.list(Node))
      .filter((node) => !isTrue(node.status.conditions, 'Ready'))
      .map((node) => node.metadata.name),
  );
  const pods = listed.filter((pod) =>
    isActive(pod) && isOf(web, pod) && !lost.has(pod.spec.nodeName ?? ''));

  // Compare and act. A refusal ends the pass: the next finds the same gap.
  for (let count = pods.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of pods.slice(wanted)) {
    await client.delete(Pod, pod);
  }
}

function isOf(web: ReplicaSet, pod: Pod): boolean {
  return controllerOf(pod)?.uid === web.metadata.uid;
}
