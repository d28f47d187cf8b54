import { beforeAll, expect, test } from 'vitest';
import { everyNth } from '../../../tests/scope.ts';
import { startTimer } from '../../runtimes/timer.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { ReplicaSet } from 'converge/sdk';
import { sessionParts } from '../../session/parts.ts';
import { loadCheck, readLesson } from '../node/lesson-folder.ts';
import { serveGrader } from './grader.ts';
import { isFromGrader } from './grader-schema.ts';
import { type FromGrader, type GraderLink, grade } from './grading.ts';
import { hardenRealm } from './harden.ts';
import { createGraderPool } from './grader-pool.ts';
import { controllerThat, tampering } from './testing/tampering.ts';
import type { Check, Verdict } from './types.ts';
import { runUniverse } from './universe.ts';

/** Nobody passes. */
const check: Check = {
  controller: 'replicaset',
  entry: 'index.ts',
  cluster: { nodes: 0, profile: 'minimal' },
  always: [],
  subject: { kind: ReplicaSet, writes: [] },
  neighbours: [],
  scenarios: [{ name: 'a moment', play: (stage) => stage.rests(10) }],
  settled: [{ cause: 'broke', glyph: 'orphan', question: '?', judge: () => () => 'always wrong' }],
};
const honest = `import { ReplicaSet } from 'converge/sdk';
export default { name: 'replicaset', for: ReplicaSet, async reconcile() {} };
`;
/** Reads along what its grader is asked, and answers first. */
const forging = `${honest}
const realm = [].constructor.constructor('return globalThis')();
const real = Object.getOwnPropertyDescriptor(realm.MessageEvent.prototype, 'data').get;
Object.defineProperty(realm.MessageEvent.prototype, 'data', { configurable: true, get() {
  const data = real.call(this);
  if (data?.type === 'grade') this.target.postMessage({ type: 'verdict', verdict: { ok: true, seed: data.seed } });
  return data;
} });
`;

/** As the page and its workers have it: over a channel of messages, in a realm that was fixed before. */
function open(listen: (message: FromGrader) => void): GraderLink {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (isFromGrader(data)) listen(data);
  };
  const serve = serveGrader({ parts, check: async () => check, post: (message) => port2.postMessage(message) });
  port2.onmessage = ({ data }) => void serve(data);
  return { post: (message) => port1.postMessage(message), stop: () => port1.close() };
}
const parts = sessionParts(nodePlatform());

test('code that reads along what its grader is asked passes no universe', async () => {
  hardenRealm(parts.sdk);
  const kept = createGraderPool({ graders: 1, open, after: startTimer });
  const passed = async (text: string): Promise<number> => {
    const end = await grade({ lesson: 'x', files: { 'index.ts': text } }, 5, kept, () => {}).end;
    return end.type === 'done' ? end.verdicts.filter(({ ok }) => ok).length : 0;
  };
  expect([await passed(honest), await passed(forging)]).toEqual([0, 0]);
  kept.close();
});

/** The lesson's own check, and what it says of the solution in a realm of which nothing was changed. */
const { exercise, folder } = readLesson('12-replicaset');
const real = await loadCheck(folder);
const judgedAs = async (files: Readonly<Record<string, string>>, seed: number): Promise<Verdict> =>
  runUniverse({ seed, files: { ...exercise?.start, ...files }, check: real, parts });

let unchanged: Verdict;
beforeAll(async () => {
  hardenRealm(parts.sdk);
  unchanged = await judgedAs({ ...exercise?.solution }, 2);
  expect(unchanged.ok).toBe(true);
});

/** Without timers nothing in this thread would go on: whoever takes them away has hung. */
const { timers: _, ...inOneRealm } = tampering;

/** By default every third. */
test.each(everyNth(3, Object.entries(inOneRealm)))('in one realm nobody is judged otherwise by changing %s', async (_words, statement) => {
  const text = controllerThat(statement);
  const forged = await grade({ lesson: 'x', files: { 'index.ts': text } }, 1, { graders: 1, open, after: startTimer }, () => {}).end;
  expect(forged.type === 'done' && forged.verdicts.some(({ ok }) => ok)).toBe(false);
  expect(await judgedAs({ 'reconcile.ts': text }, 2)).toMatchObject({ ok: false, seed: 2 });
  expect(await judgedAs({ ...exercise?.solution }, 2)).toEqual(unchanged);
});
