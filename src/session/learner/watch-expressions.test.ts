import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import type { WatchExpression } from '../../viz/reconciles-model.ts';
import { sessionParts } from '../parts.ts';
import { emptyLog, openSession, type SessionParts } from '../session.ts';
import type { SessionEvent } from '../types.ts';

const manifest = `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: a }
spec: { replicas: 0, selector: { matchLabels: { app: a } }, template: { metadata: { labels: { app: a } }, spec: { containers: [{ name: c, image: "nginx:1.29" }] } } }
`;

/** What a controller with this in its reconcile says, and how it fails, while expressions look at line 4. */
async function said(body: string, texts: readonly string[], evaluating?: SessionParts['evaluating']): Promise<readonly string[]> {
  const source = `import { Pod, ReplicaSet } from 'converge/sdk';
export const mine = { name: 'replicaset', for: ReplicaSet, owns: [Pod], async reconcile(key, { log }) {
  ${body}
} };
`;
  const events: SessionEvent[] = [];
  const expressions = texts.map((text, index): WatchExpression => ({ id: `w${index}`, file: 'rs.ts', line: 4, text }));
  const parts = { ...sessionParts(nodePlatform()), watching: { expressions }, ...(evaluating && { evaluating }) };
  const { session } = await openSession(emptyLog(1, {}, { 'rs.ts': source }), parts, (event) => events.push(event));
  onTestFinished(() => session.close());
  await session.run({ type: 'swap', controller: 'replicaset', entry: 'rs.ts' });
  await session.run({ type: 'manifest', path: 'web.yaml', text: manifest });
  return events.flatMap((event) => (event.type === 'log' ? [event.text] : event.type === 'problem' ? [event.problem.title] : []));
}

const things = `const todo = ['a', 'b'].values(); const bytes = new Uint8Array([3, 1, 2]); const wrong = new Error('x'); const turns = (function* () { yield 1; yield 2; })();
  log('looks');
  log([...todo, ...bytes, ...turns, wrong.message].join());`;

test.each([
  ['an iterator', '[...todo].length'],
  ['a generator', 'turns.next().value'],
  ['a list of bytes', 'bytes.sort().join()'],
  ['an error', 'Object.assign(wrong, { message: "changed" }).message'],
  ['what throws something without words', '(() => { throw Object.create(null) })()'],
  ['what throws something whose words throw', '(() => { throw { toString() { throw new Error("again") } } })()'],
])('a watch expression of %s changes nothing', async (_what, text) => {
  const evaluated: unknown[] = [];
  expect(await said(things, [text], (watch) => void evaluated.push(watch?.text))).toEqual(['looks', 'a,b,3,1,2,1,2,x']);
  // The end of an evaluation is reported, too.
  expect(evaluated).toEqual([text, undefined]);
});

test('a loop of many turns reports no more evaluations than a page can receive', async () => {
  const evaluated: unknown[] = [];
  await said('let sum = 0; for (let turn = 0; turn < 5_000; turn += 1) {\n    sum += turn;\n  }', ['sum'], (watch) => void evaluated.push(watch));
  expect(evaluated.length).toBe(1_000);
});
