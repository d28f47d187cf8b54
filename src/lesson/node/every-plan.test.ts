/** Right answers hold in the universes that are derived from their calm runs; what is judged there are all plans, not a few. */
import { expect, test } from 'vitest';
import { sampleSize } from '../../../tests/scope.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import type { Check } from '../universes/types.ts';
import { planNumbers, runUniverse } from '../universes/universe.ts';
import { proveEveryPlan } from './every-plan.ts';
import { loadCheck, readExercise } from './lesson-folder.ts';
import { threadGrading } from './thread-grading.ts';

/** By default one part of so many. */
const parted: readonly (readonly [string, number])[] = [
  ['1-thermostats', sampleSize(61, 1)],
  ['2-your-own-controller', sampleSize(41, 1)],
  ['12-replicaset', sampleSize(701, 1)],
];
const only = sampleSize(1, 0) === 1 ? ['solution'] : undefined;

test.each(parted)('%s: right answers hold in a part of %i of the plans', async (key, of) => {
  const proofs = (await proveEveryPlan(key, { only, part: { part: 1, of } }, { ...threadGrading(2), hangMs: 60_000 })) ?? [];
  expect(proofs.map(({ name }) => name)).toContain('solution');
  expect(proofs.every(({ plans }) => plans > 0)).toBe(true);
  expect(proofs.filter(({ name, failures }) => !name.startsWith('wrong/') && failures.length > 0).map(({ name, failures }) => `${name}: ${failures.map(({ seed, cause }) => `plan ${seed}, ${cause}`).join('; ')}`)).toEqual([]);
}, sampleSize(120_000, 3_600_000));

test('a check without scenarios has no plans', async () => {
  expect(await proveEveryPlan('9-new-nouns', {}, threadGrading(1))).toBeUndefined();
});

/** A check of one short scenario of lesson 12. */
async function oneScenario(): Promise<{ readonly check: Check; readonly files: Readonly<Record<string, string>> }> {
  const { exercise, folder } = readExercise('12-replicaset');
  const check = await loadCheck(folder);
  return { check: { ...check, scenarios: check.scenarios.slice(0, 1) }, files: exercise.solution };
}

const parts = sessionParts(nodePlatform());

test('each plan has a number, and a number beyond them makes no universe', async () => {
  const { check, files } = await oneScenario();
  const numbers = await planNumbers({ check, files, parts });
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
  expect(numbers.length).toBeGreaterThan(10);
  expect(await runUniverse({ seed: 9, plan: numbers.length + 1, check, files, parts })).toEqual({ ok: true, seed: 9 });
  expect(await planNumbers({ check: { ...check, derived: false }, files, parts })).toEqual([]);
});
