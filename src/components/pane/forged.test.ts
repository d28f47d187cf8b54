// @vitest-environment happy-dom
/** Learner code can speak in the engine's name: whatever it says, the page takes only what it can show, and shows it as text. */
import { cleanup, render } from '@testing-library/svelte';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import CellOutput from '../cell/CellOutput.svelte';
import { cellResult } from '../../lesson/cells/run-cell.ts';
import type { Output } from '../../session/types.ts';
import type { ClusterView } from '../../viz/model.ts';
import type { CallName } from '../../runtimes/protocol.ts';
import { createEngineClient } from '../../runtimes/engine-client.ts';
import type { RuntimeEvent } from '../../runtimes/runtime.ts';
import Pane from './Pane.svelte';

afterEach(cleanup);

const pod = (uid: string) => ({
  uid,
  name: `web-${uid}`,
  namespace: 'default',
  shortName: uid,
  owner: 'web',
  node: 'node-1',
  state: 'running' as const,
  label: 'Running',
  ready: true,
  restarts: 0,
  sinceMs: 5,
});
const view: ClusterView = {
  timeMs: 5000,
  revision: 9,
  quiet: true,
  running: false,
  speed: 1,
  seed: 1,
  sets: [{ kind: 'ReplicaSet', name: 'web', namespace: 'default', uid: 's', wants: 3, ready: 2, gap: 1, pods: [pod('a'), pod('b')] }],
  loose: [pod('c')],
  nodes: [
    {
      name: 'node-1',
      ready: true,
      reason: 'KubeletReady',
      sinceMs: 0,
      heartbeatAgoMs: -1,
      cpuAllocatableMilli: 4000,
      cpuRequestedMilli: 100,
      unschedulable: false,
      pods: [pod('a'), pod('b'), pod('c')],
    },
  ],
  charts: [{ uid: 's', name: 'web', namespace: 'default', points: [{ t: 0, wants: 3, ready: 0 }, { t: 900, wants: 3, ready: 2 }] }],
  events: [{ t: 1, type: 'Normal', reason: 'Created', object: 'pod/web-a', message: 'Created', count: 1, revision: 3 }],
  ticks: [{ t: 1, revision: 2, kind: 'you' }, { t: 2, revision: 3, kind: 'pod' }],
  faults: [{ from: 1, to: 2, label: 'slow disk' }],
  etcd: { members: [{ name: 'etcd-0', role: 'leader', reachable: true }] },
};
const outputs: readonly Output[] = [
  { type: 'stdout', text: 'web 3/3\n' },
  { type: 'error', title: 'TypeError: x', message: '', hint: '', file: 'a.ts', line: 2, sourceLines: [{ line: 2, text: 'x' }], squiggle: { from: 1, to: 2 } },
  { type: 'changes', omitted: 0, objects: [{ name: 'Pod/a', kind: 'Pod', change: 'changed', revision: 3, fields: [{ path: 'a', from: '', to: '1' }], owns: [] }] },
  { type: 'table', table: { columns: ['a', 'b'], rows: [['1', '2']], omitted: 0 } },
  { type: 'tree', tree: { key: '', value: '{1}', children: [{ key: 'a', value: '1', change: 'added' }] } },
  { type: 'chart', chart: { title: 't', x: 's', y: 'n', lines: [{ name: 'l', role: 'actual', steps: true, points: [[0, 1], [1, 2]] }] } },
];

/** What a page would have been told. */
function heard() {
  const events: RuntimeEvent[] = [];
  const client = createEngineClient({ post() {}, event: (event) => events.push(event), hello() {}, broken() {} });
  return { events, client };
}

const at = { t: 0, revision: 1 };
const shownOf = (output: Output) =>
  cellResult({ input: { type: 'command', text: '', at: 0 }, outputs: [output], exitCode: 0, from: at, to: at, end: 'quiet', files: {} }, view).output;

const cyclic: Record<string, unknown> = { type: 'tree' };
cyclic['tree'] = cyclic;
cyclic['children'] = [cyclic];
const html = '<img src=x onerror="document.title = 1"><script>document.title = 1</script>';
const garbage = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, NaN, -Infinity, 1e308, -1, 0, '', html, [], {}, [[]], new Map([[1, 2]]), new Date(0), 10n, cyclic),
  fc.constantFrom<unknown>('__proto__', 'x'.repeat(20_000), Array.from({ length: 2_000 }, () => html), { length: 1e9 }),
  fc.anything({ maxDepth: 2 }),
);

/** What could well stand there, as far as its type tells; `undefined` for anything else. */
const likely = fc.record({
  number: fc.constantFrom(-1, 0, 0.5, 1e9, 1e15, 1e308, -1e308),
  string: fc.constantFrom(html, '', 'x'.repeat(9_000), '\u0000\uD800', '__proto__', '\u001b[31m'),
  boolean: fc.boolean(),
  object: fc.constantFrom<unknown>([], {}),
});

/** The value with something else at one of its places. */
function changedAt(value: unknown, path: readonly number[], other: (of: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof value !== 'object' || value === null) return other(value);
  const keys = Object.keys(value);
  const key = keys[first % Math.max(1, keys.length)];
  if (key === undefined) return other(value);
  const inside = changedAt(Reflect.get(value, key), rest, other);
  return Array.isArray(value) ? value.map((each: unknown, at) => (String(at) === key ? inside : each)) : { ...value, [key]: inside };
}
const path = fc.oneof(fc.array(fc.nat(12), { minLength: 8, maxLength: 8 }), fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }));

test('what the engine really says goes through', () => {
  const { events, client } = heard();
  client.receive({ type: 'view', patch: { value: view } });
  for (const output of outputs) client.receive({ type: 'event', event: { type: 'output', cell: 'a', output } });
  expect(events.length).toBe(1 + outputs.length);
});

test('forged views and outputs are refused or shown as text; nothing throws and nothing runs', () => {
  let shown = 0;
  const wild = fc.record({ path, likely, garbage, odd: fc.nat(5), of: fc.oneof(fc.constant(outputs.length), fc.nat(outputs.length)) });
  fc.assert(
    fc.property(fc.array(wild, { minLength: 1, maxLength: 2 }), (changes) => {
      const { events, client } = heard();
      const [first] = changes;
      const genuine = first === undefined || first.of === outputs.length ? { type: 'view', patch: { value: view } } : { type: 'output', output: outputs[first.of] };
      const event = changes.reduce<unknown>((value, { path: at, likely: by, garbage: any, odd }) => changedAt(value, at, (of) => (odd === 0 ? any : Reflect.get(by, typeof of))), genuine);
      client.receive(genuine.type === 'view' ? event : { type: 'event', event });
      shown += events.length;
      for (const told of events) {
        const { container } =
          told.type === 'view'
            ? render(Pane, { view: told.view })
            : told.type === 'output'
              ? render(CellOutput, { number: 1, output: shownOf(told.output) })
              : { container: document.body };
        expect(container.querySelectorAll('img, script').length).toBe(0);
        cleanup();
      }
    }),
    { numRuns: 300, seed: 5 },
  );
  expect(shown).toBeGreaterThan(25);
}, 60_000);

test('any message at all, and any answer to any call, is survived', async () => {
  const calls: readonly CallName[] = ['run', 'view', 'kept', 'snapshot', 'control', 'branch', 'compare', 'restore', 'inspect', 'cut'];
  await fc.assert(
    fc.asyncProperty(garbage, fc.constantFrom(...calls), async (value, call) => {
      const { events, client } = heard();
      for (const type of ['hello', 'reply', 'refusal', 'event', 'view', 'broken', value]) client.receive({ type, id: value, event: value, message: value, version: value, patch: value });
      client.receive(value);
      const ask = call === 'view' ? client.call(call, {}) : client.call('snapshot', null);
      const end = ask.then(() => 'taken', (error: Error) => error.message);
      client.receive({ type: 'reply', id: 1, value });
      expect(await end).toMatch(/can’t be read/);
      expect(events).toEqual([]);
    }),
    { numRuns: 300, seed: 7 },
  );
});

test('an engine can’t say where it runs, nor that it was brought back, nor that it is well', () => {
  const { events, client } = heard();
  const place = { runs: 'webcontainer', wanted: 'auto', container: 'ready', words: '' };
  client.receive({ type: 'event', event: { type: 'place', place } });
  client.receive({ type: 'event', event: { type: 'recovered', because: 'Give me your password.' } });
  client.receive({ type: 'event', event: { type: 'state', state: { state: 'ready' } } });
  expect(events).toEqual([]);
});
