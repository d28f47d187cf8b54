import { type Controller, conditionOf, defineController, formatTime, Node, type Tools } from 'converge/sdk';
import { planRoutes, rangesOf } from './routes.ts';

/** Stands for all nodes: no node can be called so. */
const allNodes = '*';
/** route-reconciliation-period */
const periodMs = 10_000;

/**
 * Rents a route for the Pods of each node, and says in the node's status whether there is one. Where there is none, the taint
 * `node.kubernetes.io/network-unavailable` keeps Pods away. (upstream cloud-provider/controllers/route)
 */
export function createNodeRouteController(): Controller<Node> {
  return defineController<Node>({
    name: 'node-route',
    eventSource: 'route_controller',
    for: Node,
    workers: 1,
    every: { periodMs, key: allNodes },
    async reconcile(key, tools) {
      if (key === allNodes) await reconcileRoutes(tools);
    },
  });
}

async function reconcileRoutes(tools: Tools): Promise<void> {
  const nodes = tools.lister(Node).list();
  // Until one of them has been found in the cloud there is nothing to route to.
  if (!nodes.some(({ spec }) => spec.providerID !== undefined)) return;
  const { routes } = tools.cloud();
  const plan = planRoutes(nodes, await routes.list());
  for (const { name } of plan.remove) await attempted(tools, `Could not delete route ${name}`, () => routes.delete(name));
  const lacking = new Set<string>();
  for (const { node, route } of plan.add) {
    const hint = node.metadata.uid;
    const startMs = tools.now();
    const failure = await attempted(tools, `Could not create route ${hint} ${route.destination} for node ${node.metadata.name}`, () => routes.create(route));
    if (failure === undefined) continue;
    lacking.add(node.metadata.name);
    const took = `${tools.now() - startMs}ms`;
    tools.events.warning(node, 'FailedToCreateRoute', `Could not create route ${hint} ${route.destination} for node ${node.metadata.name} after ${took}: ${failure}`);
  }
  for (const node of nodes) {
    const hasRoutes = rangesOf(node).length > 0 && !lacking.has(node.metadata.name);
    await attempted(tools, `failed to update networking condition of ${node.metadata.name}`, () => writeCondition(node, hasRoutes, tools));
  }
}

/** What went wrong, in words: one node's failure is none of the others'. */
async function attempted(tools: Tools, what: string, act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tools.log(`${what}: ${message}`);
    return message;
  }
}

async function writeCondition(node: Node, hasRoutes: boolean, { client, now }: Tools): Promise<void> {
  const status = hasRoutes ? 'False' : 'True';
  if (conditionOf(node.status.conditions, 'NetworkUnavailable')?.status === status) return;
  const nowText = formatTime(now());
  const [reason, message] = hasRoutes ? ['RouteCreated', 'RouteController created a route'] : ['NoRouteCreated', 'RouteController failed to create a route'];
  const condition = { type: 'NetworkUnavailable', status, reason, message, lastHeartbeatTime: nowText, lastTransitionTime: nowText };
  await client.patch(Node, node, { status: { conditions: [condition] } }, { subresource: 'status' });
}
