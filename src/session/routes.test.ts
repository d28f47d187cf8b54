/** Packets between nodes in a cloud with the add-on `node-route`: they need a route to the Pods of their node. */
import { Node } from 'converge/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

const pod = (name: string, node: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, labels: { app: web } }
spec: { nodeName: ${node}${more}, containers: [{ name: c, image: "nginx:1.29" }] }
---
`;
const service = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { type: LoadBalancer, selector: { app: web }, ports: [{ port: 80 }] }
`;

async function open(text: string, addons: readonly string[] = ['node-route']) {
  const { session } = await openSession(emptyLog(3, { cloud: true, nodes: 2, addons }, {}), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  await session.run({ type: 'command', text: 'sleep 30' });
  await session.run({ type: 'manifest', path: 'objects.yaml', text });
  await session.run({ type: 'command', text: 'sleep 15' });
  const run = async (command: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text: command });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  const routeTo = (node: string): string => session.cluster.cloud?.routes().find(({ target }) => target === node)?.name ?? '';
  /** Takes it away from under a packet that leaves within the next seconds. */
  const unroute = (node: string): void => void session.cluster.cloud?.remove('routes', routeTo(node));
  const hops = async (to: string): Promise<readonly string[]> => (await run(`converge packet a ${to}`)).split('\n').slice(1).map((line) => line.split(/ {2,}/).join('|'));
  const condition = (name: string) => {
    const node = session.cluster.objects(Node).find(({ metadata }) => metadata.name === name);
    const { status, reason, message } = node?.status.conditions?.find(({ type }) => type === 'NetworkUnavailable') ?? {};
    return [status, reason, message];
  };
  return { session, run, hops, unroute, condition };
}

const two = pod('a', 'node-1') + pod('b', 'node-2');
const lost = 'a|answer|none: the connection times out';

test('the way of a packet names the route; without it the packet is lost, until the route controller has put it back', async () => {
  const { run, hops, unroute, condition } = await open(two);
  expect(await hops('10.244.1.2:80')).toEqual([
    'node-1|route|10.244.1.2 is on node-2',
    'cloud|route|10.244.1.0/24 leads to node-2',
    'node-2|container|accepts at 10.244.1.2:80',
  ]);
  unroute('node-2');
  expect(await hops('10.244.1.2:80')).toEqual(['node-1|route|10.244.1.2 is on node-2', 'cloud|DROP|no route leads to 10.244.1.2', lost]);
  // It took two minutes until the connection was given up: the route is back.
  expect(await run('kubectl exec a -- curl -s -m 5 -o /dev/null -w "%{http_code}" http://10.244.1.2/')).toBe('200');
  expect(condition('node-2')).toEqual(['False', 'RouteCreated', 'RouteController created a route']);
});

test('an answer needs a route, too: where that is missing the packet arrives and nothing comes back', async () => {
  const { hops, unroute } = await open(two);
  unroute('node-1');
  expect(await hops('10.244.1.2:80')).toEqual([
    'node-1|route|10.244.1.2 is on node-2',
    'cloud|route|10.244.1.0/24 leads to node-2',
    'cloud|DROP|the answer: no route leads to 10.244.0.2',
    lost,
  ]);
});

test('of two routes the narrower one counts: one that leads elsewhere takes the packets away', async () => {
  const { session, run, hops } = await open(two);
  session.cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'delete' } });
  session.cluster.cloud?.create('routes', { name: 'astray', destination: '10.244.1.2/32', target: 'node-1' });
  await run('sleep 3');
  expect(await hops('10.244.1.2:80')).toEqual(['node-1|route|10.244.1.2 is on node-2', 'cloud|DROP|10.244.1.2/32 leads to node-1, which doesn’t have 10.244.1.2', lost]);
});

test('what needs no route passes: on one node, to a node’s own address, to the API server', async () => {
  const { session, run, unroute } = await open(pod('a', 'node-1') + pod('near', 'node-1') + pod('host', 'node-2', ', hostNetwork: true'));
  session.cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'create' } });
  for (const node of ['node-1', 'node-2']) unroute(node);
  await run('sleep 5');
  const code = (url: string) => run(`kubectl exec a -- curl -sk -m 5 -o /dev/null -w "%{http_code}" ${url}`);
  expect([await code('http://10.244.0.3/'), await code('http://172.18.0.3/'), await code('https://kubernetes.default/version')]).toEqual(['200', '200', '200']);
});

test('a balancer’s connection that goes on to another node needs a route to the Pod alone', async () => {
  const { session, run, unroute } = await open(pod('b', 'node-2') + service);
  await run('sleep 15');
  const address = session.cluster.cloud?.loadBalancers()[0]?.address ?? '';
  const answers = async () => {
    const codes = new Set<string>();
    for (let each = 0; each < 8; each += 1) codes.add(await run(`curl -s -m 1 -o /dev/null -w "%{http_code}" http://${address}/`));
    return [...codes].sort();
  };
  session.cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'create' } });
  unroute('node-1');
  expect(await answers()).toEqual(['200']);
  unroute('node-2');
  await run('sleep 3');
  // The first node forwards and the second has the Pod.
  expect(await answers()).toEqual(['000', '200']);
});

test('a node whose route can’t be made says so, and takes no further Pods', async () => {
  const { session, run, unroute, condition } = await open(two);
  session.cluster.addFault({ type: 'cloud', component: 'cloud', cloud: { what: 'refuse', chance: 1, verb: 'create' } });
  unroute('node-2');
  await run('sleep 30');
  expect(condition('node-2')).toEqual(['True', 'NoRouteCreated', 'RouteController failed to create a route']);
  expect(await run(`kubectl get node node-2 -o jsonpath='{.spec.taints[*].key}'`)).toContain('node.kubernetes.io/network-unavailable');
});

test('without the add-on the network reaches every Pod by itself', async () => {
  const { hops } = await open(two, []);
  expect(await hops('10.244.1.2:80')).toEqual(['node-1|route|10.244.1.2 is on node-2', 'node-2|container|accepts at 10.244.1.2:80']);
});
