/** Requests from outside: curl in the session's shell, through a balancer, to a Pod. */
import { Pod, Service } from 'converge/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession, type Session } from './session.ts';

const parts = sessionParts(nodePlatform());
const manifest = (spec: string, replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "registry.k8s.io/e2e-test-images/agnhost:2.53", args: [netexec] }] }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { type: LoadBalancer, selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }]${spec} }
`;

async function open(spec = '', replicas = 2): Promise<Session> {
  const { session } = await openSession(emptyLog(3, { cloud: true }, {}), parts, () => {});
  onTestFinished(() => session.close());
  await session.run({ type: 'manifest', path: 'web.yaml', text: manifest(spec, replicas) });
  return session;
}

async function printed(session: Session, text: string): Promise<string> {
  const { outputs } = await session.run({ type: 'command', text });
  return outputs.map((output) => ('text' in output ? output.text : '')).join('');
}

const addressIn = (session: Session) => session.cluster.objects(Service).find(({ metadata }) => metadata.name === 'web')?.status.loadBalancer?.ingress?.[0]?.ip ?? '';
const seconds = (session: Session, count: number) => session.pass({ until: session.now().t + count * 1000 });

test('a request to the balancer’s address reaches each of the Pods, from the address of a node', async () => {
  const session = await open();
  const names = session.cluster.objects(Pod).map(({ metadata }) => metadata.name);
  const answers = new Set<string>();
  for (let index = 0; index < 12; index += 1) answers.add(await printed(session, `curl -s http://${addressIn(session)}/hostname`));
  expect([...answers].sort()).toEqual([...names].sort());
  expect(await printed(session, `curl -s http://${addressIn(session)}/clientip`)).toMatch(/^172\.18\.0\.\d+/);
});

test('the way from outside is shown: the balancer, the rules of the node that it chose, and the Pod', async () => {
  const session = await open('', 1);
  const way = async (to: string) => (await printed(session, `converge packet --outside ${to}`)).trimEnd().split('\n').slice(1).map((line) => line.split(/ {2,}/).join('|'));
  const lines = await way(`${addressIn(session)}:80`);
  const [, node, port] = /goes to (node-\d), port (\d+)$/.exec(lines[0] ?? '') ?? [];
  expect(lines[0]).toBe(`cloud|balancer|${addressIn(session)}:80 goes to ${node}, port ${port}`);
  expect(lines[1]).toMatch(new RegExp(`^${node}\\|KUBE-SERVICES\\|172\\.18\\.0\\.\\d+:${port}/TCP is default/web$`));
  expect(lines[2]).toMatch(/^node-\d\|rule 1 of 1\|10\.244\.\d\.\d:8080, always: yes$/);
  expect(lines[3]).toMatch(/^node-\d\|DNAT\|172\.18\.0\.\d+:\d+ becomes 10\.244\.\d\.\d:8080$/);
  expect(lines[4]).toMatch(new RegExp(`^${node}\\|route\\|10\\.244`));
  expect(lines[5]).toMatch(/^node-\d\|container\|accepts at 10\.244\.\d\.\d:8080$/);
  expect(await way(`${addressIn(session)}:81`)).toEqual(['cloud|balancer|listens at no port 81', 'outside|answer|connection refused']);
  await session.run({ type: 'command', text: 'kubectl scale deployment web --replicas=0' });
  expect(await way(`${addressIn(session)}:80`)).toEqual(['cloud|balancer|no target passes its health check', 'outside|answer|connection refused']);
});

test('another port is refused, and so is everything once the balancer has no healthy target', async () => {
  const session = await open();
  const address = addressIn(session);
  expect(await printed(session, `curl http://${address}:81/`)).toContain('Failed to connect');
  await session.run({ type: 'command', text: 'kubectl scale deployment web --replicas=0' });
  expect(await printed(session, `curl http://${address}/hostname`)).toContain('Failed to connect');
});

test('a balancer that was deleted answers nothing, and its successor at the new address does', async () => {
  const session = await open();
  const before = addressIn(session);
  const name = session.cluster.cloud?.loadBalancers()[0]?.name ?? '';
  await session.run({ type: 'command', text: `converge cloud delete balancer ${name}` });
  expect(await printed(session, `curl -s -m 3 http://${before}/hostname; echo $?`)).toBe('28\n');
  await seconds(session, 45);
  expect(addressIn(session)).not.toBe(before);
  expect(await printed(session, `curl -s http://${addressIn(session)}/hostname`)).toMatch(/^web-/);
});

test('a machine that is switched off gets no connections any more', async () => {
  const session = await open('', 3);
  await session.run({ type: 'command', text: 'converge cloud edit machine node-1 power=off' });
  await seconds(session, 60);
  for (let index = 0; index < 6; index += 1) expect(await printed(session, `curl -s http://${addressIn(session)}/hostname`)).toMatch(/^web-/);
});

test('with externalTrafficPolicy Local only nodes with a Pod get connections, and the Pod sees the client itself', async () => {
  const session = await open(', externalTrafficPolicy: Local', 1);
  const [balancer] = session.cluster.cloud?.loadBalancers() ?? [];
  const healthPort = session.cluster.objects(Service).find(({ metadata }) => metadata.name === 'web')?.spec.healthCheckNodePort;
  expect(balancer?.healthCheckPort).toBe(healthPort);
  for (let index = 0; index < 4; index += 1) expect(await printed(session, `curl -s http://${addressIn(session)}/clientip`)).toMatch(/^198\.51\.100\.7/);
});
