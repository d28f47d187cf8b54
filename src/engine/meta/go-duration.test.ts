/** Cases of Go's time/time_test.go (parseDurationTests, parseDurationErrorTests, TestParseDurationRoundTrip). */
import { expect, test } from 'vitest';
import { parseGoDuration } from './go-duration.ts';

const second = 1_000_000_000n;
const [minute, hour] = [60n * second, 3600n * second];

test.each<[string, bigint]>([
  ['0', 0n],
  ['5s', 5n * second],
  ['30s', 30n * second],
  ['1478s', 1478n * second],
  ['-5s', -5n * second],
  ['+5s', 5n * second],
  ['-0', 0n],
  ['+0', 0n],
  ['5.0s', 5n * second],
  ['5.6s', 5_600_000_000n],
  ['5.s', 5n * second],
  ['.5s', 500_000_000n],
  ['1.0s', second],
  ['1.004s', 1_004_000_000n],
  ['100.00100s', 100_001_000_000n],
  ['10ns', 10n],
  ['11us', 11_000n],
  ['12µs', 12_000n],
  ['12μs', 12_000n],
  ['13ms', 13_000_000n],
  ['14s', 14n * second],
  ['15m', 15n * minute],
  ['16h', 16n * hour],
  ['3h30m', 3n * hour + 30n * minute],
  ['10.5s4m', 4n * minute + 10_500_000_000n],
  ['-2m3.4s', -(2n * minute + 3_400_000_000n)],
  ['1h2m3s4ms5us6ns', hour + 2n * minute + 3n * second + 4_005_006n],
  ['39h9m14.425s', 39n * hour + 9n * minute + 14_425_000_000n],
  ['52763797000ns', 52_763_797_000n],
  ['0.3333333333333333333h', 20n * minute],
  ['9007199254740993ns', 9_007_199_254_740_993n],
  ['9223372036854775807ns', 2n ** 63n - 1n],
  ['9223372036854775.807us', 2n ** 63n - 1n],
  ['9223372036s854ms775us807ns', 2n ** 63n - 1n],
  ['-9223372036854775808ns', -(2n ** 63n)],
  ['-9223372036854775.808us', -(2n ** 63n)],
  ['-9223372036s854ms775us808ns', -(2n ** 63n)],
  ['-2562047h47m16.854775808s', -(2n ** 63n)],
  ['0.100000000000000000000h', 6n * minute],
  ['0.830103483285477580700h', 49n * minute + 48_372_539_827n],
])('%s', (text, nanos) => {
  expect(parseGoDuration(text)).toEqual({ nanos });
});

test.each([
  ['', 'invalid duration ""'],
  ['3', 'missing unit in duration "3"'],
  ['-', 'invalid duration "-"'],
  ['s', 'invalid duration "s"'],
  ['.', 'invalid duration "."'],
  ['-.', 'invalid duration "-."'],
  ['.s', 'invalid duration ".s"'],
  ['+.s', 'invalid duration "+.s"'],
  ['1d', 'unknown unit "d" in duration "1d"'],
  ['1constructor', 'unknown unit "constructor" in duration "1constructor"'],
  ['\x85\x85', 'invalid duration "\\xc2\\x85\\xc2\\x85"'],
  ['hello ￿ world', 'invalid duration "hello \\xef\\xbf\\xbf world"'],
  ['say "1s"', 'invalid duration "say \\"1s\\""'],
  ['9223372036854775810ns', 'invalid duration "9223372036854775810ns"'],
  ['9223372036854775808ns', 'invalid duration "9223372036854775808ns"'],
  ['-9223372036854775809ns', 'invalid duration "-9223372036854775809ns"'],
  ['9223372036854776us', 'invalid duration "9223372036854776us"'],
  ['3000000h', 'invalid duration "3000000h"'],
  ['9223372036854775.808us', 'invalid duration "9223372036854775.808us"'],
  ['9223372036854ms775us808ns', 'invalid duration "9223372036854ms775us808ns"'],
  ['99999999999999999999999x', 'invalid duration "99999999999999999999999x"'],
])('what Go says of %j', (text, error) => {
  expect(parseGoDuration(text)).toEqual({ error: `time: ${error}` });
});
