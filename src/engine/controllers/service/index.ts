import { type Controller, defineController, Node, type ObjectKey, type Requeue, Service, type Tools } from 'converge/sdk';
import { balancerName, desiredBalancer, isAsDesired, needsCleanup, targetsOf, wantsBalancer } from './balancer.ts';
import { addressOf, deleteBalancer, ensureBalancer, findBalancer } from './ensure.ts';

/** Stands for all balancers: no Service can be called so. */
const allBalancers = '*';
/** Stands for the nodes that they lead to. */
const theNodes = '*/nodes';
const resyncMs = 30_000;
/** How long a refused pass waits, and how long at most (upstream minRetryDelay, maxRetryDelay); milliseconds. */
const [firstDelayMs, longestDelayMs] = [5000, 300_000];

interface Memory {
  /** Services with a balancer, as they were last seen: one that vanishes without its finalizer leaves a balancer behind. */
  readonly known: Map<ObjectKey, Service>;
  readonly failures: Map<ObjectKey, number>;
  targets: readonly string[] | undefined;
}

/**
 * Rents a balancer for each Service of type LoadBalancer. (upstream cloud-provider/controllers/service) It also looks at all of them every
 * 30 seconds, which upstream doesn't: what somebody deleted or changed in the cloud is put right.
 */
export function createServiceController(): Controller<Service> {
  const memory: Memory = { known: new Map(), failures: new Map(), targets: undefined };
  return defineController<Service>({
    name: 'service',
    for: Service,
    watches: [{ kind: Node, keys: () => [theNodes] }],
    workers: 1,
    every: { periodMs: resyncMs, key: allBalancers },
    async reconcile(key, tools) {
      if (key === theNodes) return followNodes(memory, tools);
      if (key === allBalancers) return resync(memory, tools);
      return syncService(memory, key, tools);
    },
  });
}

async function syncService(memory: Memory, key: ObjectKey, tools: Tools): Promise<Requeue | undefined> {
  const { known, failures } = memory;
  const service = tools.lister(Service).get(key) ?? known.get(key);
  if (service === undefined) return undefined;
  const isGone = tools.lister(Service).get(key) === undefined;
  try {
    const again = await syncBalancer(memory, key, service, isGone, tools);
    failures.delete(key);
    return again;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tools.events.warning(service, 'SyncLoadBalancerFailed', `Error syncing load balancer: ${message}`);
    tools.log(`error processing service ${key} (will retry): ${message}`);
    const times = failures.get(key) ?? 0;
    failures.set(key, times + 1);
    return { afterMs: Math.min(firstDelayMs * 2 ** times, longestDelayMs) };
  }
}

async function syncBalancer({ known }: Memory, key: ObjectKey, service: Service, isGone: boolean, tools: Tools): Promise<Requeue | undefined> {
  if (wantsBalancer(service) && !needsCleanup(service) && !isGone) {
    known.set(key, service);
    const targets = targetsOf(tools.lister(Node).list());
    return explained('failed to ensure load balancer', () => ensureBalancer(service, targets, tools));
  }
  if (!needsCleanup(service) && !known.has(key)) return undefined;
  const again = await explained('failed to delete load balancer', () => deleteBalancer(service, tools));
  if (again === undefined) known.delete(key);
  return again;
}

async function explained<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Balancers lead to the nodes there are: when those have changed, all are looked at. */
async function followNodes(memory: Memory, tools: Tools): Promise<void> {
  const targets = targetsOf(tools.lister(Node).list());
  if (memory.targets?.join() === targets.join()) return;
  memory.targets = targets;
  for (const service of balanced(tools)) {
    if (!wantsBalancer(service) || needsCleanup(service)) continue;
    await updateTargets(service, targets, tools);
  }
}

async function updateTargets(service: Service, targets: readonly string[], tools: Tools): Promise<void> {
  try {
    const found = await findBalancer(service, tools);
    if (found === undefined || found.state === 'deleting' || [...found.targets].sort().join() === targets.join()) return;
    await tools.cloud().loadBalancers.update(desiredBalancer(service, targets));
    if (targets.length > 0) tools.events.normal(service, 'UpdatedLoadBalancer', 'Updated load balancer with new hosts');
    else tools.events.warning(service, 'UnAvailableLoadBalancer', 'There are no available nodes for LoadBalancer');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hosts = targets.join(' ');
    tools.events.warning(service, 'UpdateLoadBalancerFailed', `Error updating load balancer with new hosts [${hosts}]: ${message}`);
  }
}

/** One call shows all balancers: only what differs from its Service is taken up. */
async function resync(memory: Memory, tools: Tools): Promise<Requeue | undefined> {
  const services = balanced(tools).filter((service) => wantsBalancer(service) && !needsCleanup(service));
  if (services.length === 0) return undefined;
  const targets = targetsOf(tools.lister(Node).list());
  const found = new Map((await tools.cloud().loadBalancers.list()).map((each) => [each.name, each]));
  let again: Requeue | undefined;
  for (const service of services) {
    const balancer = found.get(balancerName(service));
    const isRight = balancer !== undefined && isAsDesired(balancer, desiredBalancer(service, targets));
    if (isRight && balancer.state === 'active' && balancer.address === addressOf(service)) continue;
    again = (await syncService(memory, `${service.metadata.namespace}/${service.metadata.name}`, tools)) ?? again;
  }
  return again;
}

const balanced = ({ lister }: Tools): readonly Service[] => lister(Service).list().filter(wantsBalancer);
