import { expect, test, vi } from 'vitest';
import type { Extent } from '../../lesson/node/check-lesson.ts';
import { readExercise } from '../../lesson/node/lesson-folder.ts';
import { check, type CheckHow, type Provers } from './check.ts';

const proof = { expected: '', message: '', ms: 0 };

const failure = { ok: false as const, seed: 7, cause: 'made too few', glyph: 'too-few' as const, scenario: '', at: 0, revision: 0, weather: '', seen: '', question: '' };
/** Of ten universes the seventh fails, as no universe was to. */
const report = { passed: 9, universes: 10, left: 0, groups: [{ cause: failure.cause, glyph: failure.glyph, failures: [failure] }] };

/** Of every exercise the solution passes, and a lazy answer, too. Returns the exit code, the last lines and what was tried. */
async function checked(name: string, how: Partial<CheckHow> = {}, { cellsRun = true, isHarsh = false } = {}) {
  const tried: (Extent & { readonly key: string })[] = [];
  const provers: Provers = {
    readPages: () => Promise.resolve(),
    runCells: () => Promise.resolve({ name: 'cells', ok: cellsRun, ...proof }),
    checkTypes: () => Promise.resolve({ name: 'types', ok: true, ...proof }),
    checkExercise(key, extent) {
      tried.push({ key, ...extent });
      return Promise.resolve([
        { name: 'solution', ok: true, ...proof },
        { name: 'wrong/lazy', ok: false, ...proof },
        ...(isHarsh ? [{ name: 'right/fast', ok: false, ...proof, report }] : []),
      ]);
    },
  };
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const code = await check(name, { universes: 0, quick: false, mutants: false, ...how }, provers);
  const last = String(log.mock.lastCall?.[0]);
  log.mockRestore();
  return { code, last, tried };
}

test('a check says at its end what doesn’t hold, of all its exercises', async () => {
  const { code, last } = await checked('6-quorum');
  expect([code, last]).toEqual([1, "2 of 7 don't hold:\n  6-quorum: wrong/lazy\n  6-quorum/restore: wrong/lazy"]);
});

test('a check of one exercise runs the cells of its lesson as well', async () => {
  const { code, last } = await checked('6-quorum/restore', {}, { cellsRun: false });
  expect([code, last]).toEqual([1, "2 of 4 don't hold:\n  6-quorum: cells\n  6-quorum/restore: wrong/lazy"]);
});

test('of an answer that fails by another cause, or ought to pass, one universe is named', async () => {
  const { last } = await checked('6-quorum/restore', {}, { isHarsh: true });
  expect(last).toContain('  6-quorum/restore: right/fast; see npm run lesson -- universe 6-quorum/restore --files fast --seed 7');
});

test('a quick check ends what fails once its cause is clear, and tries right answers in 60 universes instead of 600', async () => {
  const key = '6-quorum/restore';
  const { universes } = readExercise(key).fields;
  expect((await checked(key)).tried).toEqual([{ key, universes, rightUniverses: 600, untilClear: false }]);
  expect((await checked(key, { quick: true })).tried).toEqual([{ key, universes, rightUniverses: 60, untilClear: true }]);
  expect((await checked(key, { quick: true, universes: 7 })).tried).toEqual([{ key, universes: 7, rightUniverses: 7, untilClear: true }]);
});
