/** Reads everything again before each act, so many times at most. */
import { type Client, controllerOf, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

/** True if there was something to do. */
async function step(client: Client): Promise<boolean> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const mine = pods.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid);
  const [surplus] = mine.slice(wanted);
  if (mine.length < wanted) await client.create(Pod, podFromTemplate(web, web.spec.template));
  else if (surplus !== undefined) await client.delete(Pod, surplus);
  return mine.length !== wanted;
}

export async function pass(client: Client): Promise<void> {
  for (let acts = 0; acts < 100; acts += 1) if (!(await step(client))) return;
}
