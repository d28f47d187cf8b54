import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type Session } from '../session.ts';
import type { InputResult, SessionEvent, SessionLog, TerminalAct, TerminalView } from '../types.ts';

const manifest = `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: c, image: "nginx:1.29" }] }
`;

async function open(log: SessionLog = emptyLog(1)): Promise<{ session: Session; events: SessionEvent[] }> {
  const events: SessionEvent[] = [];
  const { session } = await openSession(log, sessionParts(nodePlatform()), (event) => events.push(event));
  onTestFinished(() => session.close());
  return { session, events };
}
const act = (session: Session, what: TerminalAct): Promise<InputResult> =>
  session.run({ type: 'terminal', terminal: '1', ...what });
const type = (session: Session, text: string): Promise<InputResult> => act(session, { do: 'line', text });
const textOf = ({ pieces }: TerminalView): string =>
  pieces.map((piece) => (piece.type === 'line' ? `$ ${piece.text}\n` : piece.text)).join('');
const shown = (session: Session): string => textOf(session.inspectors.terminal({ terminal: '1' }));
const apply = (session: Session): Promise<InputResult> =>
  session.run({ type: 'manifest', path: 'web.yaml', text: manifest, cell: 'apply' });

test('a line runs to its end, and time passes for it', async () => {
  const { session } = await open();
  const { end, to } = await type(session, 'X=4; sleep 10; echo $X');
  expect([end, to.t]).toEqual(['quiet', 10_000]);
  await type(session, 'false');
  await type(session, 'echo $? $X');
  expect(shown(session)).toBe('$ X=4; sleep 10; echo $X\n4\n$ false\n$ echo $? $X\n1 4\n');
});

test('a watch stays open, prints what a cell does, and Ctrl+C ends it', async () => {
  const { session, events } = await open();
  await apply(session);
  const { end } = await type(session, 'kubectl get pods -w -o name');
  expect(end).toBe('quiet');
  expect(session.inspectors.terminal({ terminal: '1' })).toMatchObject({ command: 'kubectl get pods -w -o name', listening: true });
  const before = shown(session);
  const deleted = await session.run({ type: 'command', text: 'kubectl delete pod -l app=web --wait=false', cell: 'd' });
  expect([deleted.end, deleted.exitCode]).toEqual(['quiet', 0]);
  expect(shown(session).length).toBeGreaterThan(before.length);
  const after = shown(session);
  await act(session, { do: 'interrupt' });
  expect(shown(session)).toBe(`${after}^C\n`);
  await type(session, 'echo $?');
  expect(shown(session)).toBe(`${after}^C\n$ echo $?\n130\n`);
  const pieces = events.flatMap((event) => (event.type === 'terminal' ? [event.piece] : []));
  expect(pieces).toEqual(session.inspectors.terminal({ terminal: '1' }).pieces);
});

test('a loop in a terminal keeps no cell waiting', async () => {
  const { session } = await open();
  const running = type(session, 'while true; do echo turn; sleep 60; done');
  const { end } = await running;
  expect(end).toBe('limit');
  expect(shown(session).split('turn').length).toBeGreaterThan(9);
  const cell = await session.run({ type: 'command', text: 'echo hello', cell: 'c' });
  expect([cell.end, cell.to.t - cell.from.t]).toEqual(['quiet', 0]);
  await session.pass({ until: session.now().t + 120_000 });
  await act(session, { do: 'interrupt' });
  expect(session.inspectors.terminal({ terminal: '1' }).command).toBe('');
});

test('lines typed ahead run one after another, and Ctrl+C forgets them', async () => {
  const { session } = await open();
  await session.run({ type: 'terminal', terminal: '1', do: 'line', text: 'sleep 5; echo a', after: 'now' });
  await session.run({ type: 'terminal', terminal: '1', do: 'line', text: 'echo b', after: 'now' });
  await session.pass({ until: 6_000 });
  expect(shown(session)).toBe('$ sleep 5; echo a\na\n$ echo b\nb\n');
  await session.run({ type: 'terminal', terminal: '1', do: 'line', text: 'sleep 5', after: 'now' });
  await session.run({ type: 'terminal', terminal: '1', do: 'line', text: 'echo never', after: 'now' });
  await act(session, { do: 'interrupt' });
  expect(shown(session)).toMatch(/\$ sleep 5\n\^C\n$/);
});

test('kubectl exec -it reads what is typed', async () => {
  const { session } = await open();
  await session.run({ type: 'command', text: 'kubectl run box --image=busybox:1.37 -- sleep 3600', cell: 'a' });
  await act(session, { do: 'resize', columns: 100, rows: 30 });
  await type(session, 'kubectl exec -it box -- sh');
  expect(session.inspectors.terminal({ terminal: '1' }).reading).toBe(true);
  for (const key of ['stty size', '\r', 'echo hi', '\r', 'sleep 2; echo slept', '\r']) await act(session, { do: 'keys', text: key });
  expect(shown(session)).toContain('slept\r\n');
  for (const key of ['exit 3', '\r']) await act(session, { do: 'keys', text: key });
  expect(shown(session)).toContain('echo hi\r\nhi\r\n');
  expect(shown(session)).toContain('command terminated with exit code 3\n');
  expect(session.inspectors.terminal({ terminal: '1' })).toMatchObject({ command: '', reading: false });
});

test('a log with a watch under way replays to the same screen and the same history', async () => {
  const { session } = await open();
  await apply(session);
  await type(session, 'kubectl get pods -w');
  await session.run({ type: 'command', text: 'kubectl delete pod -l app=web', cell: 'd' });
  await session.pass({ until: session.now().t + 5_000 });
  const log: SessionLog = JSON.parse(JSON.stringify(session.log()));
  const { session: again, events } = await open(log);
  expect(again.inspectors.terminal({ terminal: '1' })).toEqual(session.inspectors.terminal({ terminal: '1' }));
  expect(again.historyHash()).toBe(session.historyHash());
  expect(events.filter((event) => event.type === 'terminal').length).toBe(session.inspectors.terminal({ terminal: '1' }).count);
});

test('an interrupt of a line under way leaves the command, and is cut there in a replay', async () => {
  const { session } = await open();
  const running = type(session, 'while true; do kubectl get nodes -o name; sleep 1; done');
  while (session.now().t < 5_000) await new Promise((resolve) => setImmediate(resolve));
  session.interrupt('2');
  session.interrupt('1');
  const { end, input } = await running;
  expect([end, typeof input.interruptedAt]).toEqual(['interrupted', 'number']);
  await act(session, { do: 'interrupt' });
  expect(session.inspectors.terminal({ terminal: '1' }).command).toBe('');
  const { session: again } = await open(session.log());
  expect(again.inspectors.terminal({ terminal: '1' })).toEqual(session.inspectors.terminal({ terminal: '1' }));
  expect([again.now(), again.historyHash()]).toEqual([session.now(), session.historyHash()]);
});

test('a fork from the middle of a terminal’s command has it running', async () => {
  const { session } = await open();
  await type(session, 'for i in 1 2 3 4; do echo $i; sleep 10; done');
  const { log, t, words } = session.cut({ t: 15_000 });
  expect([t, words]).toEqual([15_000, '']);
  const { session: forked } = await open(log);
  expect(shown(forked)).toMatch(/1\n2\n$/);
  await forked.pass({ until: 60_000 });
  expect(shown(forked)).toBe(shown(session));
});

test('what a command writes while time flows is told with the next input', async () => {
  const { session } = await open();
  await session.run({ type: 'terminal', terminal: '1', do: 'line', text: 'sleep 5; echo x > late.txt', after: 'now' });
  await session.pass({ until: 10_000 });
  expect((await type(session, 'true')).files).toEqual({ 'late.txt': 'x\n' });
});

test('a closed terminal ends what ran in it, and begins anew', async () => {
  const { session } = await open();
  await type(session, 'X=1; kubectl get nodes -w');
  await act(session, { do: 'close' });
  await type(session, 'echo "<$X>"');
  expect(shown(session)).toBe('$ echo "<$X>"\n<>\n');
});

test('what a watch says flows through a pipe and a loop, and a replay shows the same', async () => {
  const { session } = await open();
  await apply(session);
  const { end } = await type(session, 'kubectl get pods -w -o name | grep -v none | while read pod; do echo "seen $pod"; done');
  expect(end).toBe('quiet');
  expect(session.inspectors.terminal({ terminal: '1' }).listening).toBe(true);
  const seen = (): number => shown(session).split('\nseen pod/web-').length - 1;
  expect(seen()).toBe(2);
  await session.run({ type: 'command', text: 'kubectl delete pod -l app=web', cell: 'd' });
  expect(seen()).toBeGreaterThan(4);
  await act(session, { do: 'interrupt' });
  await type(session, 'kubectl get pods -w | head -n 1; kubectl logs -f rs/web | grep -c .');
  const { session: again } = await open(session.log());
  expect(shown(again)).toBe(shown(session));
});

test('kubectl edit says what to do instead', async () => {
  const { session } = await open();
  await apply(session);
  await type(session, 'kubectl edit rs web');
  expect(shown(session)).toContain("'kubectl get rs web -o yaml > web.yaml', change web.yaml in the Code tab, 'kubectl apply -f web.yaml'");
});

test('a watch that has hardly begun still sees what the next cell does, whether time stood, flowed or was to be waited for', async () => {
  for (const passed of [undefined, 1, 2, 3, 5]) {
    const { session } = await open();
    await apply(session);
    const line = { type: 'terminal', terminal: '1', do: 'line', text: 'kubectl get pods -w' } as const;
    await session.run({ ...line, after: 'now' });
    if (passed !== undefined) await session.pass({ instants: passed });
    // The cell begins before the watch has been asked for, between its list and its watch, or after both.
    await session.run({ type: 'command', text: 'kubectl delete $(kubectl get pods -o name | head -n 1) --wait=false', cell: 'd', at: session.now().t });
    expect([passed, shown(session).includes('Terminating') || shown(session).includes('Completed')]).toEqual([passed, true]);
  }
});

test('where nothing can be stored, a line doesn’t wait ten minutes for quiet', async () => {
  const { session } = await open({ ...emptyLog(1), cluster: { nodes: 1, etcd: 3 } });
  await type(session, 'converge fault add crash etcd-1 --down=healed');
  await type(session, 'converge fault add crash etcd-2 --down=healed');
  const before = session.now().t;
  await type(session, 'date');
  expect(session.now().t - before).toBeLessThan(1_000);
  await type(session, 'kubectl get pods');
  expect(shown(session)).toContain('etcdserver: request timed out');
  expect(session.now().t - before).toBeLessThan(60_000);
});
