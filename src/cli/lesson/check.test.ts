import { expect, test, vi } from 'vitest';
import type { Extent } from '../../lesson/node/check-lesson.ts';
import { readExercise } from '../../lesson/node/lesson-folder.ts';
import { check, type CheckHow, type Provers } from './check.ts';

const proof = { expected: '', message: '', ms: 0 };

/** Of every exercise the solution passes, and a lazy answer, too. Returns the exit code, the last lines and what was tried. */
async function checked(name: string, how: Partial<CheckHow> = {}) {
  const tried: (Extent & { readonly key: string })[] = [];
  const provers: Provers = {
    readPages: () => Promise.resolve(),
    checkTypes: () => Promise.resolve({ name: 'types', ok: true, ...proof }),
    checkExercise(key, extent) {
      tried.push({ key, ...extent });
      return Promise.resolve([
        { name: 'solution', ok: true, ...proof },
        { name: 'wrong/lazy', ok: false, ...proof },
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
  expect([code, last]).toEqual([1, "2 of 6 don't hold:\n  6-quorum: wrong/lazy\n  6-quorum/restore: wrong/lazy"]);
});

test('a quick check ends what fails once its cause is clear, and tries right answers in 60 universes instead of 600', async () => {
  const key = '6-quorum/restore';
  const { universes } = readExercise(key).fields;
  expect((await checked(key)).tried).toEqual([{ key, universes, rightUniverses: 600, untilClear: false }]);
  expect((await checked(key, { quick: true })).tried).toEqual([{ key, universes, rightUniverses: 60, untilClear: true }]);
  expect((await checked(key, { quick: true, universes: 7 })).tried).toEqual([{ key, universes: 7, rightUniverses: 7, untilClear: true }]);
});
