/** All that a real engine says is sound: a check that is too strict would lose answers. */
import { expect, test } from 'vitest';
import { emptyLog } from '../session/session.ts';
import { sessionParts } from '../session/parts.ts';
import type { CallName, Calls, FromEngine, ToEngine } from './protocol.ts';
import { serveHost } from './serve.ts';
import { nodePlatform } from './platforms.ts';
import { isAnswerTo, isProtocolMessage } from './protocol-schema.ts';

test('every event and answer of a session goes through', async () => {
  const unsound: unknown[] = [];
  const refused: string[] = [];
  const waiting = new Map<number, { readonly call: CallName; done(value: unknown): void }>();
  let last = 0;
  const serve = serveHost(sessionParts(nodePlatform()), (sent) => {
    const message: FromEngine = structuredClone(sent);
    if (!isProtocolMessage(message)) unsound.push(message);
    if (message.type === 'refusal') {
      refused.push(message.message);
      waiting.get(message.id)?.done(undefined);
    }
    if (message.type !== 'reply') return;
    const of = waiting.get(message.id);
    if (of !== undefined && !isAnswerTo(of.call, message.value)) unsound.push([of.call, message.value]);
    of?.done(message.value);
  });
  const call = <N extends CallName>(name: N, ask: Calls[N]['ask']): Promise<unknown> =>
    new Promise((done) => {
      last += 1;
      waiting.set(last, { call: name, done });
      serve({ type: 'ask', id: last, call: name, with: ask } as ToEngine);
    });
  const files = { 'rs.ts': "import { ReplicaSet } from 'converge/sdk';\nexport default { name: 'replicaset', for: ReplicaSet, async reconcile() { console.log('x'); throw new TypeError('no'); } };" };
  await call('reset', emptyLog(1, { nodes: 2, etcd: 3 }, files));
  await call('run', { type: 'command', text: 'kubectl create deployment web --image=nginx:1.28 --replicas=3; kubectl get nope' });
  // An Event with as little as the server takes.
  const event = 'apiVersion: v1\nkind: Event\nmetadata: { name: bare, namespace: default }\ninvolvedObject: { namespace: default }\n';
  await call('run', { type: 'manifest', path: 'event.yaml', text: event });
  await call('run', { type: 'script', source: "print({ a: [1, { b: 2 }] }); table([{ a: 1 }]); chart({ lines: [{ name: 'l', points: [[0, 1e300], [1, 1e300]] }] }); await client.list(Pod)" });
  await call('run', { type: 'script', source: 'throw new TypeError("x")' });
  await call('run', { type: 'swap', controller: 'replicaset', entry: 'rs.ts' });
  await call('control', { type: 'until', t: 40_000 });
  await call('view', {});
  for (const name of ['snapshot', 'kept', 'ping'] as const) await call(name, null);
  await call('seek', { t: 5_000 });
  await call('cut', { t: 5_000 });
  await call('branch', { do: 'fork', at: { t: 5_000 } });
  await call('compare', { a: { branch: 'main' }, b: { branch: 'main', at: { t: 1_000 } } });
  await call('inspect', { name: 'queues', with: null });
  expect(unsound).toEqual([]);
  expect(refused).toEqual([]);
}, 60_000);
