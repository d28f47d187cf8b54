/** A webhook is judged by trials in a cluster, and by cases without one: each has every second universe. */
import { expect, test } from 'vitest';
import { nodePlatform } from '../../../runtimes/platforms.ts';
import { sessionParts } from '../../../session/parts.ts';
import { loadCheck, readExercise } from '../../node/lesson-folder.ts';
import { drawStages } from '../draw-stages.ts';
import { mistake } from '../finding.ts';
import type { Case, Check } from '../types.ts';
import { runUniverse } from '../universe.ts';
import { trialOf } from './trial-of.ts';

const { exercise, folder } = readExercise('8-gatekeepers');
const own = await loadCheck(folder);
const parts = sessionParts(nodePlatform());

/** A review of a Pod with one container. */
const review = (privileged: boolean) => ({
  uid: 'u',
  operation: 'CREATE',
  namespace: 'default',
  name: 'miner',
  userInfo: { username: 'kim', groups: [] },
  object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'miner', namespace: 'default' }, spec: { containers: [{ name: 'main', image: 'busybox', securityContext: { privileged } }] }, status: {} },
  oldObject: null,
  dryRun: false,
});

const reviewed: Case = {
  name: 'one container',
  async judge(run, random) {
    const privileged = random.pick([true, false]);
    const { returned: [answer], problem } = await run([{ name: 'review', values: [review(privileged)], atMs: 0 }]);
    if (problem !== undefined) return { problem, seen: 'It threw.' };
    const allowed: unknown = Reflect.get(Object(answer), 'allowed');
    return allowed === !privileged ? undefined : { ...mistake('answered wrongly', 'Why?'), seen: JSON.stringify(answer) };
  },
};

const check: Check = { ...own, cases: [reviewed] };
const judged = async (seed: number, code: string) => {
  const verdict = await runUniverse({ seed, check, parts, files: { ...exercise.start, [exercise.file]: code } });
  return verdict.ok ? 'converged' : `${verdict.scenario}: ${verdict.cause}`;
};

test('even seeds call the webhook, odd ones try it in a cluster', async () => {
  const right = exercise.solution[exercise.file] ?? '';
  expect(await Promise.all([1, 2, 3, 4].map((seed) => judged(seed, right)))).toEqual(['converged', 'converged', 'converged', 'converged']);
  const letsAllIn = right.replace('if (fields.length === 0) return', 'if (fields.length >= 0) return');
  expect(letsAllIn).not.toBe(right);
  const calls = await Promise.all([2, 4, 6, 8].map((seed) => judged(seed, letsAllIn)));
  expect(calls).toContain('one container: answered wrongly');
  // What it tries first is full of privileged containers.
  expect(await judged(1, letsAllIn)).toMatch(new RegExp(`^${trialOf(check, 1)?.name}: let `));
});

test('no trial is left out, and calls are a stage of their own, the first', () => {
  const { trials = [] } = check;
  const names = Array.from({ length: trials.length }, (_none, place) => trialOf(check, 2 * place + 1)?.name);
  expect(new Set(names)).toEqual(new Set(trials.map(({ name }) => name)));
  const stages = drawStages(check, 40);
  expect(stages[0]).toEqual({ name: 'calls', seeds: Array.from({ length: 20 }, (_none, place) => 2 * place + 2) });
  expect(stages.slice(1).flatMap(({ seeds }) => seeds).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_none, place) => 2 * place + 1));
});
