/**
 * How much the tests that draw at random try: a fixed sample by default, everything with `npm test -- --all`, other samples with `--seed N`
 * (`scripts/test.ts` hands both on).
 */
const { CONVERGE_TEST_ALL, CONVERGE_TEST_SEED } = process.env;

/** Everything there is, not a sample. */
export const triesAll = CONVERGE_TEST_ALL === '1';

/** The number given with `--seed`. */
export const chosenSeed: number | undefined = CONVERGE_TEST_SEED === undefined ? undefined : Number(CONVERGE_TEST_SEED);

/** How many to try: by default, and with `--all`. */
export const sampleSize = (byDefault: number, all: number): number => (triesAll ? all : byDefault);

/** Every nth by default, from `first` on; others with another `--seed`, all of them with `--all`. */
export const everyNth = <T>(n: number, all: readonly T[], first = 0): readonly T[] =>
  triesAll ? all : all.filter((_, index) => (index + first + (chosenSeed ?? 0)) % n === 0);

/** Seeds to try, consecutive: from 1, or with `--seed N` a range of N's own. */
export function sampleSeeds(byDefault: number, all: number): number[] {
  const first = 1 + (chosenSeed ?? 0) * 1_000_000;
  return Array.from({ length: sampleSize(byDefault, all) }, (_, index) => first + index);
}
