/** A session in a cloud: its console in the shell, and a controller of the workspace that reaches the cloud wherever its code runs. */
import { Service } from 'converge/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { openLoopback } from './apart/loopback.ts';
import type { SubjectLink } from './apart/messages.ts';
import { loadTypeScript } from './learner/toolchain.ts';
import { parseLog } from './parse-log.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession, type Session, type SessionParts } from './session.ts';

await loadTypeScript();
const parts = sessionParts(nodePlatform());
const web = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { type: LoadBalancer, selector: { app: web }, ports: [{ port: 80 }] }
`;
const controller = `import { defineController, isNotFound, Service } from 'converge/sdk';

export default defineController<Service>({
  name: 'service',
  for: Service,
  async reconcile(key, { lister, client, cloud }) {
    const service = lister(Service).get(key);
    if (service === undefined || service.spec.type !== 'LoadBalancer') return;
    const { loadBalancers } = cloud();
    const name = 'b-' + service.metadata.uid;
    const found = await loadBalancers.get(name).catch((error) => {
      if (!isNotFound(error)) throw error;
      return loadBalancers.create({ name, listeners: [{ protocol: 'TCP', port: 80, nodePort: 30000 }], targets: ['node-1'] });
    });
    if (found.state !== 'active') return { afterMs: 1000 };
    await client.patch(Service, service, { status: { loadBalancer: { ingress: [{ ip: found.address }] } } }, { type: 'merge', subresource: 'status' });
  },
});
`;

async function open(more: Partial<SessionParts> = {}, log = emptyLog(3, { cloud: true }, { 'index.ts': controller })): Promise<Session> {
  const { session } = await openSession(log, { ...parts, ...more }, () => {});
  onTestFinished(() => session.close());
  return session;
}

async function printed(session: Session, text: string): Promise<string> {
  const { outputs } = await session.run({ type: 'command', text });
  return outputs.map((output) => ('text' in output ? output.text : '')).join('');
}

test('the console lists, changes and deletes balancers, and says what it can’t do', async () => {
  const session = await open();
  await session.run({ type: 'manifest', path: 'web.yaml', text: web });
  const listed = await printed(session, 'converge cloud list balancers');
  expect(listed).toMatch(/^NAME +STATE +ADDRESS +LISTENERS +TARGETS +SERVICE\na\w+ +active +203\.0\.113\.\d+ +80:\d+\/TCP +node-1,node-2,node-3 +default\/web\n$/);
  const name = /^a\w+/m.exec(listed)?.[0] ?? '';
  expect(await printed(session, `converge cloud edit balancer ${name} targets=node-1`)).toBe(`balancer ${name} is changed\n`);
  expect(JSON.parse(await printed(session, `converge cloud show balancer ${name}`))).toMatchObject({ targets: ['node-1'] });
  expect(await printed(session, `converge cloud delete balancer ${name}`)).toBe(`balancer ${name} is being deleted\n`);
  expect(await printed(session, 'converge cloud quota balancers 0')).toBe('0 of 0 balancers\n');
  expect(await printed(session, 'converge cloud delete balancer web')).toBe('converge: there is no balancer "web"\n');
  expect(await printed(session, 'converge cloud list clouds')).toBe('converge: the cloud has no "clouds": there are balancers, machines, disks, routes\n');
  expect(await printed(session, `converge cloud edit balancer ${name} targets`)).toBe(`converge: there is no balancer "${name}"\n`);
  expect(await printed(session, 'converge cloud edit machine node-1 power=sideways')).toBe('converge: power: on or off\n');
  expect(await printed(session, 'converge cloud edit machine node-1 color=red')).toBe('converge: a machine has no field "color" that can be set\n');
  expect(await printed(session, 'converge cloud create machine extra zone=converge-1b')).toBe('converge: instanceType: text is needed\n');
  expect(await printed(session, 'converge cloud create machine extra zone=converge-1b instanceType=standard-2')).toBe('machine extra is being provisioned\n');
  expect(await printed(session, 'converge cloud list machines')).toMatch(/^NAME +STATE +POWER +TYPE +ZONE +ADDRESS\nextra +active +on +standard-2 +converge-1b +172\.18\.128\.\d+\nnode-1 /);
});

test('a balancer that a person rents has the listeners that were typed', async () => {
  const session = await open();
  expect(await printed(session, 'converge cloud create balancer by-hand listeners=80:31080/TCP,53:31053/UDP targets=node-1')).toBe('balancer by-hand is being provisioned\n');
  expect(await printed(session, 'converge cloud list balancers')).toMatch(/^by-hand +\w+ +\S+ +80:31080\/TCP,53:31053\/UDP +node-1 +-$/m);
  expect(await printed(session, 'converge cloud edit balancer by-hand listeners=81')).toBe('converge: "81" is no listener such as 80:31080/TCP\n');
});

test('a command at the console stands in the trace as the cause of what becomes of the balancer', async () => {
  const session = await open();
  await session.run({ type: 'manifest', path: 'web.yaml', text: web });
  const name = session.cluster.cloud?.loadBalancers()[0]?.name ?? '';
  await session.run({ type: 'command', text: `converge cloud delete balancer ${name}` });
  const { trace } = session.cluster;
  const removal = trace.since(0).find(({ what }) => what === `load balancer ${name} is being deleted`);
  const inConsole = trace.get(removal?.cause ?? 0);
  expect(trace.get(inConsole?.cause ?? 0)).toMatchObject({ type: 'command', what: `converge cloud delete balancer ${name}` });
});

test('without a cloud the command says so', async () => {
  const session = await open({}, emptyLog(1, {}, {}));
  expect(await printed(session, 'converge cloud')).toBe('converge: this cluster runs in no cloud\n');
});

/** As between processes: text, and a turn of the event loop later. */
function overText(): SubjectLink {
  const near = openLoopback(parts);
  return {
    async exchange(batch) {
      await new Promise((resolve) => setImmediate(resolve));
      return JSON.parse(JSON.stringify(await near.host.deliver(JSON.parse(JSON.stringify(batch)))));
    },
    close() {},
  };
}

test('a controller of the workspace rents a balancer, with the same history in the same realm, apart, and replayed', async () => {
  const hashes: string[] = [];
  const logs: unknown[] = [];
  for (const more of [{}, { openSubject: overText }]) {
    const session = await open(more);
    await session.run({ type: 'swap', controller: 'service', entry: 'index.ts', apart: true });
    await session.run({ type: 'manifest', path: 'web.yaml', text: web });
    const [balancer] = session.cluster.cloud?.loadBalancers() ?? [];
    const [service] = session.cluster.objects(Service).filter(({ metadata }) => metadata.name === 'web');
    expect(balancer?.name).toBe(`b-${service?.metadata.uid}`);
    expect(service?.status.loadBalancer?.ingress?.[0]?.ip).toBe(balancer?.address);
    hashes.push(session.historyHash());
    logs.push(session.log());
  }
  const again = await open({}, parseLog(JSON.parse(JSON.stringify(logs[0]))));
  expect([hashes[1], again.historyHash()]).toEqual([hashes[0], hashes[0]]);
});

test('a controller in the session’s own realm rents it, too', async () => {
  const session = await open();
  await session.run({ type: 'swap', controller: 'service', entry: 'index.ts' });
  await session.run({ type: 'manifest', path: 'web.yaml', text: web });
  expect(session.cluster.cloud?.loadBalancers()).toMatchObject([{ state: 'active', targets: ['node-1'] }]);
});
