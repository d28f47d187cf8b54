/**
 * Copies a Pod that is there instead of the template.
 * @cause made a Pod unlike its template
 */
import { type Client, controllerOf, isActive, Pod, podFromTemplate, ReplicaSet } from 'converge/sdk';

export async function pass(client: Client): Promise<void> {
  const web = await client.get(ReplicaSet, 'default/web');
  const wanted = web.spec.replicas ?? 1;
  const pods = await client.list(Pod, { namespace: 'default' });
  const there = pods.filter((pod) => isActive(pod) && controllerOf(pod)?.uid === web.metadata.uid);
  const [model] = there;
  const { nodeName: _node, ...spec } = model?.spec ?? web.spec.template.spec;
  const template = { ...web.spec.template, spec };
  for (let count = there.length; count < wanted; count += 1) {
    await client.create(Pod, podFromTemplate(web, template));
  }
  for (const pod of there.slice(wanted)) await client.delete(Pod, pod);
}
