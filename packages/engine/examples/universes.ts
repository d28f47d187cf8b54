/** How many universes a test of the examples lives through: a few, or hundreds with `CONVERGE_TEST_ALL=1`. */
export const universes = process.env['CONVERGE_TEST_ALL'] === '1' ? 200 : 12;
