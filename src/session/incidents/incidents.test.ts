import { expect, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import type { IncidentView } from '../../viz/incident-model.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type Session } from '../session.ts';

const web = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: nginx, image: "nginx:1.29" }] }
`;

async function open(seed = 1): Promise<Session> {
  const { session } = await openSession(emptyLog(seed, { nodes: 3 }), sessionParts(nodePlatform()));
  await session.run({ type: 'manifest', path: 'web.yaml', text: web, cell: 'a' });
  return session;
}

async function type(session: Session, text: string): Promise<string> {
  const { outputs } = await session.run({ type: 'command', text, cell: 'c' });
  return outputs.map((output) => ('text' in output ? output.text : '')).join('');
}

const inspect = (session: Session, diagnosis?: { component: string; object: string; t: number }): IncidentView =>
  session.inspectors.incident(diagnosis === undefined ? {} : { diagnosis });

/** What `converge incident end` says in the end. */
const truth = async (session: Session): Promise<string> => (await type(session, 'converge incident end')).replace(/^It was (\S+), [\s\S]*/, '$1');

/** Incidents up to the one of this component; it is left open. */
async function beginUntil(session: Session, wanted: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const copy = await openSession(session.log(), sessionParts(nodePlatform()));
    await type(copy.session, 'converge incident begin');
    const drawn = await truth(copy.session);
    await type(session, 'converge incident begin');
    if (drawn === wanted) return;
    await type(session, 'converge incident end');
  }
  throw new Error(`${wanted} was never drawn`);
}

test('each loop is drawn once before any is drawn twice, and the same ones again in a replay', async () => {
  const session = await open();
  const drawn: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    expect(await type(session, 'converge incident begin')).toBe(`Incident ${count + 1} has begun: one loop does nothing any more.\n`);
    drawn.push(await truth(session));
  }
  expect(drawn.toSorted()).toEqual(['controller/deployment', 'controller/replicaset', 'kubelet/node-1', 'kubelet/node-2', 'kubelet/node-3', 'scheduler']);
  const again = await openSession(session.log(), sessionParts(nodePlatform()));
  expect(again.session.historyHash()).toBe(session.historyHash());
});

test.each([
  ['controller/deployment', /^Deployment\/web$/],
  ['controller/replicaset', /^ReplicaSet\/web-/],
  ['scheduler', /^Pod\/web-/],
  ['kubelet/node-2', /^Pod\/web-/],
])('%s stops: a diagnosis with what waits for it, and since when, is right', async (component, object) => {
  const session = await open();
  await beginUntil(session, component);
  const scaled = session.now().t;
  await type(session, 'kubectl scale deployment web --replicas=9; sleep 20');
  const { state, components, objects } = inspect(session);
  expect(state).toBe('open');
  expect(components).toContain(component);
  const judged = (name: string, t = scaled) => inspect(session, { component, object: name, t }).judged;
  const right = objects.filter((name) => judged(name)?.object === true);
  expect(right).not.toEqual([]);
  for (const name of right) {
    expect(name).toMatch(object);
    expect(judged(name)).toEqual({ component: true, object: true, moment: true });
    expect(judged(name, scaled + 15_000)?.moment).toBe(false);
  }
  for (const other of components.filter((each) => each !== component))
    expect(inspect(session, { component: other, object: right[0] ?? '', t: scaled }).judged?.component).toBe(false);
  expect(objects.filter((name) => !right.includes(name)).length).toBeGreaterThan(0);
  // Nothing says which it is until it is over, and it is judged the same afterwards.
  expect(await type(session, 'converge fault list')).toBe('No faults.\n');
  expect(session.view().faults).toEqual([]);
  expect(await type(session, 'converge incident end; sleep 20')).toContain(`It was ${component}, since t = `);
  expect(inspect(session).state).toBe('over');
  expect(judged(right[0] ?? '')).toEqual({ component: true, object: true, moment: true });
  expect(session.view().sets.some(({ ready }) => ready === 9)).toBe(true);
});

test('one incident at a time, and none before the first', async () => {
  const session = await open();
  expect(inspect(session)).toMatchObject({ state: 'none', objects: [] });
  expect(await type(session, 'converge incident end')).toBe('converge: there is no incident; "converge incident begin" begins one\n');
  await type(session, 'converge incident begin');
  expect(await type(session, 'converge incident begin')).toBe('converge: an incident is under way; "converge incident end" ends it\n');
  expect(await type(session, 'converge incident stop')).toContain('converge: unknown action "stop"');
});

test('what goes wrong by request is listed nowhere, and its end doesn’t say what it was', async () => {
  const session = await open();
  expect(await type(session, 'converge incident begin pause scheduler')).toBe('');
  expect(await type(session, 'converge incident begin crash etcd-9')).toContain('etcd-9');
  expect(await type(session, 'converge incident begin nonsense')).toContain('unknown fault "nonsense"');
  await type(session, 'kubectl scale deployment web --replicas=4; sleep 10');
  expect(await type(session, 'kubectl get pods')).toMatch(/web-\S+ +0\/1 +Pending/);
  expect(await type(session, 'converge fault list')).toBe('No faults.\n');
  expect(session.view().faults).toEqual([]);
  expect(await type(session, 'converge incident end; sleep 10')).toBe('What went wrong is over. What it was isn’t said here.\n');
  expect(await type(session, 'kubectl get pods')).not.toContain('Pending');
  expect(await type(session, 'converge incident end')).toContain('there is no incident');
});

test('of a node that nothing reaches, logs say why they can’t be had, as exec does; of another node they are there', async () => {
  const session = await open();
  await type(session, 'sleep 10');
  expect(await type(session, 'converge incident begin partition kubelet/node-2; sleep 5')).toBe('');
  const on = (node: string) => `$(kubectl get pods -o name --field-selector=spec.nodeName=${node} | head -n 1)`;
  const address = '172\\.18\\.0\\.\\d+:10250';
  expect(await type(session, `kubectl logs ${on('node-2')} --tail=3`)).toMatch(
    new RegExp(`^Error from server: Get "https://${address}/containerLogs/default/web-[\\w-]+/nginx\\?tailLines=3": dial tcp ${address}: i/o timeout\n$`),
  );
  expect(await type(session, `kubectl exec ${on('node-2')} -- true`)).toMatch(new RegExp(`error dialing backend: dial tcp ${address}: i/o timeout`));
  expect(await type(session, `kubectl logs ${on('node-1')} --tail=3`)).not.toContain('rror');
});

test('what a person has deleted is a suspect as well, and so are the files of static Pods; Pods that are gone are not', async () => {
  const { session } = await openSession(emptyLog(1, { nodes: 2, kubeProxyPods: true }), sessionParts(nodePlatform()));
  await type(session, 'kubectl create namespace trial; kubectl run page --image=nginx:1.29 --dry-run=client -o yaml > pod.yaml; converge manifest add node-2 pod.yaml; sleep 10');
  const before = session.inspectors.incident({ suspects: true }).objects;
  expect(before).toEqual(expect.arrayContaining(['DaemonSet/kube-system/kube-proxy', 'Namespace/trial', 'File/node-2/pod.yaml']));
  const proxies = before.filter((name) => name.startsWith('Pod/kube-system/'));
  expect(proxies).toHaveLength(2);
  await type(session, 'kubectl delete namespace trial; kubectl delete daemonset kube-proxy -n kube-system; converge manifest remove node-2 pod.yaml; sleep 30');
  const after = session.inspectors.incident({ suspects: true }).objects;
  expect(after.filter((name) => /^(?:DaemonSet|Namespace)\//.test(name))).toEqual(['Namespace/default', 'DaemonSet/kube-system/kube-proxy', 'Namespace/trial']);
  expect(after.filter((name) => proxies.includes(name) || name.startsWith('File/'))).toEqual([]);
});

test('suspects are all loops, and objects that someone may have written, also in other namespaces', async () => {
  const session = await open();
  await type(session, 'kubectl create namespace team; kubectl create configmap settings --namespace=team');
  const { components, objects } = session.inspectors.incident({ suspects: true });
  expect(components).toEqual(expect.arrayContaining(['apiserver', 'controller/endpointslice', 'kubelet/node-3', 'kubectl']));
  expect(objects).toEqual(expect.arrayContaining(['Deployment/web', 'Node/node-1', 'ConfigMap/team/settings', 'Namespace/team', 'ClusterRole/system:controller:deployment-controller']));
  // Some forty roles: nothing stands below them.
  expect(objects.findLastIndex((name) => !name.startsWith('ClusterRole'))).toBeLessThan(objects.findIndex((name) => name.startsWith('ClusterRole')));
  expect(objects.filter((name) => /^(?:Event|Lease|EndpointSlice)\/|kube-|ClusterRole\/system:node/.test(name) && name !== 'ClusterRole/system:kube-scheduler')).toEqual([]);
});
