/** NetworkPolicies in a cluster whose nodes have an agent that enforces them. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';
import type { ClusterSpec } from './types.ts';

const pod = (name: string, nodeName: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name}, labels: { app: ${name} } }
spec:
  nodeName: ${nodeName}
  ${more}
  containers:
  - name: c
    image: nginx:1.29
    ports: [{ name: http, containerPort: 80 }]
    readinessProbe: { httpGet: { path: /, port: http }, periodSeconds: 2 }
`;
const objects = `${pod('a', 'node-1')}---
${pod('b', 'node-2')}---
${pod('host', 'node-2', 'hostNetwork: true')}---
apiVersion: v1
kind: Service
metadata: { name: b }
spec: { selector: { app: b }, ports: [{ port: 8080, targetPort: http }], type: NodePort }
`;
const policy = (name: string, spec: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name} }
spec: ${spec}
`;
const denyAll = policy('deny-all', '{ podSelector: {}, policyTypes: [Ingress, Egress] }');

async function open(cluster: ClusterSpec = { addons: ['network-policies'] }) {
  const { session } = await openSession(emptyLog(7, { nodes: 2, ...cluster }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const apply = (text: string) => session.run({ type: 'manifest', path: 'objects.yaml', text });
  await apply(objects);
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  await run('sleep 30');
  /** The HTTP status of a request from a Pod, `000` where there was none; and curl's exit code. */
  const ask = (from: string, url: string) => run(`kubectl exec ${from} -- curl -s -o /dev/null -m 3 -w '%{http_code}' ${url}`).then((text) => text.slice(0, 3));
  return { session, apply, run, ask };
}

test('a policy that denies drops what comes in, and the client waits; without the policy it passes again', async () => {
  const { apply, run, ask } = await open();
  expect(await ask('a', 'b:8080')).toBe('200');
  await apply(denyAll);
  expect(await run('kubectl exec a -- curl -sS -m 3 b:8080')).toContain('curl: (28)');
  expect(await ask('b', 'localhost')).toBe('200');
  await run('kubectl delete networkpolicy deny-all');
  expect(await ask('a', 'b:8080')).toBe('200');
});

test('probes go on: a node reaches its own Pods; a Pod of the host’s network does so on its own node alone', async () => {
  const { apply, run, ask } = await open();
  await apply(denyAll);
  await run('sleep 30');
  expect(await run(`kubectl get pod b -o jsonpath='{.status.containerStatuses[0].ready} {.status.containerStatuses[0].restartCount}'`)).toBe('true 0');
  const [a, b] = [await run(`kubectl get pod a -o jsonpath='{.status.podIP}'`), await run(`kubectl get pod b -o jsonpath='{.status.podIP}'`)];
  expect([await ask('host', b), await ask('host', a)]).toEqual(['200', '000']);
});

test('what a policy allows passes at both ends, by the container’s port and not the Service’s', async () => {
  const { apply, ask } = await open();
  await apply(`${denyAll}---\n${policy('to-b', '{ podSelector: { matchLabels: { app: b } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: a } } }], ports: [{ port: http }] }] }')}`);
  expect(await ask('a', 'b:8080')).toBe('000');
  await apply(policy('from-a', '{ podSelector: { matchLabels: { app: a } }, policyTypes: [Egress], egress: [{ ports: [{ port: 8080 }] }] }'));
  expect(await ask('a', 'b:8080')).toBe('000');
  await apply(policy('from-a', '{ podSelector: { matchLabels: { app: a } }, policyTypes: [Egress], egress: [{ ports: [{ port: 80 }] }] }'));
  expect(await ask('a', 'b:8080')).toBe('200');
});

test('`converge packet` names the policy that lets a packet through, or those that drop it', async () => {
  const { apply, run } = await open();
  const hops = async () => (await run('converge packet a b:8080')).split('\n').slice(-4).map((line) => line.split(/ {2,}/).join('|'));
  expect((await hops()).slice(0, 3)).toEqual([
    'node-1|Egress|no NetworkPolicy is about what goes out of default/a: allowed',
    expect.stringMatching(/^node-1\|route\|10\.244\.1\.\d is on node-2$/),
    'node-2|Ingress|no NetworkPolicy is about what goes into default/b: allowed',
  ]);
  await apply(policy('b-from-a', '{ podSelector: { matchLabels: { app: b } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: a } } }] }] }'));
  expect((await hops()).slice(2, 3)).toEqual(['node-2|Ingress|into default/b: NetworkPolicy default/b-from-a allows it']);
  await apply(policy('b-from-a', '{ podSelector: { matchLabels: { app: b } }, ingress: [] }'));
  expect((await hops()).slice(-2)).toEqual(['node-2|DROP|into default/b: NetworkPolicy default/b-from-a doesn’t allow it', 'a|answer|none: the connection times out']);
  await apply(denyAll);
  expect((await hops()).slice(-2)).toEqual(['node-1|DROP|out of default/a: NetworkPolicy default/deny-all doesn’t allow it', 'a|answer|none: the connection times out']);
});

test('nobody enforces them where nothing is installed; without its agent a node goes on by the rules it had', async () => {
  const bare = await open({});
  await bare.apply(denyAll);
  expect(await bare.ask('a', 'b:8080')).toBe('200');
  const { run, ask, apply, session } = await open();
  expect(session.cluster.components()).toContain('network-policies/node-2');
  await apply(denyAll);
  await run('kubectl delete daemonset kube-network-policies -n kube-system; sleep 30; kubectl delete networkpolicy deny-all');
  expect(session.cluster.components().filter((name) => name.startsWith('network-policies/'))).toEqual([]);
  expect(await ask('a', 'b:8080')).toBe('000');
});

test('an add-on that there isn’t is refused by name', async () => {
  await expect(open({ addons: ['calico'] })).rejects.toThrow('there is no add-on calico: there are network-policies');
});

test('agents run on the rules of the workspace', async () => {
  const { session, ask } = await open();
  await session.run({ type: 'edit', path: 'network-policy.ts', text: "export const judgeConnection = () => ({ action: 'drop', selecting: ['mine'] });" });
  await session.run({ type: 'swap', controller: 'network-policies/network-policy', entry: 'network-policy.ts', part: 'network-policy' });
  expect(await ask('a', 'b:8080')).toBe('000');
  await session.run({ type: 'unswap', controller: 'network-policies/network-policy' });
  expect(await ask('a', 'b:8080')).toBe('200');
});

test('the same history in a replay', async () => {
  const { session, apply, ask } = await open();
  await apply(denyAll);
  await ask('a', 'b:8080');
  const again = await openSession(session.log(), sessionParts(nodePlatform()));
  onTestFinished(() => again.session.close());
  expect(again.session.historyHash()).toBe(session.historyHash());
});
