/** Picks its Pods by selector and owner; a generator yields what is to be done. */
import { type Client, controllerOf, isActive, matches, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

type Deed = () => Promise<unknown>;

function* deedsFor(client: Client, web: ReplicaSet, counted: readonly Pod[]): Generator<Deed> {
  const { replicas = 1, template } = web.spec;
  for (let index = counted.length; index < replicas; index += 1) {
    yield () => client.create(Pod, podFromTemplate(web, template));
  }
  for (const pod of counted.slice(replicas)) yield () => client.delete(Pod, pod);
}

export async function pass(client: Client): Promise<void> {
  const [web, pods] = await Promise.all([
    client.get(ReplicaSet, 'default/web'),
    client.list(Pod, { namespace: 'default' }),
  ]);
  if (web.metadata.deletionTimestamp) return;
  const counted = pods.filter(
    (pod) =>
      isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid && matches(web.spec.selector, pod.metadata.labels),
  );
  // The oldest stay: they have proved themselves.
  counted.sort((a, b) => String(a.metadata.creationTimestamp).localeCompare(String(b.metadata.creationTimestamp)));
  for (const deed of deedsFor(client, web, counted)) await deed();
}
