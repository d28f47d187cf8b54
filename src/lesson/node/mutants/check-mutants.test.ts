import { afterAll, expect, test } from 'vitest';
import { sdkTypes } from '../../../../scripts/sdk-types.ts';
import { chosenSeed, everyNth, sampleSize, triesAll } from '../../../../tests/scope.ts';
import { createGraderPool } from '../../universes/grader-pool.ts';
import { exerciseKeys } from '../lesson-folder.ts';
import { threadGrading } from '../thread-grading.ts';
import { mutateLesson } from './mutate-lesson.ts';
import { isSound, reportLines } from './mutation-report.ts';

const types = sdkTypes();
/** By default one in twenty-four. */
const exercised = everyNth(24, exerciseKeys(), 3);
/** How many mutants of each exercise are drawn; with `npm test -- --all` all, those of `known-mutants.ts` among them. */
const drawn = 3;

/** One lesson after another has the same threads. On a machine that is busy with other things, an honest universe may wait long for its turn. */
const graders = createGraderPool({ ...threadGrading(2), hangMs: 60_000 });
afterAll(() => graders.close());

test.each(exercised)(
  '%s: its check kills the mutants of its solution, but for those of known-mutants.ts',
  async (key) => {
    const sample = triesAll ? { recheck: true } : { count: drawn, seed: chosenSeed ?? 1 };
    const report = await mutateLesson(key, { ...sample, types, graders });
    expect(report.results.length).toBeGreaterThanOrEqual(drawn);
    expect(isSound(report), reportLines(report).join('\n')).toBe(true);
  },
  sampleSize(900_000, 2_400_000),
);
