import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession, type Session } from './session.ts';
import type { Input, InputEnd, InputResult, SessionEvent, SessionLog } from './types.ts';

const manifest = (replicas: number, image = 'nginx:1.29'): string => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "${image}" }] }
`;
const controller = (body: string, before = ''): string => `import { Pod, ReplicaSet } from 'converge/sdk';
${before}
export const mine = { name: 'replicaset', for: ReplicaSet, owns: [Pod],
  async reconcile(key, { client, lister, log }) {
    ${body}
  } };
`;

async function open(log: SessionLog = emptyLog(1)): Promise<{ session: Session; events: SessionEvent[] }> {
  const events: SessionEvent[] = [];
  const { session } = await openSession(log, sessionParts(nodePlatform()), (event) => events.push(event));
  onTestFinished(() => session.close());
  return { session, events };
}
const withFile = (text: string): SessionLog => emptyLog(1, {}, { 'rs.ts': text });
const apply = (session: Session, replicas = 2, image?: string): Promise<InputResult> =>
  session.run({ type: 'manifest', path: 'web.yaml', text: manifest(replicas, image), cell: 'apply' });
const swap = (session: Session): Promise<InputResult> =>
  session.run({ type: 'swap', controller: 'replicaset', entry: 'rs.ts' });
const problems = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === 'problem' ? [event] : []));

test('the strip of revisions says what somebody did, once a command', async () => {
  const { session } = await open();
  await apply(session, 2);
  await session.run({ type: 'command', text: 'kubectl delete pod --all\nkubectl scale rs web --replicas=1', cell: 'delete' });
  const words = session.view().ticks.flatMap(({ kind, words: said }) => (kind === 'you' && said !== undefined ? [said] : []));
  expect(words).toEqual(['apply', 'delete', 'scale']);
});

test('time 0 is a whole second, and every input stands at its time', async () => {
  const { session } = await open();
  expect(session.startMs % 1000).toBe(0);
  await session.run({ type: 'command', text: 'true', at: 1234 });
  await session.run({ type: 'command', text: 'sleep 2' });
  expect(session.log().inputs.map((input) => input.at)).toEqual([1234, 1234]);
  expect(session.now().t).toBe(3234);
});

test('time that passed is logged as an advance', async () => {
  const { session } = await open();
  await session.pass({ until: 5_000 });
  expect(session.log().inputs).toEqual([{ type: 'advance', at: 0, to: 5_000 }]);
  await session.run({ type: 'edit', path: 'a', text: 'b' });
  expect(session.log().inputs).toEqual([{ type: 'edit', path: 'a', text: 'b', at: 5_000 }]);
});

test('a script that never ends is cut off after ten virtual minutes, and says so', async () => {
  const { session } = await open();
  const result = await session.run({ type: 'script', source: 'for (;;) await sleep(1000);' });
  expect(result).toMatchObject({ end: 'unfinished', exitCode: 124 });
  expect(result.outputs).toEqual([{ type: 'stderr', text: expect.stringContaining('ten minutes') }]);
  expect((await session.run({ type: 'command', text: 'echo next' })).outputs).toEqual([
    { type: 'stdout', text: 'next\n' },
  ]);
});

test.each<[InputEnd, Input]>([
  ['unfinished', { type: 'command', text: 'sleep 99999999', at: 0 }],
  ['unfinished', { type: 'command', text: 'kubectl wait --for=delete --timeout=2h ns/default', at: 0 }],
  ['unfinished', { type: 'script', source: 'setTimeout(() => {}, 9e9); await sleep(9e9);', at: 0 }],
  ['interrupted', { type: 'command', text: 'sleep 700; sleep 700', at: 0, interruptedAt: 5_000 }],
  ['interrupted', { type: 'script', source: 'await sleep(700_000);', at: 0, interruptedAt: 5_000 }],
])('what ended %s keeps nothing waiting: %o', async (how, input) => {
  const { session } = await open();
  const { end, to } = await session.run(input);
  expect(end).toBe(how);
  const next = await session.run({ type: 'command', text: 'echo next', cell: 'next' });
  expect(next).toMatchObject({ end: 'quiet', exitCode: 0 });
  expect(next.to.t - to.t).toBeLessThan(15_000);
});

test.each(['sleep 700', 'while true; do sleep 1; done', 'kubectl get pods -w', 'kubectl get pods -w | cat'])(
  'Ctrl+C ends `%s` at that very instant',
  async (text) => {
    const { session } = await open();
    const { end, exitCode, to } = await session.run({ type: 'command', text, at: 0, interruptedAt: 5_500 } as Input);
    expect({ end, exitCode, t: to.t }).toEqual({ end: 'interrupted', exitCode: 130, t: 5_500 });
  },
);

test('a fault heals itself, and the view shows its stretch', async () => {
  const { session } = await open();
  await session.run({ type: 'fault', fault: { type: 'pause', component: 'scheduler' }, forMs: 3_000 });
  await apply(session, 1);
  await session.pass({ until: 10_000 });
  expect(session.view().faults).toEqual([{ from: 0, to: 3_000, label: 'paused, scheduler' }]);
  expect(session.view().sets[0]).toMatchObject({ wants: 1, ready: 1 });
});

test('the view tells your revisions from the loops’', async () => {
  const { session } = await open();
  const { from } = await apply(session);
  const ticks = session.view().ticks.filter((tick) => tick.revision > from.revision);
  expect(ticks.filter((tick) => tick.kind === 'you').map((tick) => tick.revision)).toEqual([from.revision + 1]);
  expect(ticks.filter((tick) => tick.kind === 'pod').length).toBeGreaterThan(4);
});

test('a controller that throws is told once, and again at the tenth time', async () => {
  const { session, events } = await open(withFile(controller("lister(Pod).get('x').metadata.name;")));
  await swap(session);
  await apply(session);
  await session.pass({ until: session.now().t + 60_000 });
  expect(problems(events).map(({ count, problem }) => [count, problem.file, problem.line])).toEqual([
    [1, 'rs.ts', 5],
    [10, 'rs.ts', 5],
  ]);
  expect(problems(events)[0]?.problem).toMatchObject({
    title: "TypeError: Cannot read properties of undefined (reading 'metadata')",
    hint: expect.stringContaining('absent'),
  });
});

test('a write to a shared object is told with what to do instead', async () => {
  const { session, events } = await open(withFile(controller('lister(ReplicaSet).get(key).spec.replicas = 0;')));
  await swap(session);
  await apply(session);
  expect(problems(events)[0]?.problem).toMatchObject({ line: 5, hint: expect.stringContaining('read-only') });
});

test('a refused object is told with the server’s words', async () => {
  const { session, events } = await open(
    withFile(controller("await client.create(Pod, { metadata: { name: 'A' } });")),
  );
  await swap(session);
  await apply(session);
  expect(problems(events)[0]?.problem.title).toMatch(/^Invalid: Pod "A" is invalid/);
});

test('a crash makes the workspace’s controller forget, and start from what it was when it was swapped', async () => {
  const { session, events } = await open(withFile(controller("seen += 1; log('seen', seen);", 'let seen = 0;')));
  await swap(session);
  await apply(session);
  await session.run({ type: 'edit', path: 'rs.ts', text: 'nothing any more' });
  await session.run({ type: 'fault', fault: { type: 'crash', component: 'controller/replicaset', downMs: 1_000 } });
  await session.pass({ until: session.now().t + 5_000 });
  const lines = events.flatMap((event) => (event.type === 'log' ? [event.text] : []));
  expect(lines.filter((line) => line === 'seen 1')).toHaveLength(2);
});

test('a swap that fails leaves the one before it running', async () => {
  const { session } = await open(withFile(controller("log('first');")));
  await swap(session);
  await session.run({
    type: 'edit',
    path: 'rs.ts',
    text: "export const mine = { name: 'other', for: {}, reconcile() {} };",
  });
  const result = await swap(session);
  expect(result.exitCode).toBe(1);
  expect(result.outputs[0]).toMatchObject({ type: 'error', title: expect.stringContaining('called "other"'), line: 1 });
  expect(session.swapped()).toEqual(['replicaset']);
});

test('an input that was interrupted before it began isn’t logged', async () => {
  const { session } = await open();
  const running = session.run({ type: 'command', text: 'echo x', at: 600_000 });
  session.interrupt();
  expect(await running).toMatchObject({ end: 'interrupted', exitCode: 130, outputs: [] });
  expect(session.log().inputs.filter((input) => input.type === 'command')).toEqual([]);
});

test('an input that is told to stay ends where it is, and its replay too', async () => {
  const speed = () => 2;
  const { session } = await openSession(emptyLog(1), { ...sessionParts(nodePlatform()), speed });
  const running = apply(session, 3);
  for (let turns = 0; session.view().sets.length === 0 && turns < 500; turns += 1) await nodePlatform().sleep(5);
  session.stay();
  const result = await running;
  expect(result).toMatchObject({ end: 'interrupted', exitCode: 0, input: { interruptedAt: result.to.t } });
  expect(session.view().quiet).toBe(false);
  const again = await openSession(session.log(), sessionParts(nodePlatform()));
  expect([again.session.now(), again.session.historyHash()]).toEqual([session.now(), session.historyHash()]);
  expect(again.results).toEqual([result]);
  session.close();
  again.session.close();
});
