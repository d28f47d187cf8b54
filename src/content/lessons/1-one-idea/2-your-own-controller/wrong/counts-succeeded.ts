/**
 * Replaces a Pod that has failed, not one that has ended well.
 * @cause counted a Pod that has finished
 */
import { type Client, controllerOf, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

/** A Pod that has crashed for good, or is on its way out, doesn't count. */
function counts({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp === undefined && status.phase !== 'Failed';
}

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  if (web.metadata.deletionTimestamp !== undefined) return;
  const wanted = web.spec.replicas ?? 1;
  const pods = (
    await client.list(Pod, { namespace: 'default', labelSelector: 'app=web' })
  ).filter(
    (pod) => counts(pod) && controllerOf(pod)?.uid === web.metadata.uid,
  );

  for (let count = pods.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, web.spec.template));
  }
  for (const pod of pods.slice(wanted)) {
    await client.delete(Pod, pod);
  }
}
