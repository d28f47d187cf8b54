/** kube-proxy as Pods of a DaemonSet: what keeps it alive, and what its rules are worth once it is gone. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession } from './session.ts';

const shop = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: 2
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: nginx, image: "nginx:1.29" }] }
---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: ${name} }, ports: [{ port: 80 }] }
`;
const client = `apiVersion: v1
kind: Pod
metadata: { name: client }
spec: { containers: [{ name: c, image: "curlimages/curl", command: [sleep, "100000"] }] }
`;

async function open() {
  const { session } = await openSession(emptyLog(7, { nodes: 2, kubeProxyPods: true }), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  await session.run({ type: 'manifest', path: 'client.yaml', text: client });
  const add = (name: string) => session.run({ type: 'manifest', path: `${name}.yaml`, text: shop(name) });
  await add('shop');
  const run = async (text: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('').trimEnd();
  };
  await run('sleep 20');
  /** The HTTP status of one request, `000` where there was none. */
  const ask = (name: string) => run(`kubectl exec client -- curl -s -o /dev/null -m 3 -w '%{http_code}' ${name}`).then((text) => text.slice(0, 3));
  return { session, add, run, ask };
}

const pods = 'kubectl get pods -n kube-system -l k8s-app=kube-proxy -o name';

test('each node has a Pod of it, with the installer’s settings, and connections follow its rules', async () => {
  const { run, ask, session } = await open();
  expect(await run(`kubectl get daemonset kube-proxy -n kube-system -o jsonpath='{.status.numberReady} {.spec.template.spec.priorityClassName} {.spec.template.spec.hostNetwork}'`)).toBe('2 system-node-critical true');
  expect((await run(pods)).split('\n')).toHaveLength(2);
  expect(await run(`kubectl get pods -n kube-system -o jsonpath='{.items[0].status.podIP}'`)).toMatch(/^172\.18\./);
  expect(await ask('shop')).toBe('200');
  expect(session.cluster.components()).toContain('kube-proxy/node-2');
});

test('a deleted Pod comes back and knows new Services', async () => {
  const { run, add, ask, session } = await open();
  const before = await run(pods);
  await run(`kubectl delete pod -n kube-system -l k8s-app=kube-proxy; sleep 20`);
  const after = await run(pods);
  expect(after.split('\n')).toHaveLength(2);
  expect(after).not.toBe(before);
  const { steps } = session.inspectors.why({ subject: { kind: 'Pod', namespace: 'kube-system', name: after.split('\n')[0]?.slice('pod/'.length) ?? '' } });
  expect(steps.map(({ lead, says }) => `${lead} ${says}`)).toEqual([
    expect.stringMatching(/^The kubelet on `node-\d` started `kube-proxy`\./),
    expect.stringContaining('The scheduler bound it'),
    expect.stringContaining('The DaemonSet loop created it.'),
    expect.stringMatching(/^The kubelet on `node-\d` saw `kube-proxy` end with 0/),
    expect.stringContaining('marked for deletion'),
    expect.stringContaining('You ran `kubectl delete pod -n kube-system -l k8s-app=kube-proxy`.'),
  ]);
  await add('late');
  await run('sleep 20');
  expect(await ask('late')).toBe('200');
});

test('a deleted DaemonSet doesn’t: its Pods are collected, and the rules that are left grow old', async () => {
  const { run, add, ask, session } = await open();
  await run('kubectl delete daemonset kube-proxy -n kube-system; sleep 60');
  expect(await run(pods)).toBe('');
  expect(session.cluster.components().filter((name) => name.startsWith('kube-proxy/'))).toEqual([]);
  // What was there is still reached.
  expect(await ask('shop')).toBe('200');
  // What is new has a name and an address, and no rule.
  await add('late');
  await run('sleep 20');
  expect(await run(`kubectl get service late -o jsonpath='{.spec.clusterIP}'`)).toMatch(/^10\./);
  expect(await ask('late')).toBe('000');
  // Both can be seen at the rules.
  const way = async (name: string) => (await run(`converge packet client ${name}:80`)).split('\n').map((line) => line.split(/ {2,}/).join('|').replaceAll(/10\.\d+\.\d+\.\d+/g, 'IP'));
  const left = (await way('shop')).slice(2);
  expect(left.slice(0, 2)).toEqual([
    expect.stringMatching(/^node-\d\|kube-proxy\|isn’t running: the rules that it left are used$/),
    expect.stringMatching(/^node-\d\|KUBE-SERVICES\|IP:80\/TCP is default\/shop$/),
  ]);
  expect(left.at(-1)).toMatch(/^node-\d\|container\|accepts at IP:80$/);
  expect((await way('late')).slice(2)).toEqual([
    expect.stringMatching(/^node-\d\|kube-proxy\|isn’t running/),
    expect.stringMatching(/^node-\d\|KUBE-SERVICES\|no rule is about IP:80$/),
    'client|answer|none: the connection times out',
  ]);
  // The addresses of Pods that are gone are still chosen.
  await run('kubectl delete pod -l app=shop; sleep 30');
  expect(await run(`kubectl get deployment shop -o jsonpath='{.status.readyReplicas}'`)).toBe('2');
  expect(await ask('shop')).toBe('000');
  // Neither a restart of the API server nor time brings it back.
  await run('converge fault add restart apiserver; sleep 60');
  expect(await run(pods)).toBe('');
});

test('the same history in a replay', async () => {
  const { run, session } = await open();
  await run('kubectl delete daemonset kube-proxy -n kube-system; sleep 10');
  const again = await openSession(session.log(), sessionParts(nodePlatform()));
  onTestFinished(() => again.session.close());
  expect(again.session.historyHash()).toBe(session.historyHash());
});
