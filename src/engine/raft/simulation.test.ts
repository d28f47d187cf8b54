/** Random schedules. A failure names its seed: `runSchedule` with it and an `onStep` shows every step. */
import { expect, test } from 'vitest';
import { sampleSeeds } from '../../../tests/scope.ts';
import { type CommitRule, reachedByQuorum } from './index.ts';
import { runSchedule, type ScheduleOptions, type ScheduleReport } from './testing/schedule.ts';

/** Runs these seeds; nothing may be violated. Returns sums, to show that the schedules went where it hurts. */
function check(
  seeds: readonly number[],
  options: Omit<ScheduleOptions, 'seed'>,
): Record<Exclude<keyof ScheduleReport, 'violation'>, number> {
  const violations: string[] = [];
  const sum = {
    steps: 0,
    committed: 0,
    writes: 0,
    reads: 0,
    terms: 0,
    snapshots: 0,
    changes: 0,
    overwritten: 0,
    crashes: 0,
  };
  for (const seed of seeds) {
    const report = runSchedule({ seed, ...options });
    if (report.violation !== undefined) violations.push(`seed ${seed}: ${report.violation}`);
    sum.steps += report.steps;
    sum.committed += report.committed;
    sum.writes += report.writes;
    sum.reads += report.reads;
    sum.terms += report.terms;
    sum.snapshots += report.snapshots;
    sum.changes += report.changes;
    sum.overwritten += report.overwritten;
    sum.crashes += report.crashes;
  }
  expect(violations).toEqual([]);
  return sum;
}

test('schedules of five members keep the five properties, every acknowledged write and fresh reads', {
  timeout: 400_000,
}, () => {
  const seeds = sampleSeeds(300, 10_000);
  const sum = check(seeds, { members: 5, rounds: 150 });
  expect(sum.writes).toBeGreaterThan(5 * seeds.length);
  expect(sum.reads).toBeGreaterThan(3 * seeds.length);
  expect(sum.crashes).toBeGreaterThan(2 * seeds.length);
  expect(sum.snapshots).toBeGreaterThan(0.1 * seeds.length);
  expect(sum.overwritten).toBeGreaterThan(0.2 * seeds.length);
});

test('so do three members', { timeout: 100_000 }, () => {
  const seeds = sampleSeeds(200, 2_000);
  const sum = check(seeds, { members: 3, rounds: 150 });
  expect(sum.writes).toBeGreaterThan(5 * seeds.length);
});

test('so do groups whose members are added, promoted and removed on the way', { timeout: 200_000 }, () => {
  const seeds = sampleSeeds(200, 2_000);
  const sum = check(seeds, { members: 5, rounds: 150, changes: true });
  expect(sum.changes).toBeGreaterThan(0.5 * seeds.length);
  const fewSeeds = sampleSeeds(100, 1_000);
  const few = check(fewSeeds, { members: 3, rounds: 150, changes: true });
  expect(few.changes).toBeGreaterThan(0.5 * fewSeeds.length);
});

test('the schedules find a leader that commits older entries by counting them', { timeout: 100_000 }, () => {
  const commitByCounting: CommitRule = ({ matchIndexes, committed }) => Math.max(committed, reachedByQuorum(matchIndexes.toSorted((a, b) => a - b)));
  const found: string[] = [];
  for (let seed = 1; seed <= 5000 && found.length === 0; seed += 1) {
    const { violation } = runSchedule({ seed, members: 5, rounds: 150, config: { commitRule: commitByCounting } });
    if (violation !== undefined) found.push(violation);
  }
  expect(found[0]).toMatch(/^(leader completeness|state machine safety)/);
});

test('the same seed is the same schedule', () => {
  const options = { seed: 7, members: 5, rounds: 150, changes: true };
  expect(runSchedule(options)).toEqual(runSchedule(options));
});
