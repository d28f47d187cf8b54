/** A rule for commits that a learner wrote: a leader commits by it, and by nothing that can't be. */
import { expect, onTestFinished, test } from 'vitest';
import type { LeaderView } from '../../../engine/sdk/index.ts';
import { nodePlatform } from '../../../runtimes/platforms.ts';
import { sessionParts } from '../../parts.ts';
import { emptyLog, openSession } from '../../session.ts';
import type { SessionEvent } from '../../types.ts';
import { guardCommitRule } from './commit-rule.ts';

const leader: LeaderView = { term: 2, committed: 5, matchIndexes: [7, 6, 5], uncommittedTerms: [2, 2] };

/** How far a leader commits when the workspace's rule does this, and what is reported. */
function check(written: (leader: LeaderView) => unknown, index: number, reported?: string): void {
  const failures: unknown[] = [];
  const { commitIndex } = guardCommitRule(written, (error) => failures.push(error));
  expect(commitIndex(leader)).toBe(index);
  expect(failures.map(String).join()).toContain(reported ?? '');
  expect(failures).toHaveLength(reported === undefined ? 0 : 1);
}

test('what is committed, and what a voter has stored, passes', () => {
  for (const index of [5, 6, 7]) check(() => index, index);
});

test('what throws or returns no index commits nothing new, and is reported', () => {
  check(({ matchIndexes: [, second] }) => (second as unknown as { at: () => number }).at(), 5, 'not a function');
  check(() => undefined, 5, 'returned undefined: an index is a whole number');
  check(() => Number.NaN, 5, 'returned NaN: an index is a whole number');
  check(() => '6', 5, 'returned 6: an index is a whole number');
  check(() => 5.5, 5, 'returned 5.5: an index is a whole number');
});

test('an index below what is committed, and one that no voter has, commit nothing new, and are reported', () => {
  check(() => 4, 5, 'returned 4, and entry 5 is committed already');
  check(() => 8, 5, 'returned 8, and no voter has stored an entry behind 7');
});

const files = {
  'commits-nothing.ts': 'export const commitIndex = ({ committed }: { committed: number }): number => committed;\n',
  'throws.ts': "export const commitIndex = (): number => {\n  throw new Error('mine');\n};\n",
};

test('members of a session’s etcd commit by it; what throws is reported and commits nothing; the built-in one comes back', async () => {
  const parts = sessionParts(nodePlatform());
  const events: SessionEvent[] = [];
  const { session } = await openSession(emptyLog(1, { nodes: 0, etcd: 3, profile: 'minimal' }, files), parts, (event) => events.push(event));
  onTestFinished(() => session.close());
  const create = async (name: string): Promise<string> => {
    const { outputs } = await session.run({ type: 'command', text: `kubectl create configmap ${name}` });
    return outputs.map((output) => ('text' in output ? output.text : '')).join('');
  };
  const problems = () => events.flatMap((event) => (event.type === 'problem' ? [event.problem.title] : []));
  expect(await create('before')).toBe('configmap/before created\n');
  await session.run({ type: 'swap', controller: 'etcd/commit-rule', entry: 'commits-nothing.ts', part: 'commit-rule' });
  expect(session.swapped()).toEqual(['etcd/commit-rule']);
  expect(await create('waits')).toContain('request timed out');
  expect(problems()).toEqual([]);
  await session.run({ type: 'swap', controller: 'etcd/commit-rule', entry: 'throws.ts', part: 'commit-rule' });
  expect(await create('waits-too')).toContain('request timed out');
  expect(problems()[0]).toContain('mine');
  await session.run({ type: 'unswap', controller: 'etcd/commit-rule' });
  expect(session.swapped()).toEqual([]);
  expect(await create('after')).toBe('configmap/after created\n');
});
