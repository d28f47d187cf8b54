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
