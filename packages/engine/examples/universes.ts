const triesAll = process.env['CONVERGE_TEST_ALL'] === '1';

/** How many universes a test of the examples lives through: a few, or hundreds with `CONVERGE_TEST_ALL=1`. */
export const universes = triesAll ? 200 : 8;

/** Real time: a universe takes about a tenth of a second. */
export const limit = { timeout: triesAll ? 600_000 : 60_000 };
