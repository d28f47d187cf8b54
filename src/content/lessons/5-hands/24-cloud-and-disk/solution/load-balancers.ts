/** Rents a load balancer for each Service that asks for one. */
import {
  defineController, isNotFound, keyOf, type LoadBalancer, Node,
  type Reconcile, Service, type Tools,
} from 'converge/sdk';
import {
  balancerName, cleanupFinalizer, desiredBalancer, hasFinalizer,
  isAsDesired, needsCleanup, targetsOf, wantsBalancer,
} from './balancer.ts';

const reconcile: Reconcile = async (key, tools) => {
  const service = tools.lister(Service).get(key);
  if (service === undefined) return;
  if (needsCleanup(service)) return remove(service, tools);
  // One on its way out gets nothing new, whoever holds it.
  if (service.metadata.deletionTimestamp !== undefined) return;
  if (wantsBalancer(service)) return ensure(service, tools);
};

export const loadBalancers = defineController({
  name: 'service',
  for: Service,
  watches: [{
    kind: Node,
    keys: (_node, { lister }) =>
      lister(Service).list().filter(wantsBalancer).map(keyOf),
  }],
  reconcile,
});

/** The Service’s load balancer as the cloud has it. */
async function find(
  service: Service,
  { cloud }: Tools,
): Promise<LoadBalancer | undefined> {
  try {
    const name = balancerName(service);
    return await cloud().loadBalancers.get(name);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Makes the cloud follow the Service. */
async function ensure(service: Service, tools: Tools) {
  const { client, cloud, lister } = tools;
  if (!hasFinalizer(service))
    await client.patch(Service, service, {
      metadata: { finalizers: [cleanupFinalizer] },
    });
  const targets = targetsOf(lister(Node).list());
  const desired = desiredBalancer(service, targets);
  const found = await find(service, tools);
  if (found === undefined) {
    await cloud().loadBalancers.create(desired);
    return { afterMs: 2000 };
  }
  if (found.state !== 'active') return { afterMs: 2000 };
  if (!isAsDesired(found, desired))
    await cloud().loadBalancers.update(desired);
  if (service.status.loadBalancer?.ingress?.[0]?.ip !== found.address)
    await client.patch(
      Service,
      service,
      { status: { loadBalancer: { ingress: [{ ip: found.address }] } } },
      { type: 'merge', subresource: 'status' },
    );
  // No watch shows what changes in the cloud.
  return { afterMs: 30_000 };
}

/** Gives the load balancer back, then lets the Service go. */
async function remove(service: Service, tools: Tools) {
  const { client, cloud } = tools;
  const found = await find(service, tools);
  if (found !== undefined) {
    if (found.state !== 'deleting')
      await cloud().loadBalancers.delete(found.name);
    return { afterMs: 2000 };
  }
  try {
    if (service.status.loadBalancer?.ingress !== undefined)
      await client.patch(
        Service,
        service,
        { status: { loadBalancer: { ingress: null } } },
        { type: 'merge', subresource: 'status' },
      );
    await client.patch(Service, service, {
      metadata: {
        '$deleteFromPrimitiveList/finalizers': [cleanupFinalizer],
      },
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
