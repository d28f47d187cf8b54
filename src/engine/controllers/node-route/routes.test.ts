/** The table of upstream's cloud-provider/controllers/route/route_controller_test.go (TestReconcile), written anew. */
import type { CloudState, Node, Route } from 'converge/sdk';
import { expect, test } from 'vitest';
import { planRoutes } from './routes.ts';

const node = (name: string, ...podCIDRs: readonly string[]): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: name, resourceVersion: '', creationTimestamp: '' },
  spec: { podCIDRs },
  status: {},
});
const route = (target: string, destination: string, state: CloudState = 'active'): Route => ({ name: `${target}-${destination}`, target, destination, state });
const [a, b] = ['10.244.0.0/24', '10.244.1.0/24'];

test.each<[what: string, nodes: readonly Node[], routes: readonly Route[], removed: readonly string[], added: readonly string[]]>([
  ['two nodes, routes already there', [node('node-1', a), node('node-2', b)], [route('node-1', a), route('node-2', b)], [], []],
  ['two nodes, one route already there', [node('node-1', a), node('node-2', b)], [route('node-1', a)], [], [`node-2 ${b}`]],
  ['two nodes, no routes yet', [node('node-1', a), node('node-2', b)], [], [], [`node-1 ${a}`, `node-2 ${b}`]],
  ['two nodes, too many routes', [node('node-1', a)], [route('node-1', a), route('node-2', b), route('node-3', '10.244.2.0/24')], [`node-2 ${b}`, 'node-3 10.244.2.0/24'], []],
  ['two nodes, two routes, one of them to another node', [node('node-1', a), node('node-2', b)], [route('node-1', a), route('node-3', b)], [`node-3 ${b}`], [`node-2 ${b}`]],
  ['one node, no range: no route', [node('node-1')], [], [], []],
  ['a range that has changed', [node('node-1', b)], [route('node-1', a)], [`node-1 ${a}`], [`node-1 ${b}`]],
  ['two ranges', [node('node-1', a, b)], [route('node-1', a)], [], [`node-1 ${b}`]],
  ['a route of others is left alone (isResponsibleForRoute)', [], [route('node-1', '10.1.0.0/16')], [], []],
  ['one that is leaving is made anew, and not deleted twice', [node('node-1', a)], [route('node-1', a, 'deleting'), route('node-2', b, 'deleting')], [], [`node-1 ${a}`]],
])('routes: %s', (_, nodes, routes, removed, added) => {
  const plan = planRoutes(nodes, routes);
  expect(plan.remove.map((each) => `${each.target} ${each.destination}`)).toEqual(removed);
  expect(plan.add.map((each) => `${each.route.target} ${each.route.destination}`)).toEqual(added);
});
