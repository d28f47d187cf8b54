import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { compare } from './compare.ts';
import { type Cut, cutLog, type Span } from './cut.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession, type Session } from './session.ts';
import type { Input, Moment, SessionLog } from './types.ts';

const manifest = (replicas: number): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29" }] }
`;

async function open(log: SessionLog = emptyLog(3)): Promise<Session> {
  const { session } = await openSession(log, sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  return session;
}
const apply = (session: Session, replicas = 3) =>
  session.run({ type: 'manifest', path: 'web.yaml', text: manifest(replicas), cell: 'apply' });

/** A session in which much happens; `marks` are moments at which it really stood, with its hash then. */
async function eventful(): Promise<{ session: Session; marks: { now: Moment; hash: string }[] }> {
  const session = await open();
  const marks: { now: Moment; hash: string }[] = [];
  const mark = (): void => void marks.push({ now: session.now(), hash: session.historyHash() });
  mark();
  await session.run({ type: 'manifest', path: 'web.yaml', text: manifest(3), cell: 'a', notBeyond: 400 });
  mark();
  await session.pass({ until: 20_000 });
  mark();
  await session.run({ type: 'fault', fault: { type: 'crash', component: 'scheduler', downMs: 2_000 } });
  await session.run({ type: 'command', text: 'kubectl scale rs web --replicas=5', after: 'now' });
  mark();
  await session.pass({ until: 21_500 });
  mark();
  await session.run({ type: 'command', text: 'kubectl delete pod -l app=web --wait=false', cell: 'd' });
  mark();
  await session.pass({ until: 60_000 });
  mark();
  return { session, marks };
}

test('a fork has the history of the original up to the cut, wherever the cut is', async () => {
  const { session, marks } = await eventful();
  for (const { now, hash } of marks) {
    const { log, t, words } = session.cut({ t: now.t });
    expect([t, words]).toEqual([now.t, '']);
    const fork = await open(JSON.parse(JSON.stringify(log)));
    expect([fork.now(), fork.historyHash()]).toEqual([now, hash]);
    fork.close();
  }
});

test('a cut in the wait after a command leaves the command whole, and the fork goes another way from there', async () => {
  const session = await open();
  const result = await apply(session);
  expect(result.to.t).toBeGreaterThan(600);
  const { log, t } = session.cut({ t: 600 });
  expect([t, log.inputs]).toEqual([600, [expect.objectContaining({ type: 'manifest', interruptedAt: 600 })]]);
  const fork = await open(log);
  expect(fork.now().t).toBe(600);
  expect(compare(session.world({ t: 600 }), fork.world())).toMatchObject({ differences: [], omitted: 0 });
  await fork.pass({ until: result.to.t });
  expect(fork.historyHash()).toBe(session.historyHash());
});

test('a revision is a moment, and what is seen there is what the fork begins with', async () => {
  const { session } = await eventful();
  const { ticks } = session.view();
  for (const { t } of ticks.filter((_, index) => index % 9 === 0)) {
    const fork = await open(session.cut({ t }).log);
    const { ticks: _a, faults: _b, quiet: _c, revision: _r, ...seen } = session.view({ t: fork.now().t });
    expect(fork.view()).toMatchObject(JSON.parse(JSON.stringify(seen)));
    fork.close();
  }
});

const spans: readonly Span[] = [
  { input: { type: 'command', text: 'sleep 5', at: 1_000 }, doneAt: 6_000, to: 6_000 },
  { input: { type: 'advance', at: 6_000, to: 9_000 }, doneAt: 9_000, to: 9_000 },
  {
    input: { type: 'command', text: 'kubectl get pods -w', at: 9_000, interruptedAt: 12_000 },
    doneAt: undefined,
    to: 12_400,
  },
  { input: { type: 'edit', path: 'a', text: 'b', at: 15_000 }, doneAt: 15_000, to: 15_000 },
];
const cutAt = (t: number): Cut => cutLog(emptyLog(1), spans, t);
const kept = (t: number): readonly Input[] => cutAt(t).log.inputs;

test('an action that was under way is left out, and the words say so', () => {
  expect(cutAt(3_000)).toMatchObject({ t: 1_000, dropped: 4 });
  expect(cutAt(3_000).words).toBe(
    '`sleep 5` was under way then and can’t be cut in half: this begins before it, at t = 1.000 s.',
  );
  expect(kept(3_000)).toEqual([{ type: 'advance', at: 0, to: 1_000 }]);
  expect(cutAt(10_000).words).toContain('this begins before it, at t = 9.000 s');
});

test('a command that was being interrupted is kept with its interrupt', () => {
  expect(cutAt(12_100)).toMatchObject({ t: 12_400, dropped: 1 });
  expect(cutAt(12_100).words).toContain('was being interrupted then');
  expect(kept(12_100).at(-1)).toEqual(spans[2]?.input);
});

test('time that passed can be cut anywhere', () => {
  expect(kept(7_000).at(-1)).toEqual({ type: 'advance', at: 6_000, to: 7_000 });
  expect(kept(14_000).at(-1)).toEqual({ type: 'advance', at: 12_400, to: 14_000 });
  expect(kept(15_000).at(-1)).toEqual(spans[3]?.input);
  expect(cutAt(0)).toMatchObject({ t: 0, words: '', dropped: 4, log: { inputs: [] } });
});

test('two forks are compared object by object', async () => {
  const a = await open();
  await apply(a);
  const b = await open(a.log());
  await a.run({ type: 'command', text: 'kubectl scale rs web --replicas=2', cell: 'a' });
  await b.run({ type: 'command', text: 'kubectl create configmap notes --from-literal=a=1', cell: 'b' });
  const { differences, same, omitted } = compare(a.world(), b.world());
  const seen = differences.map(({ kind, name, where }) => `${where} ${kind}/${name}`);
  expect(seen).toContain('only-b ConfigMap/notes');
  expect(differences.find(({ kind }) => kind === 'ReplicaSet')).toMatchObject({
    where: 'changed',
    fields: expect.arrayContaining([{ path: 'spec.replicas', from: '2', to: '3' }]),
  });
  expect(seen.filter((line) => line.includes('Pod/web-'))).toHaveLength(1);
  expect([same > 5, omitted]).toEqual([true, 0]);
  expect(compare(a.world(), a.world()).differences).toEqual([]);
});

test('the key space is what etcd held at that revision, and a key’s revisions say what changed', async () => {
  const { session, marks } = await eventful();
  const at = { revision: marks[2]?.now.revision ?? 0 };
  const then = session.inspectors.keys({ at, prefix: '/registry/replicasets/', order: 'key' });
  expect(then).toMatchObject({ revision: at.revision, total: 1 });
  const [row] = session.inspectors.keys({ prefix: '/registry/replicasets/', order: 'newest' }).keys;
  expect(row?.version).toBeGreaterThan(then.keys[0]?.version ?? 0);
  expect(row?.size).toBeGreaterThan(100);
  const { changes, omitted } = session.inspectors.keyHistory({ key: row?.key ?? '' });
  expect([changes.length, omitted, changes.at(-1)?.change]).toEqual([row?.version, 0, 'created']);
  expect(changes.flatMap(({ fields }) => fields)).toContainEqual({ path: 'spec.replicas', from: '3', to: '5' });
  const newest = session.inspectors.keys({ prefix: '', order: 'newest' }).keys.map(({ modRevision }) => modRevision);
  expect(newest).toEqual([...newest].sort((x, y) => y - x));
});

test('a deleted key is gone from the key space and stays in its history', async () => {
  const session = await open();
  await apply(session);
  const { revision } = session.now();
  await session.run({ type: 'command', text: 'kubectl delete rs web', cell: 'd' });
  expect(session.inspectors.keys({ prefix: '/registry/replicasets/', order: 'key' }).total).toBe(0);
  expect(session.inspectors.keys({ at: { revision }, prefix: '/registry/replicasets/', order: 'key' }).total).toBe(1);
  expect(session.inspectors.keyHistory({ key: '/registry/replicasets/default/web' }).changes[0]).toMatchObject({ change: 'deleted' });
});

test('with three members, what each of them knew is part of every moment', async () => {
  const session = await open(emptyLog(5, { etcd: 3 }));
  await session.pass({ until: 5_000 });
  const before = session.now();
  const leader = session.view().etcd?.members.find(({ role }) => role === 'leader')?.name ?? '';
  await session.run({ type: 'fault', fault: { type: 'crash', component: leader, downMs: 60_000 } });
  await session.pass({ until: 30_000 });
  const members = (view = session.view()) => view.etcd?.members ?? [];
  expect(
    members()
      .map(({ role }) => role)
      .sort(),
  ).toEqual(['down', 'follower', 'leader']);
  expect(members(session.view({ t: before.t })).find(({ role }) => role === 'leader')?.name).toBe(leader);
  const fork = await open(session.cut({ t: 20_000 }).log);
  await fork.pass({ until: 30_000 });
  expect(fork.historyHash()).toBe(session.historyHash());
  expect(members(fork.view())).toEqual(members());
});
