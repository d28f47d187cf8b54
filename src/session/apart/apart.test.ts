/** A controller that runs apart makes the same history however it is reached; what is at the other end can only lie, loop or die. */
import { Pod, ReplicaSet } from 'converge/sdk';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { loadTypeScript } from '../learner/toolchain.ts';
import { parseLog } from '../parse-log.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type Session, type SessionParts } from '../session.ts';
import type { SessionEvent } from '../types.ts';
import { openLoopback } from './loopback.ts';
import { type Answer, type Batch, firstLocalId, type SubjectAction, type SubjectLink } from './messages.ts';
import type { SubjectEnd } from './remote-subject.ts';

await loadTypeScript();
const parts = sessionParts(nodePlatform());
const folder = new URL('../../engine/controllers/replicaset/', import.meta.url).pathname;
const files = Object.fromEntries(
  globSync(`${folder}*.ts`, { exclude: (path) => path.endsWith('.test.ts') }).sort().map((path) => [basename(path), readFileSync(path, 'utf8')]),
);
const manifest = `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29" }] }
`;

async function open(more: Partial<SessionParts>, log = emptyLog(7, {}, files)) {
  const events: SessionEvent[] = [];
  const ends: SubjectEnd[] = [];
  const { session } = await openSession(log, { ...parts, subjectEnded: (end) => ends.push(end), ...more }, (event) => events.push(event));
  onTestFinished(() => session.close());
  return { session, events, ends };
}

const swap = { type: 'swap', controller: 'replicaset', entry: 'index.ts', apart: true } as const;

/** Much of what happens to a controller: faults on its watch, a crash, what others delete. */
async function live(session: Session): Promise<void> {
  await session.run(swap);
  await session.run({ type: 'manifest', path: 'web.yaml', text: manifest });
  await session.run({ type: 'fault', fault: { type: 'crash', component: 'controller/replicaset', downMs: 1_500 } });
  await session.run({ type: 'command', text: 'kubectl scale rs web --replicas=5', after: 'now' });
  await session.pass({ until: 30_000 });
  await session.run({ type: 'command', text: 'kubectl delete pod -l app=web --wait=false' });
  await session.pass({ until: 60_000 });
}

/** What a process gets and sends: text, some turns of the event loop later. */
function overText(): SubjectLink {
  const near = openLoopback(parts);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    async exchange(batch) {
      await turn();
      await turn();
      const answer = await near.host.deliver(JSON.parse(JSON.stringify(batch)));
      await turn();
      return JSON.parse(JSON.stringify(answer));
    },
    close() {},
  };
}

test('the history is the same in the same realm and across text, and when its log is replayed', async () => {
  const near = await open({});
  await live(near.session);
  expect(near.session.cluster.objects(Pod).filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toHaveLength(5);
  const far = await open({ openSubject: overText });
  await live(far.session);
  const log = parseLog(JSON.parse(JSON.stringify(near.session.log())));
  const again = await open({}, log);
  const hash = near.session.historyHash();
  expect([far.session.historyHash(), again.session.historyHash()]).toEqual([hash, hash]);
  expect(far.session.log()).toEqual(near.session.log());
  expect([near.ends, far.ends]).toEqual([[], []]);
});

test('views of a session see the controller in the same realm, and its keys elsewhere', async () => {
  const { session } = await open({});
  await session.run(swap);
  await session.run({ type: 'manifest', path: 'web.yaml', text: manifest });
  const status = session.cluster.running('controller/replicaset')?.status?.();
  expect(status !== undefined && 'informers' in status ? status.informers.length : 0).toBe(2);
  expect(session.swapped()).toEqual(['replicaset']);
  await session.run({ type: 'unswap', controller: 'replicaset' });
  expect(session.swapped()).toEqual([]);
});

test('what can’t be run is said', async () => {
  const { session, events, ends } = await open({}, emptyLog(1, {}, { 'index.ts': 'export const x = (' }));
  await session.run(swap);
  await session.pass({ until: 1_000 });
  expect(ends).toMatchObject([{ type: 'unfit', problem: { title: expect.stringContaining('SyntaxError'), file: 'index.ts' } }]);
  expect(events.some(({ type }) => type === 'problem')).toBe(true);
});

/** A link whose other end answers each batch with what it likes, from the first after its start on. */
function liar(answer: (batch: Batch, turn: number) => unknown): SubjectLink {
  let turn = 0;
  return {
    exchange: async (batch) => {
      turn += 1;
      return answer(batch, turn);
    },
    close() {},
  };
}
const says = (...actions: readonly unknown[]) => ({ actions, busy: [], timers: { clocks: 0, waits: 0 } });
const request = (fields: Partial<Extract<SubjectAction, { type: 'request' }>>) => ({
  type: 'request',
  call: 1,
  method: 'GET',
  path: '/api/v1/pods',
  query: {},
  cause: 0,
  ...fields,
});

async function lie(answer: (batch: Batch, turn: number) => unknown) {
  const opened = await open({ openSubject: () => liar(answer) });
  await opened.session.run({ type: 'manifest', path: 'web.yaml', text: manifest });
  await opened.session.run(swap);
  await opened.session.pass({ until: opened.session.now().t + 5_000 });
  return opened;
}

const deep = (levels: number): unknown => (levels === 0 ? 0 : { a: deep(levels - 1) });

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'all converged'],
  ['a list', []],
  ['a verdict', { type: 'verdict', verdict: { ok: true, seed: 1 } }],
  ['an action of another kind', says({ type: 'verdict', verdict: { ok: true, seed: 1 } })],
  ['a list that is none', { actions: { length: 1, 0: {} }, busy: [], timers: { clocks: 0, waits: 0 } }],
  ['no number of timers', { actions: [], busy: [] }],
  ['less than no timers', { actions: [], busy: [], timers: { clocks: -1, waits: 0 } }],
  ['more actions than anybody reads', says(...Array.from({ length: 20_001 }, () => ({ type: 'hangUp', call: 1 })))],
  ['a method of its own', says(request({ method: 'CONNECT' as 'GET' }))],
  ['a path that is none', says(request({ path: 'http://elsewhere/' }))],
  ['a body without end', says(request({ method: 'POST', body: deep(200) as never }))],
  ['a number of a request that is taken', says(request({}), request({}))],
  ['a request numbered backwards', says(request({ call: -1 }))],
  ['a time that is none', { ...says(), foregroundMs: Number.NaN }],
  ['a time beyond all', { ...says(), backgroundMs: 1e300 }],
  ['a cause that is no number', says(request({ cause: '1' as never }))],
  ['a problem that carries more than words', says({ type: 'problem', count: 1, problem: { title: '', message: '', hint: '', log: deep(10) } as never })],
  ['keys that are no texts', { actions: [], busy: [{}] }],
])('nonsense ends the controller, not the session: %s', async (_name, sent) => {
  const { ends, session } = await lie(() => sent);
  expect(ends).toMatchObject([{ type: 'lost', lost: { how: 'nonsense' } }]);
  const { exitCode } = await session.run({ type: 'command', text: 'kubectl get rs web' });
  expect(exitCode).toBe(0);
});

test('whoever wants to go on at once, for ever, moves on with time', async () => {
  const { ends, session } = await lie(({ nowMs }) => ({ ...says(), foregroundMs: nowMs - 5 }));
  expect(ends).toEqual([]);
  expect(session.now().t).toBeGreaterThan(4_000);
});

test('a request is the controller’s own, whoever it says it is, and whatever it says it was caused by', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'forged', namespace: 'default' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const claims = { user: { name: 'kubernetes-admin', groups: ['system:masters'] }, headers: { 'impersonate-user': 'kubernetes-admin' } };
  const { session, ends } = await lie((_batch, turn) =>
    turn > 1 ? says() : says({ ...request({ method: 'POST', path: '/api/v1/namespaces/default/pods', body: pod, cause: 1 }), ...claims }),
  );
  expect(ends).toEqual([]);
  const [forged] = session.cluster.objects(Pod).filter(({ metadata }) => metadata.name === 'forged');
  expect(forged?.metadata.managedFields?.[0]?.manager).toBe('kube-controller-manager');
  const { trace } = session.cluster;
  const created = trace.since(0).find(({ type, object }) => type === 'commit' && object === 'pods/default/forged');
  const asked = trace.get(created?.cause ?? 0);
  expect(trace.get(asked?.cause ?? 0)).toMatchObject({ type: 'reconcile', component: 'controller/replicaset' });
});

test('what is recorded is recorded in its own name', async () => {
  const record = { type: 'record', id: firstLocalId + 1, event: 'reconcile', what: 'default/web', component: 'scheduler', cause: 0 };
  const { session } = await lie((_batch, turn): Answer => (turn > 1 ? says() : says(record)) as Answer);
  const found = session.cluster.trace.since(0).find(({ what }) => what === 'reconcile default/web');
  expect(found?.component).toBe('controller/replicaset');
  expect(session.cluster.objects(ReplicaSet)).toHaveLength(1);
});
