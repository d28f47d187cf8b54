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

/** kubectl's verbs that change nothing: leaving a line out makes no other line print anything else. */
const readingVerbs = new Set(['api-resources', 'api-versions', 'auth', 'cluster-info', 'describe', 'diff', 'events', 'explain', 'get', 'logs', 'options', 'top', 'version']);

/** @param words A command line without its first word, `kubectl`. */
export const onlyReads = (words: readonly string[]): boolean =>
  readingVerbs.has(words[0] ?? '') || words.some((word) => /^--dry-run(?:=(?:client|server))?$/.test(word));

/** Every line by default that changes something or is asked to `stay`, and every nth of those that only read; others with another `--seed`, all with `--all`. */
export function someReading<T>(n: number, lines: readonly T[], wordsOf: (line: T) => readonly string[], stays: (line: T) => boolean): readonly T[] {
  if (triesAll) return lines;
  let count = chosenSeed ?? 0;
  return lines.filter((line) => stays(line) || !onlyReads(wordsOf(line)) || ++count % n === 0);
}

/** Seeds to try, consecutive: from 1, or with `--seed N` a range of N's own. */
export function sampleSeeds(byDefault: number, all: number): number[] {
  const first = 1 + (chosenSeed ?? 0) * 1_000_000;
  return Array.from({ length: sampleSize(byDefault, all) }, (_, index) => first + index);
}
