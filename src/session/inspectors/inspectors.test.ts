import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type Session } from '../session.ts';
import type { SessionLog } from '../types.ts';

const manifest = (replicas: number, cpu = '100m'): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29", resources: { requests: { cpu: "${cpu}" } } }] }
`;

async function open(): Promise<Session> {
  const { session } = await openSession(emptyLog(1), { ...sessionParts(nodePlatform()), observed: true });
  onTestFinished(() => session.close());
  return session;
}
const apply = (session: Session, replicas: number, cpu?: string, after: 'now' | 'quiet' = 'quiet') =>
  session.run({ type: 'manifest', path: 'web.yaml', text: manifest(replicas, cpu), cell: 'apply', after });

/** Steps until the map shows something. */
async function stepUntil(session: Session, found: () => boolean): Promise<void> {
  for (let step = 0; step < 400 && !found(); step += 1) await session.pass({ instants: 1 });
  expect(found()).toBe(true);
}

test('while time stands, the map has what is on its way at that instant; later it is remembered', async () => {
  const session = await open();
  await apply(session, 2, '100m', 'now');
  const look = () => session.inspectors.map({});
  await stepUntil(session, () => look().inFlight.some(({ kind, words }) => kind === 'event' && words.startsWith('Pod web-')));
  const { timeMs, revision, inFlight } = look();
  const event = inFlight.find(({ kind }) => kind === 'event');
  expect(event?.revision).toBeGreaterThan(0);
  expect(new Set(inFlight.map(({ wire }) => wire))).toContain('scheduler');
  await session.pass({ quiet: true, until: session.now().t + 60_000 });
  expect(look().inFlight).toEqual([]);
  expect(session.inspectors.map({ at: { t: timeMs, revision } }).inFlight.map(({ id }) => id)).toEqual(inFlight.map(({ id }) => id));
  const passed = session.inspectors.map({ sinceMs: timeMs }).passed;
  expect(passed.find(({ wire, kind }) => wire === 'loops' && kind === 'request')?.count).toBeGreaterThan(0);
  expect(passed.some(({ wire }) => wire === 'etcd')).toBe(true);
});

test('a chain doesn’t call a program of the lesson the learner’s, which runs before anything else; what is swapped in later it does', async () => {
  const text = `import { ConfigMap, defineController } from 'converge/sdk';
export const NAME = defineController({ name: 'NAME', for: ConfigMap, async reconcile(key, { client }) {
  if (key !== 'default/told-NAME') await client.create(ConfigMap, { metadata: { name: 'told-NAME', namespace: 'default' } });
} });`;
  const files = Object.fromEntries(['counter', 'own'].map((name) => [`${name}.ts`, text.replaceAll('NAME', name)]));
  const log: SessionLog = { ...emptyLog(1), files, inputs: [{ type: 'swap', controller: 'counter', entry: 'counter.ts', at: 0 }] };
  const { session } = await openSession(log, { ...sessionParts(nodePlatform()), observed: true });
  onTestFinished(() => session.close());
  await session.run({ type: 'command', text: 'sleep 5', cell: 'a' });
  await session.run({ type: 'swap', controller: 'own', entry: 'own.ts' });
  await session.run({ type: 'command', text: 'sleep 5', cell: 'a' });
  const lead = (name: string) => session.inspectors.why({ subject: { kind: 'ConfigMap', name } }).steps[0]?.lead;
  expect([lead('told-counter'), lead('told-own')]).toEqual(['The counter loop created it.', 'Your own loop created it.']);
});

test('the map says who is down, paused or cut off, then and now', async () => {
  const session = await open();
  await session.run({ type: 'fault', fault: { type: 'crash', component: 'scheduler' }, forMs: 5_000 });
  await session.run({ type: 'fault', fault: { type: 'pause', component: 'controller/replicaset' }, forMs: 5_000 });
  await session.run({ type: 'fault', fault: { type: 'partition', component: 'kubelet/node-2' }, forMs: 5_000 });
  const troubles = (map = session.inspectors.map({})) => [
    map.scheduler?.trouble,
    map.loops.find(({ name }) => name === 'replicaset')?.trouble,
    map.nodes.find(({ name }) => name === 'node-2')?.trouble,
    map.nodes.find(({ name }) => name === 'node-1')?.trouble,
  ];
  expect(troubles()).toEqual(['down', 'paused', 'cut off', undefined]);
  await session.pass({ until: 8_000 });
  expect(troubles()).toEqual([undefined, undefined, undefined, undefined]);
  expect(troubles(session.inspectors.map({ at: { t: 2_000, revision: 1 } }))).toEqual(['down', 'paused', 'cut off', undefined]);
});

test('a loop that expects, a loop that failed and a late cache are told of', async () => {
  const session = await open();
  await session.run({
    type: 'fault',
    fault: { type: 'link', from: 'apiserver', to: 'controller/replicaset', watchOnly: true, delayMs: 300 },
  });
  await apply(session, 3, '100m', 'now');
  const loop = () => session.inspectors.queues(null).loops.find(({ name }) => name === 'replicaset');
  await stepUntil(session, () => (loop()?.expected.first[0]?.creations ?? 0) > 0);
  await stepUntil(session, () => loop()?.caches.some(({ kind, behind }) => kind === 'Pod' && behind > 0) === true);
  expect(loop()?.expected.first[0]).toMatchObject({ key: 'default/web' });
  await session.run({ type: 'fault', fault: { type: 'refuse', component: 'controller/replicaset', chance: 1 } });
  await session.run({ type: 'command', text: 'kubectl delete pod -l app=web --wait=false' });
  await stepUntil(session, () => (loop()?.delayed.first[0]?.failures ?? 0) > 0);
  expect(loop()?.delayed.first[0]?.atMs).toBeGreaterThan(session.now().t - 1);
});

test('every cache is up to date when nothing happens', async () => {
  const session = await open();
  await apply(session, 2);
  const { loops, scheduler } = session.inspectors.queues(null);
  const late = [...loops.flatMap(({ caches }) => caches), ...(scheduler?.caches ?? [])].filter(({ behind, alive }) => behind > 0 || !alive);
  expect(late).toEqual([]);
  expect(loops.find(({ name }) => name === 'replicaset')?.caches.find(({ kind }) => kind === 'Pod')?.objects).toBe(2);
});

test('a Pod’s decision is there, then and now; one that waits is tried on every node', async () => {
  const session = await open();
  await apply(session, 2);
  const { pods, decision } = session.inspectors.scheduling({});
  expect(pods).toHaveLength(2);
  expect(decision).toMatchObject({ attempt: 1, feasible: expect.arrayContaining(['node-1', 'node-2', 'node-3']) });
  await apply(session, 3, '9');
  await session.run({ type: 'command', text: 'kubectl delete pod -l app=web --wait=false' });
  const waiting = session.inspectors.scheduling({}).pods.find(({ waits }) => waits);
  const tried = session.inspectors.scheduling({ pod: waiting?.uid ?? '' });
  expect(tried.decision?.message).toContain('0/3 nodes are available: 3 Insufficient cpu');
  expect(tried.queues?.unschedulable).toBeGreaterThan(0);
  const whatIf = session.inspectors.scheduling({ pod: waiting?.uid ?? '', attempt: 0 });
  expect(whatIf.decision).toMatchObject({ attempt: 0, asks: '9 cpu' });
  expect(Object.keys(whatIf.decision?.rejections ?? {})).toEqual(['node-1', 'node-2', 'node-3']);
});

test('a Pod is described in kubectl’s words, now and then, and that is no input', async () => {
  const session = await open();
  await apply(session, 1);
  const [pod] = session.inspectors.scheduling({}).pods;
  const inputs = session.log().inputs.length;
  const ask = { pod: pod?.uid ?? '' };
  const described = session.inspectors.description(ask).text ?? '';
  expect(described).toMatch(/^Name: +web-/);
  expect(described).toMatch(/Scheduled .*Successfully assigned default\/web-/);
  expect(session.log().inputs.length).toBe(inputs);
  const [printed] = (await session.run({ type: 'command', text: 'kubectl describe pods' })).outputs;
  expect(printed).toEqual({ type: 'stdout', text: described });
  expect(session.inspectors.description({ ...ask, at: { t: 0, revision: 1 } })).toEqual({});
  expect(session.inspectors.description({ pod: 'none' })).toEqual({});
});

test('of many Pods that wait some are offered; any other is answered when it is asked about', async () => {
  const session = await open();
  await apply(session, 150, '100');
  const { pods } = session.inspectors.scheduling({});
  expect(pods).toHaveLength(100);
  const offered = new Set(pods.map(({ uid }) => uid));
  const other = session.view().sets.flatMap((set) => set.pods).find(({ uid }) => !offered.has(uid));
  const { pod, decision } = session.inspectors.scheduling({ pod: other?.uid ?? '' });
  expect(pod).toMatchObject({ uid: other?.uid, waits: true });
  expect(decision?.chosen).toBeUndefined();
});
