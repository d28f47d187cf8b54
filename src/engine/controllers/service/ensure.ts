/** One pass over a Service that needs a balancer, and one over a Service that needs it no more. */
import { isNotFound, type LoadBalancer, type Requeue, Service, type Tools } from 'converge/sdk';
import { balancerName, cleanupFinalizer, desiredBalancer, hasFinalizer, isAsDesired } from './balancer.ts';

/** The cloud answers before it is done: so much later the balancer is looked at again; milliseconds. */
const pollMs = 2000;

type Used = Pick<Tools, 'client' | 'cloud' | 'events'>;

/** Makes the balancer, or puts it right, and writes its address into the Service. */
export async function ensureBalancer(service: Service, targets: readonly string[], tools: Used): Promise<Requeue | undefined> {
  const desired = desiredBalancer(service, targets);
  const found = await findBalancer(service, tools);
  if (found?.state === 'deleting') return { afterMs: pollMs };
  const isRight = found !== undefined && isAsDesired(found, desired);
  if (!isRight || !hasFinalizer(service)) {
    tools.events.normal(service, 'EnsuringLoadBalancer', 'Ensuring load balancer');
    if (!hasFinalizer(service)) await addFinalizer(service, tools);
    if (targets.length === 0) tools.events.warning(service, 'UnAvailableLoadBalancer', 'There are no available nodes for LoadBalancer');
  }
  const { loadBalancers } = tools.cloud();
  const now = isRight ? found : await (found === undefined ? loadBalancers.create(desired) : loadBalancers.update(desired));
  if (now.state !== 'active') return { afterMs: pollMs };
  const isKnown = addressOf(service) === now.address;
  if (!isKnown) await writeStatus(service, [{ ip: now.address }], tools);
  if (!isKnown || !isRight) tools.events.normal(service, 'EnsuredLoadBalancer', 'Ensured load balancer');
  return undefined;
}

/** Deletes the balancer; when it is gone, lets the Service go. */
export async function deleteBalancer(service: Service, tools: Used): Promise<Requeue | undefined> {
  const found = await findBalancer(service, tools);
  if (found !== undefined) {
    if (found.state !== 'deleting') {
      tools.events.normal(service, 'DeletingLoadBalancer', 'Deleting load balancer');
      await tools.cloud().loadBalancers.delete(found.name);
    }
    return { afterMs: pollMs };
  }
  await removeFinalizer(service, tools);
  tools.events.normal(service, 'DeletedLoadBalancer', 'Deleted load balancer');
  if (service.status.loadBalancer?.ingress !== undefined) await writeStatus(service, null, tools);
  return undefined;
}

export async function findBalancer(service: Service, { cloud }: Pick<Tools, 'cloud'>): Promise<LoadBalancer | undefined> {
  try {
    return await cloud().loadBalancers.get(balancerName(service));
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export const addressOf = ({ status }: Service): string | undefined => status.loadBalancer?.ingress?.[0]?.ip;

async function addFinalizer(service: Service, { client }: Used): Promise<void> {
  await client.patch(Service, service, { metadata: { finalizers: [cleanupFinalizer] } }, { subresource: 'status' });
}

async function removeFinalizer(service: Service, tools: Used): Promise<void> {
  const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': [cleanupFinalizer] } };
  await unlessGone(() => tools.client.patch(Service, service, patch, { subresource: 'status' }));
}

/** A Service that has gone meanwhile has no status to write (upstream: not found is no failure here). */
async function writeStatus(service: Service, ingress: readonly { readonly ip: string }[] | null, { client }: Used): Promise<void> {
  const patch = { status: { loadBalancer: { ingress } } };
  await unlessGone(() => client.patch(Service, service, patch, { type: 'merge', subresource: 'status' }));
}

async function unlessGone(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
