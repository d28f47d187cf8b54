import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type Session } from '../session.ts';
import type { SessionEvent } from '../types.ts';
import type { WatchExpression } from '../../viz/reconciles-model.ts';

const source = `import { Pod, ReplicaSet, type Reconcile, ownerReferenceFor } from 'converge/sdk';
const twice = (count: number): number => {
  return count * 2;
};
export const reconcile: Reconcile = async (key, { client, lister, expect }) => {
  const set = lister(ReplicaSet).get(key);
  if (set === undefined || !expect.satisfied(key)) return;
  const mine = lister(Pod).controlledBy(set);
  const missing = (set.spec.replicas ?? 1) - mine.length;
  twice(missing);
  for (let left = missing; left > 0; left -= 1) {
    expect.creations(key, 1);
    await client.create(Pod, {
      metadata: { generateName: 'web-', namespace: 'default', ownerReferences: [ownerReferenceFor(set, ReplicaSet)] },
      spec: { containers: [{ name: 'c', image: 'nginx:1.29' }] },
    });
    twice(left);
  }
};
export const mine = { name: 'replicaset', for: ReplicaSet, owns: [Pod], reconcile };
`;
const manifest = (name: string) => `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: ${name} }
spec: { replicas: 2, selector: { matchLabels: { app: ${name} } }, template: { metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: c, image: "nginx:1.29" }] } } }
`;

async function play(watches?: readonly WatchExpression[], text = source): Promise<{ session: Session; events: SessionEvent[] }> {
  const events: SessionEvent[] = [];
  const parts = sessionParts(nodePlatform());
  const watching = { expressions: watches ?? [] };
  const { session } = await openSession(
    emptyLog(1, {}, { 'rs.ts': text }),
    { ...parts, ...(watches === undefined ? {} : { watching }) },
    (event) => events.push(event),
  );
  onTestFinished(() => session.close());
  await session.run({ type: 'swap', controller: 'replicaset', entry: 'rs.ts' });
  await session.run({ type: 'manifest', path: 'web.yaml', text: `${manifest('a')}---\n${manifest('b')}`, cell: '1' });
  return { session, events };
}

const watch = (line: number, text: string): WatchExpression => ({ id: `${line} ${text}`, file: 'rs.ts', line, text });

test('each call says what it read, what it decided at which line, and how long it took', async () => {
  const { session } = await play([]);
  const { calls, total } = session.inspectors.reconciles({});
  expect(total).toBe(calls.length);
  const wrote = calls.filter(({ decided }) => decided.length > 0);
  expect(wrote.map(({ key }) => key).sort()).toEqual(['default/a', 'default/b']);
  expect(wrote[0]).toMatchObject({ controller: 'replicaset', end: 'done', turns: 3 });
  expect(wrote[0]?.read).toEqual([expect.stringMatching(/^ReplicaSet default\/[ab] r \d+$/), 'expectations: satisfied', 'Pod: none']);
  expect(wrote[0]?.decided).toMatchObject([{ text: expect.stringMatching(/^create Pod default\/web-\w+$/), file: 'rs.ts', line: 13, result: 'done' }, { line: 13 }]);
  expect(wrote[0]?.tookMs).toBeGreaterThan(0);
  // The line stands in the trace, between the reconcile and the request.
  const note = session.cluster.trace.since(0).find(({ source: at }) => at?.file === 'rs.ts' && at.line === 13);
  expect(session.cluster.trace.get(note?.cause ?? 0)?.type).toBe('reconcile');
});

test('what is read through a subresource is read, not decided', async () => {
  const reading = source.replace('  const mine =', "  await client.getSubresource(ReplicaSet, key, 'scale');\n  const mine =");
  const { session } = await play([], reading);
  const first = session.inspectors.reconciles({}).calls.find(({ key, decided }) => key === 'default/a' && decided.length > 0);
  expect(first?.read).toContainEqual(expect.stringMatching(/^get ReplicaSet\/scale default\/a/));
  expect(first?.decided.map(({ text }) => text)).toEqual([expect.stringMatching(/^create Pod/), expect.stringMatching(/^create Pod/)]);
});

test('expressions are evaluated in scope, for the call they belong to, also behind an await and in other functions', async () => {
  const { session } = await play([watch(10, 'missing - mine.length'), watch(3, 'count'), watch(17, '[key, left]'), watch(11, 'Pod.kind')]);
  const { calls, watches } = session.inspectors.reconciles({});
  const wrote = calls.find(({ key, decided }) => key === 'default/b' && decided.length > 0);
  expect(wrote?.values).toEqual({
    '10 missing - mine.length': ['2'],
    '3 count': ['2', '2', '1'],
    '17 [key, left]': ['[2] "default/b", 2', '[2] "default/b", 1'],
    '11 Pod.kind': ['"Pod"'],
  });
  expect(watches.map(({ at }) => at)).toEqual([10, 3, 17, 11]);
});

test('an expression may be put on later, may be wrong, and sends nothing', async () => {
  const { session } = await play([]);
  const asked = session.inspectors.reconciles({ watches: [watch(9, 'missing'), watch(10, 'missing +'), watch(10, 'nothing.there'), watch(10, 'client.delete(Pod, key)'), watch(10, '(() => { throw { toJSON() { throw 1; }, toString() { throw 2; } }; })()')] });
  expect(asked.watches.map(({ problem }) => problem !== undefined)).toEqual([false, true, false, false, false]);
  await session.run({ type: 'command', text: 'kubectl scale rs a --replicas 3' });
  const [newest] = session.inspectors.reconciles({}).calls.filter(({ decided }) => decided.length > 0);
  expect(newest?.values).toMatchObject({ '9 missing': ['(not yet)'], '10 nothing.there': ['(nothing is not defined)'] });
  expect(newest?.decided).toHaveLength(1);
});

test('an expression that would change what it looks at is refused; one that only compares, or names a default, is not', async () => {
  const plain = await play();
  const changing = ['missing = 0', '(missing = 0)', '[0].map(() => (missing = 0))', 'set.spec.replicas += 1', 'mine.length++', 'delete set.spec'];
  const looking = ['missing === 0', 'mine.map((pod, n = 1) => n)', 'mine.length >= 0'];
  const { session } = await play([...changing, ...looking].map((text) => watch(10, text)));
  const { watches } = session.inspectors.reconciles({});
  expect(watches.map(({ problem }) => problem)).toEqual([
    ...changing.map(() => 'An expression is read-only: it changes nothing. To compare, write ===.'),
    ...looking.map(() => undefined),
  ]);
  expect(session.historyHash()).toBe(plain.session.historyHash());
});

const changing = source
  .replace('  twice(missing);', '  const order = ["b", "a", "c"]; const seen = new Map([["x", { n: 1 }]]); const plan = { steps: [{ at: 1 }] };')
  .replace('    twice(left);', '    if (order[0] !== "b" || seen.size !== 1 || seen.get("x")?.n !== 1 || plan.steps[0]?.at !== 1) throw new Error("looked at, and changed");')
  .replace('const mine = lister(Pod).controlledBy(set);', 'const mine = [...lister(Pod).controlledBy(set)];')
  .replace('  return count * 2;', '  count.push?.(1); return count.length;')
  .replace('(count: number): number', '(count: any): number');

test('what an expression does to what it sees is done to a copy', async () => {
  const plain = await play(undefined, changing);
  const expected: Readonly<Record<string, string>> = {
    'order.sort()': '[3] "a", "b", "c"',
    'order.splice(0, 2).length': '2',
    'mine.push(set)': '1',
    'seen.set("y", { n: 3 }).size': '2',
    '[...seen.values()].map((each) => { each.n = 5; return each.n })': '[1] 5',
    'Object.assign(plan.steps[0], { at: 7 }).at': '7',
    '{ order, first: order.reverse()[0] }': '{ order: [3] "c", "a", "b", first: "c" }',
    'order.includes(order[0]) && plan.steps.indexOf(plan.steps[0])': '0',
    'plan.steps[0] === plan.steps[0]': 'true',
    'typeof nowhere': '"undefined"',
    'typeof order.sort': '"function"',
    'twice(order)': '4',
    'set.spec.replicas!': '2',
    'order.map((each, index) => `${index}${each}`).join()': '"0b,1a,2c"',
    'lister(ReplicaSet).get(key)?.metadata.name': '"a"',
    'ownerReferenceFor(set, ReplicaSet).kind': '"ReplicaSet"',
    'new Map([[1, new Date(0).getTime()]]).get(1)': '0',
    'lister(Pod).list("default").length': '(a watch expression is read-only: it reads no lists. Use a local variable)',
    'expect.creations(key, 9)': '(a watch expression is read-only: it expects nothing)',
    'setTimeout(() => order.sort(), 1)': '(a watch expression is read-only: nothing of it runs later)',
    'console.log(order)': '(a watch expression is read-only: it logs nothing)',
  };
  const { session, events } = await play(Object.keys(expected).map((text) => watch(11, text)), changing);
  const { calls, watches } = session.inspectors.reconciles({});
  expect(watches.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  const values = calls.find(({ key, decided }) => key === 'default/a' && decided.length > 0)?.values ?? {};
  expect(Object.fromEntries(Object.entries(values).map(([id, [first]]) => [id.slice(3), first]))).toEqual(expected);
  expect(events.filter(({ type }) => type === 'problem' || type === 'log')).toEqual([]);
  expect(session.historyHash()).toBe(plain.session.historyHash());
});

test('an expression that goes on later does nothing then', async () => {
  const plain = await play(undefined, changing);
  const { session } = await play([watch(11, 'Promise.resolve().then(() => { order.sort(); return client.delete(Pod, key); }).catch(() => 0)')], changing);
  expect(session.historyHash()).toBe(plain.session.historyHash());
});

test('looking changes no history, and errors keep their place', async () => {
  const plain = await play();
  const looked = await play([watch(10, 'Math.random()'), watch(17, 'left')]);
  expect(looked.session.historyHash()).toBe(plain.session.historyHash());
  const text = source.replace('  twice(missing);', '  twice(missing); set.no.such;');
  const places = [];
  for (const watches of [undefined, []]) {
    const { events } = await play(watches, text);
    const problem = events.flatMap((event) => (event.type === 'problem' ? [event.problem] : []))[0];
    places.push([problem?.line, problem?.column, problem?.squiggle]);
  }
  expect(places[1]).toEqual(places[0]);
});
