import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/settle.ts';
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
  const { session } = await openSession(log, { ...sessionParts(nodePlatform()), observed: true });
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
    expect.stringMatching(/^loop: The kubelet on `node-\?` started `c`\. Told the state of it\. `status\.phase` Pending → Running/),
    expect.stringMatching(/^loop: The scheduler bound it to `node-\?`\. (All 3|\d of 3|Only).*\.$/),
    'loop: The ReplicaSet loop created it. Wanted 3, counted 2.',
    'loop: It saw `web-…` marked for deletion. It has 30 s to end.',
    'you: You ran `kubectl delete pod web-… --wait=false`.',
  ]);
  expect(why.steps.at(-1)?.input).toMatchObject({ cell: 'run', line: 2, index: 1 });
  expect(why.forgotten).toBe(false);
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
  await session.pass({ until: 60_000 });
  expect(lines(session.inspectors.why({ subject: { kind: 'Node', name: 'node-1' } }))).toEqual([
    expect.stringContaining('loop: The node lifecycle loop'),
    expect.stringContaining('clock: Nobody asked'),
    expect.stringContaining('fault: A fault was on'),
    expect.stringContaining('you: You made something go wrong.'),
  ]);
});

test('forward from a command: what was written because of it, and what is alike is counted', async () => {
  const session = await open();
  await apply(session, 3);
  const { effects, total, shown, title } = session.inspectors.effects({ subject: { cell: 'apply' } });
  expect(title).toBe('What did `kubectl apply -f web.yaml` cause?');
  expect(effects.map(({ lead }) => lead)).toEqual(['Your command created the ReplicaSet `web`.']);
  const created = effects[0]?.effects.find(({ lead }) => lead === 'The ReplicaSet loop created 3 Pods.');
  expect(created).toMatchObject({ count: 3 });
  expect(created?.effects.map(({ lead }) => lead)).toContain('The scheduler bound 3 Pods.');
  expect(shown).toBeLessThan(total);
});

test('the past knows nothing of what came later, and a replay answers the same', async () => {
  const session = await open();
  await apply(session, 2);
  const then = session.now;
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
  expect(chain.lanes.map(({ name }) => name)).toEqual(['you', 'API server', 'etcd', 'ReplicaSet loop', 'Scheduler', 'kubelet']);
  expect(chain.spans.every(({ chosen }) => chosen)).toBe(true);
  expect(chain.links.length).toBe(chain.spans.length - 1);
  const all = session.inspectors.trace({ limit: 40 });
  expect(all.spans.length).toBeLessThanOrEqual(all.lanes.length * 60);
  expect(all.spans.reduce((sum, { count }) => sum + count, 0)).toBe(all.spans.length + all.gathered);
  expect(all.knots[0]).toEqual({ t: all.from, x: 0 });
  expect(all.knots.at(-1)?.t).toBe(all.to);
});
