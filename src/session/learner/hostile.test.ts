import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession } from '../session.ts';
import type { SessionEvent } from '../types.ts';

/** Swaps in a module for the ReplicaSet controller, scales, takes it out again: what was said, and that the cluster is well. */
async function check(source: string) {
  const events: SessionEvent[] = [];
  const log = emptyLog(1, {}, { 'rs.ts': `import { Pod, ReplicaSet } from 'converge/sdk';\n${source}` });
  const { session } = await openSession(log, sessionParts(nodePlatform()), (event) => events.push(event));
  onTestFinished(() => session.close());
  await session.run({ type: 'command', text: 'kubectl create deployment web --image=nginx:1.28 --replicas=2' });
  const swapped = await session.run({ type: 'swap', controller: 'replicaset', entry: 'rs.ts' });
  const scaled = await session.run({ type: 'command', text: 'kubectl scale deployment/web --replicas=3' });
  await session.run({ type: 'unswap', controller: 'replicaset' });
  await session.run({ type: 'command', text: 'sleep 2' });
  const after = await session.run({ type: 'command', text: 'kubectl get deployment web --no-headers' });
  expect(after.outputs).toEqual([{ type: 'stdout', text: expect.stringMatching(/^web +3\/3/) }]);
  const problems = events.flatMap((event) => (event.type === 'problem' ? [event.problem.title] : []));
  return { refused: swapped.outputs.flatMap((each) => (each.type === 'error' ? [each] : [])), problems, scaled };
}

const controller = (fields: string) => `export default { name: 'replicaset', async reconcile() {}, ${fields} };`;

test.each([
  ['for: null', 'for'],
  ['for: {}', 'for'],
  ['for: ReplicaSet, owns: 5', 'owns'],
  ['for: ReplicaSet, owns: [undefined]', 'owns'],
  ["for: ReplicaSet, owns: [{ kind: 'Gadget', group: '', version: 'v1', plural: 'gadgets', namespaced: true }]", 'owns'],
  ["for: { kind: 'Gadget', group: 'example.com', version: 'v1', plural: 'gadgets' }", 'for'],
  ["for: { kind: 'Gadget', group: 'apps.k8s.io', version: 'v1', plural: 'gadgets', namespaced: true }", 'for'],
  ['for: ReplicaSet, watches: [{ kind: Pod }]', 'watches'],
  ['for: ReplicaSet, workers: 0', 'workers'],
  ["for: ReplicaSet, every: { periodMs: NaN, key: 'a' }", 'every'],
  ['for: ReplicaSet, keyFor: 1', 'keyFor'],
])('a controller with { %s } is refused by the name of its field; the one before goes on', async (fields, field) => {
  const { refused } = await check(controller(fields));
  expect(refused).toMatchObject([{ file: 'rs.ts', line: 2, title: `Error: ${field} of the controller "replicaset" can’t be used` }]);
});

test('a kind that a CustomResourceDefinition may define is accepted', async () => {
  const { refused } = await check(controller("for: { kind: 'Gadget', group: 'example.com', version: 'v1', plural: 'gadgets', namespaced: true }"));
  expect(refused).toEqual([]);
});

test('a factory that makes no controller is refused', async () => {
  const { refused } = await check(`export default { name: 'replicaset', create() { return 5; } };`);
  expect(refused).toMatchObject([{ title: 'Error: create of "replicaset" returns no controller' }]);
});

test('what keyFor and the keys of a watch throw is told, and stops nobody else', async () => {
  const keyFor = await check(controller("for: ReplicaSet, keyFor() { throw new Error('no key'); }"));
  expect(keyFor.problems).toEqual(['Error: no key']);
  const keys = await check(controller("for: ReplicaSet, watches: [{ kind: Pod, keys() { throw new Error('no keys'); } }]"));
  expect(keys.problems[0]).toBe('Error: no keys');
});

test('a wait that is no wait is told', async () => {
  const { problems, scaled } = await check(
    `export default { name: 'replicaset', for: ReplicaSet, async reconcile() { return { afterMs: NaN }; } };`,
  );
  expect(problems[0]).toBe('Error: reconcile returns neither nothing nor a wait');
  expect(scaled.end).toBe('quiet');
});

test.each(['setInterval(() => {}, 1000)', 'const tick = () => setTimeout(tick, 0); tick()'])(
  'a clock that ticks for ever does not keep the cluster from being quiet: %s',
  async (code) => {
    const { scaled } = await check(`${controller('for: ReplicaSet')}\n${code};`);
    expect(scaled.end).toBe('quiet');
  },
);

test.each([
  ['throw undefined', 'Thrown: undefined'],
  ['throw { toJSON() { throw 1; }, toString() { throw 2; } }', 'Error: what was thrown can’t be shown'],
  ["throw new Proxy({}, { getPrototypeOf() { throw new Error('trap'); } })", 'Error: what was thrown can’t be shown'],
  ["throw Object.defineProperty(new Error('a'), 'message', { get() { throw 1; } })", 'Error: what was thrown can’t be shown'],
  ["throw Object.defineProperty(new Error('a'), 'stack', { value: 'converge:///%E0%A4%A:3:4' })", 'Error: a'],
  ["throw new RangeError('x'.repeat(5e6))", `RangeError: ${'x'.repeat(2_000)}…`],
])('whatever is thrown is told, and stops nothing else: %s', async (code, title) => {
  const { problems } = await check(`export default { name: 'replicaset', for: ReplicaSet, async reconcile() { ${code}; } };`);
  expect(problems[0]).toBe(title);
  const { refused } = await check(`${code};`);
  expect(refused[0]?.title).toBe(title);
});

test('a cell tells what it threw, whatever that is', async () => {
  const { session } = await openSession(emptyLog(1), sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  const { outputs, exitCode } = await session.run({ type: 'script', source: 'throw { toJSON() { throw 1; }, toString() { throw 2; } };' });
  expect([exitCode, outputs]).toEqual([1, [{ type: 'error', title: 'Error: what was thrown can’t be shown', message: '', hint: '' }]]);
});
