/** CoreDNS as Pods: who knows names, and what becomes of them without it. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';
import type { ClusterSpec } from './types.ts';

const objects = `apiVersion: v1
kind: Pod
metadata: { name: client, labels: { app: client } }
spec: { nodeName: node-1, containers: [{ name: c, image: "curlimages/curl", command: [sleep, "100000"] }] }
---
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec: { nodeName: node-2, containers: [{ name: c, image: "hashicorp/http-echo", args: ["-text=hello"] }] }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80, targetPort: 5678 }] }
`;
const service = (name: string): string => `apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: web }, ports: [{ port: 80, targetPort: 5678 }] }
`;
const policy = (egress: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: client }
spec: { podSelector: { matchLabels: { app: client } }, policyTypes: [Egress], egress: ${egress} }
`;

async function open(cluster: ClusterSpec = {}) {
  const { session } = await openSession(emptyLog(7, { nodes: 2, addons: ['coredns'], ...cluster }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const apply = (text: string) => session.run({ type: 'manifest', path: 'objects.yaml', text });
  await apply(objects);
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  await run('sleep 30');
  const ask = (name: string) => run(`kubectl exec client -- curl -sS -m 5 http://${name}/`);
  return { session, apply, run, ask };
}

const unknown = (name: string): RegExp => new RegExp(`^curl: \\(6\\) Could not resolve host: ${name}`);

test('scaled to zero, names fail to resolve in Pods, and addresses go on; scaled up again, names are back', async () => {
  const { run, ask } = await open();
  expect(await run(`kubectl get deployment coredns -n kube-system -o jsonpath='{.status.readyReplicas}'`)).toBe('2');
  expect(await run(`kubectl get service kube-dns -n kube-system -o jsonpath='{.spec.clusterIP} {.spec.ports[*].name}'`)).toBe('10.96.0.10 dns dns-tcp metrics');
  expect([await ask('web'), await ask('web.default.svc.cluster.local')]).toEqual(['hello', 'hello']);
  const address = await run(`kubectl get service web -o jsonpath='{.spec.clusterIP}'`);
  await run('kubectl scale deployment coredns -n kube-system --replicas=0; sleep 20');
  expect(await ask('web')).toMatch(unknown('web'));
  expect(await ask(address)).toBe('hello');
  await run('kubectl scale deployment coredns -n kube-system --replicas=1; sleep 20');
  expect(await ask('web')).toBe('hello');
});

test('it knows what it has seen: cut off from the API server, it answers for old Services and for no new one', async () => {
  const { session, apply, run, ask } = await open();
  const servers = session.cluster.components().filter((name) => name.startsWith('coredns/'));
  expect(servers).toHaveLength(2);
  for (const server of servers) await run(`converge fault add partition ${server}`);
  await apply(service('late'));
  await run('sleep 5');
  expect([await ask('web'), await ask('late')]).toEqual(['hello', expect.stringMatching(unknown('late'))]);
  await run('converge fault heal --all; sleep 90');
  expect(await ask('late')).toBe('hello');
});

test('a policy that forbids what goes out forbids queries, too, until it allows port 53', async () => {
  const { apply, ask } = await open({ addons: ['coredns', 'network-policies'] });
  expect(await ask('web')).toBe('hello');
  await apply(policy('[{ to: [{ podSelector: { matchLabels: { app: web } } }] }]'));
  expect(await ask('web')).toMatch(unknown('web'));
  await apply(policy('[{ to: [{ podSelector: { matchLabels: { app: web } } }] }, { ports: [{ port: 53, protocol: UDP }] }]'));
  expect(await ask('web')).toBe('hello');
});

test('with kube-proxy as Pods, too; and the variables of Services don’t come from it', async () => {
  const { run, ask } = await open({ kubeProxyPods: true });
  expect(await ask('web')).toBe('hello');
  await run('kubectl scale deployment coredns -n kube-system --replicas=0; sleep 20');
  expect(await ask('web')).toMatch(unknown('web'));
  await run('kubectl run late --image=busybox:1.36 --command -- sleep 1000; sleep 10');
  expect(await run('kubectl exec late -- printenv WEB_SERVICE_PORT')).toBe('80');
});

test('without it, no Pod stands behind kube-dns, and names resolve', async () => {
  const { run, ask } = await open({ addons: [] });
  expect(await run('kubectl get pods -n kube-system -o name')).toBe('');
  expect(await ask('web')).toBe('hello');
});

test('the same history in a replay', async () => {
  const { session, ask, run } = await open();
  await run('kubectl rollout restart deployment coredns -n kube-system; sleep 20');
  await ask('web');
  const again = await openSession(session.log(), sessionParts(nodePlatform()));
  onTestFinished(() => again.session.close());
  expect(again.session.historyHash()).toBe(session.historyHash());
});
