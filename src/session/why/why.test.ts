import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import type { WhyView } from '../../viz/trace-model.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type Session } from '../session.ts';
import type { SessionLog } from '../types.ts';

const manifest = (replicas: number, kind = 'ReplicaSet'): string => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29" }] }
`;

async function open(log: SessionLog = emptyLog(1)): Promise<Session> {
  const { session } = await openSession(log, { ...sessionParts(nodePlatform()), observed: true, watching: { expressions: [] } });
  onTestFinished(() => session.close());
  return session;
}
const apply = (session: Session, replicas: number, kind?: string) =>
  session.run({ type: 'manifest', path: 'web.yaml', text: manifest(replicas, kind), cell: 'apply' });
const run = (session: Session, text: string) => session.run({ type: 'command', text, cell: 'run' });
const pods = (session: Session) => [...(session.world().get('Pod')?.values() ?? [])].map(({ object }) => object.metadata);
const newest = (session: Session) => pods(session).at(-1);
/** A chain, a line a step; generated names are `web-…`. */
const lines = ({ steps }: WhyView): string[] =>
  steps.map(({ lead, says, mark }) => `${mark}: ${lead} ${says}`.trim().replace(/web-\w+(-\w+)?/g, 'web-…').replace(/node-\d/g, 'node-?'));

test('a deleted Pod’s replacement runs because of each loop in order, back to the command and its line', async () => {
  const session = await open();
  await apply(session, 3);
  const [victim] = pods(session);
  await run(session, `true\nkubectl delete pod ${victim?.name ?? ''} --wait=false`);
  const why = session.inspectors.why({ subject: { uid: newest(session)?.uid ?? '' } });
  expect(why.title).toMatch(/^Why is `web-\w+` Running on `node-\d`\?$/);
  expect(lines(why)).toEqual([
    expect.stringMatching(/^loop: The kubelet on `node-\?` started `c`\. `status\.phase` Pending → Running/),
    expect.stringMatching(/^loop: The scheduler bound it to `node-\?`\. (All 3|\d of 3|Only).*\.$/),
    'loop: The ReplicaSet loop created it. Wanted 3, counted 2.',
    'loop: It saw `web-…` marked for deletion. It has 30 s to end.',
    'you: You ran `kubectl delete pod web-… --wait=false`.',
  ]);
  expect(why.steps.at(-1)?.input).toMatchObject({ cell: 'run', line: 2, index: 1 });
  expect(why.forgotten).toBe(false);
});

test('of a Deployment’s number each line names what it is about; what counts Pods isn’t said of a ReplicaSet', async () => {
  const session = await open();
  await apply(session, 1, 'Deployment');
  expect(lines(session.inspectors.why({ subject: { kind: 'Deployment', name: 'web' } }))).toEqual([
    expect.stringMatching(/^loop: The Deployment loop updated its status\. /),
    expect.stringMatching(/^loop: The ReplicaSet loop updated the status of the ReplicaSet `web-…`\. /),
    expect.stringMatching(/^loop: The kubelet on `node-\?` started `c` in `web-…`\. `status\.phase` Pending → Running/),
    expect.stringMatching(/^loop: The scheduler bound it to `node-\?`\. /),
    'loop: The ReplicaSet loop created it. Wanted 1, counted 0.',
    'loop: The Deployment loop created the ReplicaSet `web-…`. `spec.replicas` 1.',
    'loop: It saw `web` appear. `spec.replicas` 1.',
    'you: You ran `kubectl apply -f web.yaml`.',
  ]);
});

test('a probe that fails later isn’t called a start, and the object of the question has its kind', async () => {
  const session = await open();
  await session.run({
    type: 'manifest',
    path: 'web.yaml',
    text: `apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  containers:
    - name: c
      image: "nginx:1.29"
      readinessProbe: { exec: { command: [test, "!", -e, /tmp/broken] }, periodSeconds: 2 }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`,
    cell: 'apply',
  });
  await run(session, 'sleep 10; kubectl exec web -- touch /tmp/broken; sleep 10');
  const slices = [...(session.world().get('EndpointSlice')?.values() ?? [])].map(({ object }) => object.metadata);
  const slice = slices.find(({ name }) => name.startsWith('web-'));
  const why = session.inspectors.why({ subject: { uid: slice?.uid ?? '' } });
  expect(why.title).toMatch(/^Why is EndpointSlice `web-\w+` as it is\?$/);
  expect(why.steps[1]?.lead).toMatch(/^The kubelet on `node-\d` updated the status of (the Pod )?`web`\.$/);
  expect(why.steps[1]?.says).toContain('`c` isn’t ready');
});

test.each([
  ['DaemonSet', 'spec:', ''],
  ['StatefulSet', 'spec:\n  serviceName: web\n  replicas: 1', ''],
  ['ReplicationController', 'spec:\n  replicas: 1', 'v1'],
])('a Pod of a %s leads back through its loop to the command', async (kind, spec, version) => {
  const session = await open();
  const selector = version === 'v1' ? '{ app: web }' : '{ matchLabels: { app: web } }';
  const text = `apiVersion: ${version || 'apps/v1'}
kind: ${kind}
metadata: { name: web }
${spec}
  selector: ${selector}
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29" }] }
`;
  await session.run({ type: 'manifest', path: 'web.yaml', text, cell: 'apply' });
  const found = lines(session.inspectors.why({ subject: { uid: newest(session)?.uid ?? '' } }));
  expect(found.at(-3)).toMatch(new RegExp(`^loop: The ${kind} loop created it\\.`));
  expect(found.at(-2)).toMatch(/^loop: It saw `web` appear\./);
  expect(found.at(-1)).toBe('you: You ran `kubectl apply -f web.yaml`.');
});

test('the way of a manifest: from a running Pod’s status back to the command every hop names its cause', async () => {
  const session = await open();
  await apply(session, 1, 'Deployment');
  const why = session.inspectors.why({ subject: { uid: newest(session)?.uid ?? '' } });
  const hops = why.steps.flatMap((step) => step.hops);
  expect(hops.map(({ component, what }) => `${component}: ${what.replace(/ .*/, '')}`)).toEqual([
    'etcd: revision',
    'kubelet: PATCH',
    expect.stringMatching(/^kubelet\/node-\d: start$/),
    'etcd: revision',
    'kube-scheduler: POST',
    'scheduler: bind',
    'etcd: revision',
    'kube-controller-manager: POST',
    'controller/replicaset: reconcile',
    'etcd: revision',
    'kube-controller-manager: POST',
    'controller/deployment: reconcile',
    'etcd: revision',
    'kubectl: POST',
    'you: kubectl',
  ]);
  const times = hops.map(({ t }) => t);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test('a change of what is wanted is what the loop saw', async () => {
  const session = await open();
  await apply(session, 2);
  await run(session, 'kubectl scale rs web --replicas=3');
  expect(lines(session.inspectors.why({ subject: { uid: newest(session)?.uid ?? '' } })).slice(2)).toEqual([
    'loop: The ReplicaSet loop created it. Wanted 3, counted 2.',
    'loop: It saw `web` change. `spec.replicas` 2 → 3.',
    'you: You ran `kubectl scale rs web --replicas=3`.',
  ]);
});

test('a node that isn’t heard of any more leads back to the fault and to who made it', async () => {
  const session = await open();
  await session.run({ type: 'fault', fault: { type: 'partition', component: 'kubelet/node-1' }, cell: 'fault' });
  await session.pass({ until: 70_000 });
  expect(lines(session.inspectors.why({ subject: { kind: 'Node', name: 'node-1' } }))).toEqual([
    expect.stringContaining('loop: The node lifecycle loop'),
    expect.stringContaining('clock: By its timer'),
    expect.stringContaining('fault: A fault was on'),
    expect.stringContaining('you: You made something go wrong.'),
  ]);
});

test('of a slice that has changed, the chain says which endpoint, and not only that there is a new generation', async () => {
  const session = await open();
  await apply(session, 2, 'Deployment');
  await run(session, 'kubectl expose deployment web --port=80; sleep 5; kubectl scale deployment web --replicas=3; sleep 5');
  const slice = [...(session.world().get('EndpointSlice')?.values() ?? [])].map(({ object }) => object.metadata.name).find((name) => name.startsWith('web-'));
  const [newest] = lines(session.inspectors.why({ subject: { kind: 'EndpointSlice', name: slice ?? '' } }));
  expect(newest).toBe('loop: The EndpointSlice loop changed it. `web-…` is ready.');
});

test.each([
  ['partition kubelet/node-1', { kind: 'Node', name: 'node-1' }],
  ['crash controller/replicaset', { kind: 'Deployment', name: 'web' }],
])('what broke an incident’s cluster (%s) is no command of the learner’s, and no cause that a chain names', async (fault, subject) => {
  const session = await open();
  await apply(session, 2, 'Deployment');
  await run(session, 'sleep 5');
  await run(session, `converge incident begin ${fault}`);
  await session.pass({ until: 80_000 });
  const picture = session.inspectors.trace({ from: 0 });
  const said = JSON.stringify([picture, session.inspectors.trace({}), session.inspectors.why({ subject })]);
  expect(picture.spans.some(({ label }) => label === 'apply -f web.yaml')).toBe(true);
  expect(said).not.toMatch(/incident|A fault was on|partition|crash/);
});

test('forward from a command: what was written because of it, and what is alike is counted', async () => {
  const session = await open();
  await apply(session, 3);
  const { effects, total, shown, title } = session.inspectors.effects({ subject: { cell: 'apply' } });
  expect(title).toBe('What did this cell cause?');
  expect(effects.map(({ lead }) => lead)).toEqual(['Your command created the ReplicaSet `web`.']);
  const created = effects[0]?.effects.find(({ lead }) => lead === 'The ReplicaSet loop created 3 Pods.');
  expect(created).toMatchObject({ count: 3 });
  expect(created?.effects.map(({ lead }) => lead)).toContain('The scheduler bound 3 Pods.');
  expect(shown).toBeLessThan(total);
});

test('the past knows nothing of what came later, and a replay answers the same', async () => {
  const session = await open();
  await apply(session, 2);
  const then = session.now();
  await run(session, 'kubectl scale rs web --replicas=3');
  const subject = { uid: newest(session)?.uid ?? '' };
  expect(session.inspectors.why({ subject, at: then })).toMatchObject({ steps: [], title: expect.stringContaining('Nothing') });
  const again = await open(session.log());
  expect(again.inspectors.why({ subject })).toEqual(session.inspectors.why({ subject }));
  expect(again.inspectors.trace({ subject })).toEqual(session.inspectors.trace({ subject }));
  expect(again.inspectors.effects({ subject })).toEqual(session.inspectors.effects({ subject }));
});

test('the picture has a lane for each component, links from cause to effect, and a bound', async () => {
  const session = await open();
  await apply(session, 3);
  const chain = session.inspectors.trace({ subject: { uid: newest(session)?.uid ?? '' } });
  expect(chain.lanes.map(({ name }) => name)).toEqual(['you', 'API server', 'etcd', 'ReplicaSet loop', 'scheduler', 'kubelet']);
  expect(chain.spans.every(({ chosen }) => chosen)).toBe(true);
  expect(chain.links.length).toBe(chain.spans.length - 1);
  const all = session.inspectors.trace({ limit: 40 });
  expect(all.spans.length).toBeLessThanOrEqual(all.lanes.length * 60);
  expect(all.spans.reduce((sum, { count }) => sum + count, 0)).toBe(all.spans.length + all.gathered);
  expect(all.timeScale[0]).toEqual({ t: all.from, x: 0 });
  expect(all.timeScale.at(-1)?.t).toBe(all.to);
});

test('what is due next stands behind now: a Pod its kubelet hasn’t begun, and of the past what came next', async () => {
  const session = await open();
  await apply(session, 1);
  const bound = session.inspectors.trace({ subject: { uid: newest(session)?.uid ?? '' } }).spans.find(({ what }) => what.startsWith('the scheduler'));
  const t = (bound?.to ?? 0) + 1;
  const then = session.inspectors.trace({ at: { t } });
  const due = then.spans.filter(({ kind }) => kind === 'due');
  expect(due.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^the kubelet on node-\d: due next/));
  expect(due.every(({ from, to }) => from === t && to > t)).toBe(true);
  expect(then).toMatchObject({ now: t, to: Math.max(...due.map(({ to }) => to)) });
  expect(session.inspectors.trace({}).spans.filter(({ kind }) => kind === 'due')).toEqual([]);
  await run(session, 'kubectl delete pods --all --wait=false');
  const ending = session.inspectors.trace({ subject: { uid: newest(session)?.uid ?? '' } });
  expect(ending.words).toMatch(/one cause after another$/);
});

test('titles say in plain words what is asked about', async () => {
  const session = await open();
  await apply(session, 1);
  const chain = session.inspectors.why({ subject: { uid: newest(session)?.uid ?? '' } });
  const titles = chain.steps.flatMap(({ hops }) => hops).map(({ trace }) => session.inspectors.why({ subject: { trace } }).title);
  const plain = titles.map((title) => title.replace(/web-\w+/g, 'web-…').replace(/node-\d/g, 'node-?').replace(/revision \d+/, 'revision …'));
  expect(plain).toContain('Why did `c` start?');
  expect(plain).toContain('Why did the scheduler choose `node-?` for `web-…`?');
  expect(plain).toContain('Why did the ReplicaSet loop look at `web`?');
  expect(plain).toContain('Why was `web` created, at revision …?');
  expect(plain).toContain('Why was `web-…` bound to `node-?`, at revision …?');
  expect(plain.at(-1)).toBe('Why was `kubectl apply -f web.yaml` run?');
});

const loop = `import { Pod, ReplicaSet, type Reconcile, ownerReferenceFor } from 'converge/sdk';
export const reconcile: Reconcile = async (key, { client, lister, log }) => {
  const set = lister(ReplicaSet).get(key);
  if (set === undefined || lister(Pod).controlledBy(set).length > 0) return;
  log('none for ' + key);
  await client.create(Pod, {
    metadata: { generateName: 'web-', namespace: 'default', ownerReferences: [ownerReferenceFor(set, ReplicaSet)] },
    spec: { containers: [{ name: 'c', image: 'nginx:1.29' }] },
  });
};
export const mine = { name: 'replicaset', for: ReplicaSet, owns: [Pod], reconcile };
`;

test('a line of the workspace: what it caused, and why; a line of its log leads to the same look', async () => {
  const session = await open(emptyLog(1, {}, { 'mine.ts': loop }));
  await session.run({ type: 'swap', controller: 'replicaset', entry: 'mine.ts', cell: 'swap' });
  await apply(session, 1);
  const subject = { file: 'mine.ts', line: 6 };
  const effects = session.inspectors.effects({ subject });
  expect(effects.title).toBe('What did line 6 of `mine.ts` cause?');
  expect(effects.effects.map(({ lead }) => lead)).toEqual([expect.stringMatching(/^Your ReplicaSet loop created the Pod/)]);
  const why = session.inspectors.why({ subject: { revision: effects.effects[0]?.revision ?? 0 } });
  expect(why.steps[0]).toMatchObject({ lead: 'Your ReplicaSet loop created it.', source: subject });
  expect(why.steps.at(-1)?.input).toMatchObject({ cell: 'apply' });
  const said = session.inspectors.why({ subject: { component: 'controller/replicaset', t: session.now().t, says: 'none for default/web' } });
  expect(said.title).toBe('Why did your ReplicaSet loop say “none for default/web”?');
  expect(said.steps.at(-1)?.input).toMatchObject({ cell: 'apply' });
});

test('of an object that a delete leaves where it is, it says what it waits for', async () => {
  const session = await open();
  const invoice = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'invoice', finalizers: ['example.com/printed', 'example.com/paid'] } };
  await session.run({ type: 'manifest', path: 'invoice.yaml', text: JSON.stringify(invoice), cell: 'apply' });
  await run(session, 'kubectl delete configmap invoice --wait=false');
  const why = session.inspectors.why({ subject: { kind: 'ConfigMap', name: 'invoice' } });
  expect(why.title).toBe('Why is `invoice` ending?');
  expect(lines(why)).toEqual([
    'loop: `invoice` was marked for deletion. It waits for `example.com/printed` and `example.com/paid`.',
    'you: You ran `kubectl delete configmap invoice --wait=false`.',
  ]);
});
