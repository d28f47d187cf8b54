import { expect, test } from 'vitest';
import { createNodeRuntime } from '../runtimes/node/node-runtime.ts';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from '../session/parts.ts';
import { lessonLog, cellInput } from './cells/run-cell.ts';
import { lanesOf, readLanes, sendsWords, storedWords } from './lanes.ts';

const web = `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: nginx, image: "nginx:1.29" }] }`;

async function lanesAfter(code: string, of = 'controller/replicaset') {
  const cells = [
    { id: 'web', number: 1, language: 'yaml' as const, code: web, file: 'web.yaml' },
    { id: 'act', number: 2, language: 'sh' as const, code },
  ];
  const runtime = createNodeRuntime(sessionParts(nodePlatform()));
  await runtime.reset(lessonLog({ seed: 1, nodes: 2 }, {}));
  let result: Awaited<ReturnType<typeof runtime.run>> | undefined;
  for (const cell of cells) result = await runtime.run(cellInput(cell, cells));
  if (result === undefined) throw new Error('no cell ran');
  const { from, to } = result;
  const foot = { fromMs: from.t, toMs: to.t, fromRevision: from.revision, toRevision: to.revision, quiet: true };
  const lanes = await readLanes(runtime.inspect, { cell: 'act', of }, foot);
  runtime.stop();
  return { lanes, foot };
}

test('a pass has what began it, what it sent, and what was stored of that', async () => {
  const { lanes, foot } = await lanesAfter('kubectl scale rs web --replicas=3\nsleep 5');
  const [first] = lanes?.passes ?? [];
  expect(lanes?.loop).toBe('ReplicaSet loop');
  expect(first?.begins).toMatchObject({ revision: foot.fromRevision + 1, object: 'web' });
  expect(first?.sends.map(({ what }) => what)).toEqual(['POST pods', 'PUT replicasets/status web']);
  const [create, status] = first?.sends ?? [];
  expect(create?.stored?.object).toMatch(/^web-\w{5}$/);
  expect(create?.stored?.revision).toBe(foot.fromRevision + 2);
  // The answer is there when the pass goes on; that of its last request can't be seen.
  expect(create?.answeredT).toBe(status?.t);
  expect(status?.answeredT).toBeUndefined();
  // The passes after it count what has become of the Pod, and the last finds nothing to do.
  expect(lanes?.passes.at(-1)?.sends).toEqual([]);
});

test('an answer that is late keeps the pass waiting', async () => {
  const { lanes } = await lanesAfter('converge fault add delay apiserver controller/replicaset --by=800ms\nkubectl scale rs web --replicas=3\nsleep 5');
  const [create] = lanes?.passes[0]?.sends ?? [];
  expect((create?.answeredT ?? 0) - (create?.stored?.t ?? 0)).toBeGreaterThanOrEqual(800);
  expect(lanes?.passes[0]?.begins.t).toBeLessThan((lanes?.passes[0]?.t ?? 0) - 799);
});

test('what is refused was sent, and isn’t stored', async () => {
  const { lanes } = await lanesAfter('kubectl create quota none --hard=pods=2\nsleep 1\nkubectl scale rs web --replicas=3\nsleep 2');
  expect(lanes?.passes.flatMap(({ sends }) => sends).find(({ what }) => what === 'POST pods')?.stored).toBeUndefined();
});

test('a loop that had nothing to do has no lanes', async () => {
  expect((await lanesAfter('kubectl get pods')).lanes).toBeUndefined();
  expect((await lanesAfter('kubectl scale rs web --replicas=3', 'controller/nothing')).lanes).toBeUndefined();
});

test('words of passes', () => {
  const sends = ['POST pods', 'POST pods', 'PUT replicasets/status web'].map((what, t) => ({ t, what }));
  const begins = { revision: 140, object: 'web' };
  expect(sendsWords({ t: 0, begins, sends })).toBe('POST pods × 2, then PUT replicasets/status web');
  expect(sendsWords({ t: 0, begins, sends: [] })).toBe('nothing');
  expect([storedWords(begins), storedWords({ revision: 7, object: '' })]).toEqual(['r 140, web', 'r 7']);
});

test('a lesson’s text says which lanes it shows', () => {
  expect(lanesOf('<Lanes\n  cell="late"\n  of="controller/replicaset"\n  fill={[2]}\n/>')).toEqual([{ cell: 'late', of: 'controller/replicaset' }]);
});
